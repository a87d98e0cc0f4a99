//! Everything about a scenario as JSON, `rackrent.report/1`: what each question says, under its own schema.

use super::{Dossier, DossierOrErrors, found};
use crate::analysis::flip::Flips;
use crate::analysis::plan::Plans;
use crate::analysis::sensitivity::Sensitivity;
use crate::analysis::simulate::Simulation;
use crate::check::Weighing;
use crate::report::Weighed;
use crate::report::compare::{Compared, SplitCosts, WrittenComparison};
use crate::report::json::{self, Contract, Document};
use crate::report::weighed::{Finding, WithWarnings};
use serde::Serialize;
use std::io::{self, Write};

/// Everything about a scenario.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct WrittenDossier<'a> {
    /// What `compare --by year` says.
    compare: Document<WrittenComparison<'a>>,
    /// What `flip` says.
    flip: Document<WithWarnings<'a, Flips>>,
    /// What `sensitivity` says of the uncertain numbers; none where no number is uncertain, or no difference follows one.
    sensitivity: Option<Document<WithWarnings<'a, Sensitivity>>>,
    /// What `simulate` says; none where no number is uncertain.
    simulate: Option<Document<WithWarnings<'a, Simulation>>>,
    /// What `plan` says; none where nothing can be planned.
    plan: Option<Document<&'a Plans>>,
    /// What `check` finds in the file, with what its author accepts.
    findings: Vec<Finding<'a>>,
}

/// What is written, with what it is written of.
struct Parts<'a> {
    compared: Compared<'a>,
    flips: Weighed<'a, Flips>,
    alone: Option<Weighed<'a, Sensitivity>>,
    together: Option<Weighed<'a, Simulation>>,
    found: Vec<Weighing>,
    plans: &'a Plans,
}

impl<'a> Parts<'a> {
    fn of(dossier: &'a Dossier) -> Parts<'a> {
        let Dossier { answer, uncertain, plans, .. } = dossier;
        Parts {
            compared: Compared { split: dossier.by_year().map(SplitCosts::OverTime), ..dossier.compared() },
            flips: dossier.weighed_flips(),
            alone: uncertain.alone.as_ref().map(|alone| Weighed::of(answer, alone)),
            together: uncertain.together.as_ref().map(|together| Weighed::of(answer, together)),
            found: found::all(&dossier.checked),
            plans,
        }
    }

    fn written(&self) -> WrittenDossier<'_> {
        let header = &self.compared.comparison.header;
        WrittenDossier {
            compare: Document::of(Contract::Compare, WrittenComparison::from(&self.compared)),
            flip: Document::of(Contract::Flip, self.flips.written(header)),
            sensitivity: self.alone.as_ref().map(|alone| Document::of(Contract::Sensitivity, alone.written(header))),
            simulate: self.together.as_ref().map(|all| Document::of(Contract::Simulate, all.written(header))),
            plan: (!self.plans.pairs.is_empty()).then(|| Document::of(Contract::Plan, self.plans)),
            findings: self.found.iter().map(|finding| Finding::of(finding, header)).collect(),
        }
    }
}

/// One as an object.
pub(super) fn write(dossier: &Dossier, out: &mut dyn Write) -> io::Result<()> {
    json::write(Contract::Report, &Parts::of(dossier).written(), out)
}

/// Several as an array; in the place of one that there is not stands why.
pub(super) fn write_several(all: &[DossierOrErrors], out: &mut dyn Write) -> io::Result<()> {
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Item<A, B> {
        Answer(A),
        Errors(B),
    }
    let parts: Vec<_> = all.iter().map(|asked| asked.as_ref().map(Parts::of)).collect();
    let items = parts.iter().map(|asked| match asked {
        Ok(parts) => Item::Answer(Document::of(Contract::Report, parts.written())),
        Err(errors) => Item::Errors(errors.document()),
    });
    json::pretty(&items.collect::<Vec<_>>(), out)
}
