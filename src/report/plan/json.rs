//! A plan for programs, `rackrent.plan/1`.
//!
//! | field | what |
//! |---|---|
//! | `schema` | `"rackrent.plan/1"` |
//! | `scenario` | as in `rackrent.compare/1` |
//! | `best` | the pair with the least present value that may be chosen: its place in `pairs[]`, `null` where none may |
//! | `flexible[]` | flexible workloads, which fill hours that firm ones leave and are on no curve |
//! | `pairs[]` | `own`, `rent`; the plan: `nodes`, `commitments` (instances by name), `present_value`, `total`; `within_power`, the cheapest mix that the site can power where the plan is not one; beside it `all_rent_on_demand`, `all_rent_best`, `all_own` (each `nodes`, `commitments`, `present_value`, `total`; `null` where not possible) and `stated` (`own`, `rent`: present values as the scenario states the options, `null` where not possible, with `own_because`, `rent_because`); `cannot_win_because[]`; what was looked at: `nodes_max`, `commitments_max`, `looked_at` |
//! | `pairs[].changes[]` | what the plan changes: `path`, `value` (a count, a name, or an object with `option` and `commitments`; `null` where the key goes) |
//! | `pairs[].yaml` | the same as a piece of the scenario, to be pasted |
//! | `pairs[].costs[]` | `name`, `present_value`: the fleet and the lines of what is rented; they add up to the plan |
//! | `pairs[].tranches[]` | `kind` (`nodes` or `committed`), `commitment`, `first`, `last`, `planned`; of one unit: `busy_hours` and `break_even_hours` a month, present values `fixed` (what it costs standing still) and `saves` |
//! | `pairs[].curve` | `owned`, `committed`: accelerators of the demand up to which nodes and committed instances serve; `levels[]`, falling, each with the share of the hours it is held: `level`, `share` |
//! | `left_out[]` | pairs that are not planned: `own`, `rent`, `because` |
//!
//! Amounts are strings with the currency's minor digits, everything else is a number; what is absent is `null`.

use super::super::json::{Money, Number, Scenario, number, pretty};
use super::snippet;
use crate::analysis::plan::{Change, LoadCurve, Mix, PairPlan, Planned, Plans, Tranche, TrancheKind};
use crate::reasons;
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{self, Write};

pub(super) fn write(plans: &Plans, out: &mut dyn Write) -> io::Result<()> {
    let money = Money(plans.header.minor_digits);
    let left_out = plans.left_out.iter();
    let document = Document {
        schema: "rackrent.plan/1",
        scenario: Scenario::of(&plans.header, money),
        best: plans.best,
        flexible: &plans.flexible,
        pairs: plans.pairs.iter().map(|pair| Pair::of(pair, money)).collect(),
        left_out: left_out
            .map(|pair| LeftOut { own: &pair.own, rent: &pair.rent, because: reasons::not_planned(&pair.because) })
            .collect(),
    };
    pretty(&document, out)
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    scenario: Scenario<'a>,
    best: Option<usize>,
    flexible: &'a [String],
    pairs: Vec<Pair<'a>>,
    left_out: Vec<LeftOut<'a>>,
}

#[derive(Serialize)]
struct LeftOut<'a> {
    own: &'a str,
    rent: &'a str,
    because: String,
}

#[derive(Serialize)]
struct Pair<'a> {
    own: &'a str,
    rent: &'a str,
    #[serde(flatten)]
    plan: Mixed,
    within_power: Option<Mixed>,
    all_rent_on_demand: Option<Mixed>,
    all_rent_best: Option<Mixed>,
    all_own: Option<Mixed>,
    stated: Stated,
    cannot_win_because: Vec<String>,
    nodes_max: u32,
    commitments_max: u32,
    looked_at: usize,
    changes: Vec<Changed<'a>>,
    yaml: String,
    costs: Vec<Cost<'a>>,
    tranches: Vec<Step<'a>>,
    curve: Option<Curve>,
}

#[derive(Serialize)]
struct Mixed {
    nodes: u32,
    commitments: Map<String, Value>,
    present_value: String,
    total: String,
}

#[derive(Serialize)]
struct Stated {
    own: Option<String>,
    own_because: Option<String>,
    rent: Option<String>,
    rent_because: Option<String>,
}

#[derive(Serialize)]
struct Changed<'a> {
    path: &'a str,
    value: Value,
}

