//! Rules of profiles: a known name, or one share per hour of a day or a week.

use super::Rules;
use crate::diagnostic::Code;
use crate::scenario::demand::Workload;
use crate::scenario::document::{Entry, Located, NodeId, ScalarOr, quoted};
use crate::scenario::profiles;
use crate::scenario::quantities::Share;
use language::suggest::listed;
use rust_decimal::Decimal;

/// Hours in a day, and in a week.
const LENGTHS: [usize; 2] = [24, 168];

impl Rules<'_> {
    pub(super) fn profile(&mut self, entry: &Entry<Workload>) {
        let at = self.document.member(entry.at, "profile");
        match (&entry.value.profile, at) {
            (Some(ScalarOr::Scalar(name)), _) => self.named_profile(name),
            (Some(ScalarOr::Part(shares)), Some(at)) if !self.placeholders.contains(&at) => {
                self.shares(&entry.value, at, shares);
            }
            (Some(ScalarOr::Part(_)) | None, _) => {}
        }
    }

    fn named_profile(&mut self, name: &Located<String>) {
        if self.placeholders.contains(&name.at) || profiles::named(&name.value).is_some() {
            return;
        }
        let message = format!("there is no profile {}", quoted(&name.value));
        let near = profiles::nearest(&name.value);
        let label = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "write the name of a profile, or 24 or 168 shares of the peak".to_owned(),
        };
        let names: Vec<&str> = profiles::all().iter().map(|profile| profile.name.as_str()).collect();
        let help = format!("the profiles are {}; `rackrent profiles` shows them", listed(&names, "and"));
        self.found.push(
            self.at(Code::UnknownProfile, name.at, message).label(label).help(help).suggestion(&name.value, near),
        );
    }

    fn shares(&mut self, workload: &Workload, at: NodeId, shares: &[Located<Share>]) {
        if !LENGTHS.contains(&shares.len()) {
            let plural = if shares.len() == 1 { "" } else { "s" };
            let message = format!("`profile` has {} share{plural}, not one per hour", shares.len());
            let diagnostic = self.at(Code::ProfileLength, at, message);
            let label = "write 24, from 00:00, or 168, from Monday 00:00";
            self.found.push(diagnostic.label(label));
        }
        let known: Option<Vec<Decimal>> = shares.iter().map(|share| Some(self.known(share)?.0)).collect();
        let Some(highest) = known.and_then(|shares| shares.into_iter().max()) else { return };
        match &workload.units_per_month {
            Some(units) if highest == Decimal::ZERO => {
                let message = "`profile` has no load, so it cannot produce `units_per_month`";
                let diagnostic = self.at(Code::ProfileWithoutLoad, at, message).label("write a share above 0%");
                self.found.push(diagnostic.related(self.document.key_place(units.at), "required here"));
            }
            None if highest < Decimal::ONE => {
                let percent = (highest * Decimal::ONE_HUNDRED).normalize();
                let message = format!("`profile` is at most {percent}%, so it never reaches the peak");
                let diagnostic = self.at(Code::ProfileBelowPeak, at, message);
                self.found.push(diagnostic.label("write 100% for the busiest hour, and the others as shares of it"));
            }
            Some(_) | None => {}
        }
    }
}
