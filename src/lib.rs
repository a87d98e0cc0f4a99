//! rackrent answers, for AI accelerators: own or rent?
//!
//! A scenario in YAML goes in; out come owning and renting side by side, the break-even utilization, and every reason
//! behind them. A server for 600 against an instance for 10 an hour, in a month of 100 hours of which half are useful:
//!
//! ```
//! use rackrent::{Decimal, FilesInMemory, compare};
//!
//! let text = "
//! name: One server
//! currency: USD
//! horizon_months: 1
//! hours_per_month: 100
//! discount_rate: 0%
//! demand: { accelerators: 1, utilization: 50% }
//! own:
//!   lab:
//!     node: { price: 600, accelerators: 1 }
//!     nodes: 1
//!     useful_life_months: 12
//!     value_at_horizon: none
//! rent:
//!   cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 10 }
//! ";
//! let comparison = compare(text, &FilesInMemory::none())?.comparison;
//!
//! // renting costs 100 hours · 50 % · 10 = 500
//! assert_eq!(comparison.verdict.winner.as_deref(), Some("rent.cloud"));
//! assert!(comparison.verdict.saving.is_some_and(|saving| saving == Decimal::from(100)));
//!
//! // owning wins from 60 % on
//! let point = &comparison.pairs[0].break_even.points[0];
//! assert_eq!(point.demand_utilization, Some(Decimal::new(6, 1).into()));
//! # Ok::<(), rackrent::Rejected>(())
//! ```
//!
//! What stands at the root of the crate is its door. [`ScenarioText`] takes values to set and files beside the scenario, and
//! reads it for [`plan`], [`sweep`] and [`difference`]; of its [`Answer`], [`sensitivity`] and [`simulate`] are asked, and
//! [flips](Answer::flips) and [explanations](Answer::explain); [`Format`] writes any of their results. The rooms behind are
//! open to those who look further, and are rebuilt without notice. For the library alone take the crate with
//! `default-features = false`: the program, with all that only a terminal needs, stands behind the feature `cli`.
//!
//! # The map of the house
//!
//! Each room uses only rooms above it in this list. Those from [`unit`](mod@unit) to [`check`] stand in a crate of their own, `engine`,
//! and those from [`measured`] to [`template`] in another, `documents`; both are handed on from here:
//!
//! | room | what it does | what never happens there |
//! |---|---|---|
//! | [`sheet`](mod@sheet) | a crate of its own: numbers, units, figures, curves, the interpreter and its numbers, formulas as text | a word about accelerators |
//! | [`unit`](mod@unit) | the base units, in one list | |
//! | [`amount`](mod@amount) | amounts and ratios, as results state them and programs read them | a price |
//! | `written` | what programs read of a result that is not field for field what it is | a figure |
//! | [`language`](mod@language) | a crate of its own: findings with places, documents, quantities, declarations of keys, and reading, schema and reference from them | a word about accelerators |
//! | [`diagnostic`] | the codes of all findings, in one table | a decision |
//! | [`scenario`] | what an author may write, each key declared once, named profiles, the rules between keys | arithmetic on money |
//! | [`inputs`] | values of a scenario in the sheet, by their nodes | a formula |
//! | [`timeline`] | periods, and the rows that every line shares | |
//! | [`demand`] | workloads and traces: what is demanded, as curves and pools of the sheet | a price |
//! | [`model`] | owning, renting and hybrids of both: from a scenario to a sheet and its lines | rounding |
//! | [`variation`] | the scenario at other values: what each option comes to there, what is possible, and which wins | a sentence |
//! | [`analysis`] | statement, verdict, break-even, payback: adds, compares, solves | a price times a quantity, a sentence |
//! | [`reasons`] | why an option cannot win, a scenario has no answer, and what its reader is warned of, in words | a decision |
//! | [`explain`] | where a figure comes from: formulas and sums, down to the inputs | a figure of its own |
//! | [`catalog`] | dated reference facts: accelerators, servers, rentals, tariffs; price lists that others keep, as they are read | a decision, opening a file |
//! | [`scan`] | every offer of a price list as an option of a scenario: its mixes, what each comes to, in which order | opening a file, a sentence |
//! | [`check`] | for CI: is a scenario valid, sensible, and does it still say what was decided | a figure |
//! | [`measured`] | what clusters have measured, read into levels that were held, and these into a trace | a scenario, a price |
//! | [`edited`] | a workbook that comes back: which inputs somebody has changed, and the scenario's text with these values | opening a file, a figure |
//! | [`report`] | from results to pages, in words; a file per format, which writes any page | opening a file, knowing a terminal |
//! | [`editor`] | for editors: what a scenario says at a place as it is written, and what fits there | opening a file |
//! | [`template`] | scenarios with holes, and what the catalog fills them with: from a few answers to a scenario of one's own | opening a file |
//! | `door` | what other programs call | a figure |
//! | `cli` | a file per command, behind the feature of that name; the only room that opens files, reads the terminal, or prints | a cost |

#[cfg(feature = "cli")]
pub mod cli;
mod door;

#[doc(inline)]
pub use documents::{edited, editor, measured, report, template};
#[doc(inline)]
pub use engine::{
    amount, analysis, catalog, check, demand, diagnostic, explain, inputs, model, reasons, scan, scenario, timeline,
    unit, variation,
};
pub use language;
pub use sheet::{self, number};

pub use analysis::Answer;
pub use analysis::difference::difference;
pub use analysis::flip::{Flips, Scope};
pub use analysis::plan::{Plans, plan};
pub use analysis::sensitivity::{Moved, sensitivity};
pub use analysis::simulate::{Sampling, simulate};
pub use analysis::statement::{
    By, Comparison, CrossingOutcome, OptionStatement, PairStatement, TimeBasis, Verdict, Winner,
};
pub use analysis::sweep::{Vary, sweep};
pub use check::{Checked, Policy};
pub use demand::Traces;
pub use diagnostic::Diagnostic;
pub use door::{ScenarioText, compare};
pub use report::{Canvas, Colour, Compared, Format, Weighed};
pub use rust_decimal::Decimal;
pub use scenario::schema::schema;
pub use scenario::{Files, FilesInMemory, Loaded, Rejected, Setting};