#[derive(Serialize)]
struct Cost<'a> {
    name: &'a str,
    present_value: String,
}

#[derive(Serialize)]
struct Step<'a> {
    kind: &'static str,
    commitment: Option<&'a str>,
    first: u32,
    last: u32,
    planned: bool,
    busy_hours: Option<Number>,
    break_even_hours: Option<Number>,
    fixed: String,
    saves: String,
}

#[derive(Serialize)]
struct Curve {
    owned: Number,
    committed: Option<Number>,
    levels: Vec<Level>,
}

#[derive(Serialize)]
struct Level {
    level: Number,
    share: Number,
}

impl<'a> Pair<'a> {
    fn of(pair: &'a PairPlan, money: Money) -> Pair<'a> {
        let mix = |mix: &Option<Mix>| mix.as_ref().map(|mix| Mixed::of(mix, money));
        let (own, rent) = (&pair.stated.own, &pair.stated.rent);
        Pair {
            own: &pair.own,
            rent: &pair.rent,
            plan: Mixed::of(&pair.plan, money),
            within_power: mix(&pair.within_power),
            all_rent_on_demand: mix(&pair.all_rent_on_demand),
            all_rent_best: mix(&pair.all_rent_best),
            all_own: mix(&pair.all_own),
            stated: Stated {
                own: own.as_ref().ok().map(|amount| money.of(*amount)),
                own_because: own.as_ref().err().map(reasons::impossible),
                rent: rent.as_ref().ok().map(|amount| money.of(*amount)),
                rent_because: rent.as_ref().err().map(reasons::impossible),
            },
            cannot_win_because: pair.cannot_win_because.iter().map(reasons::cannot_win).collect(),
            nodes_max: pair.nodes_max,
            commitments_max: pair.commitments_max,
            looked_at: pair.looked_at,
            changes: pair.changes.iter().map(Changed::of).collect(),
            yaml: snippet::yaml(&pair.changes).join("\n"),
            costs: pair
                .costs
                .iter()
                .map(|cost| Cost { name: &cost.name, present_value: money.of(cost.present_value) })
                .collect(),
            tranches: pair.tranches.iter().map(|tranche| Step::of(tranche, money)).collect(),
            curve: pair.curve.as_ref().map(Curve::of),
        }
    }
}

impl Mixed {
    fn of(mix: &Mix, money: Money) -> Mixed {
        Mixed {
            nodes: mix.nodes,
            commitments: instances(&mix.commitments),
            present_value: money.of(mix.present_value),
            total: money.of(mix.total),
        }
    }
}

fn instances(commitments: &[(String, u32)]) -> Map<String, Value> {
    commitments.iter().map(|(name, count)| (name.clone(), Value::from(*count))).collect()
}

impl<'a> Changed<'a> {
    fn of(change: &'a Change) -> Changed<'a> {
        let value = match &change.value {
            Planned::Count(count) => Value::from(*count),
            Planned::Name(name) => Value::from(name.as_str()),
            Planned::Burst { option, commitments } => {
                let mut burst = Map::new();
                burst.insert("option".to_owned(), Value::from(option.as_str()));
                burst.insert("commitments".to_owned(), Value::Object(instances(commitments)));
                Value::Object(burst)
            }
            Planned::Removed => Value::Null,
        };
        Changed { path: &change.path, value }
    }
}

impl<'a> Step<'a> {
    fn of(tranche: &'a Tranche, money: Money) -> Step<'a> {
        let (kind, commitment) = match &tranche.kind {
            TrancheKind::Nodes => ("nodes", None),
            TrancheKind::Committed(name) => ("committed", Some(name.as_str())),
        };
        Step {
            kind,
            commitment,
            first: tranche.first,
            last: tranche.last,
            planned: tranche.planned,
            busy_hours: number(tranche.busy_hours),
            break_even_hours: number(tranche.break_even_hours),
            fixed: money.of(tranche.fixed),
            saves: money.of(tranche.saves),
        }
    }
}

impl Curve {
    fn of(curve: &LoadCurve) -> Curve {
        let levels = curve.levels.iter();
        Curve {
            owned: Number(curve.owned),
            committed: number(curve.committed),
            levels: levels.map(|(level, share)| Level { level: Number(*level), share: Number(*share) }).collect(),
        }
    }
}
