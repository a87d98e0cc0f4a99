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
//! assert_eq!(comparison.verdict.winner.as_ref().unwrap().as_str(), "rent.cloud");
//! assert!(comparison.verdict.saving.is_some_and(|saving| saving == Decimal::from(100)));
//!
//! // owning wins from 60 % on
//! let point = &comparison.pairs[0].break_even.points[0];
//! assert_eq!(point.demand_utilization, Some(Decimal::new(6, 1).into()));
//! # Ok::<(), rackrent::Rejected>(())
//! ```
//!
//! The API is at the root of the crate. [`ScenarioText`] takes settings and files, and is read for [`plan`], [`sweep`],
//! [`timing`], [`replacement`] and [`difference`]; [`sensitivity`] and [`simulate`] take its [`Answer`], which also has [flips](Answer::flips) and
//! [explanations](Answer::explain); [`Format`] writes every result. The modules behind the API are public for further analysis and
//! change without notice. For the library alone use the crate with `default-features = false`: the feature `cli` adds the program and
//! its dependencies.
//!
//! # Layers
//!
//! A module uses only the modules below it in this table. Those from [`template`] to `bounded` are the crate `documents`,
//! those from [`check`] to [`unit`](mod@unit) the crate `engine`:
//!
//! | module | contents | not in it |
//! |---|---|---|
//! | `cli` | one file per command (feature `cli`); the only module that opens files, reads the terminal and prints | costs |
//! | `api` | what other programs call | computation |
//! | [`template`] | scenario templates, and filling them from a few answers and the catalog | file access |
//! | [`editor`] | for editors: the meaning of a position in a scenario, and completions | file access |
//! | [`report`] | results as pages in words; one file per format, which writes any page | file access, the terminal |
//! | [`reprice`] | price update: hourly prices of list offers in the text of a scenario | file access |
//! | [`workbook_import`] | workbook import: changed inputs, and the scenario text with their values | file access, computation |
//! | [`telemetry_import`] | telemetry import: cluster metrics to levels, and levels to a trace | scenarios, prices |
//! | [`benchmark_import`] | benchmark import: results of serving benchmarks to the highest rate within a latency target | prices |
//! | [`price_history`] | dated prices as series, their drift and volatility | file access, sentences |
//! | `bounded` | JSON streams whose strings have a bounded length | |
//! | [`check`] | for CI: is a scenario valid and plausible, and does its decision still hold | computation |
//! | [`scan`] | offers of a price list as options of a scenario, ranked | file access, sentences |
//! | [`fit`](mod@fit) | whether a model fits an accelerator: parameters, weights and KV cache from a model's config | file access, sentences |
//! | [`catalog`] | dated reference facts: accelerators, servers, rentals, tariffs; price lists | decisions, file access |
//! | [`explain`] | origin of a figure: formulas and sums, down to the inputs | computation |
//! | [`reasons`] | why an option can't be chosen or a scenario has no result, and warnings, in words | decisions |
//! | [`analysis`] | statements, verdict, break-even, payback: adds, compares, solves | price times quantity; sentences |
//! | [`variation`] | the scenario at other values: present value of each option, feasibility, winner | sentences |
//! | [`model`] | owned, rented and hybrid options: from a scenario to a sheet and its cost lines | rounding |
//! | [`demand`] | workloads and traces as curves and pools of the sheet | prices |
//! | [`timeline`] | periods, and the rows that all lines share | |
//! | [`inputs`] | values of a scenario in the sheet, by node | formulas |
//! | [`scenario`] | keys of a scenario, each declared once; named profiles; rules between keys | arithmetic on money |
//! | [`diagnostic`] | table of finding codes | decisions |
//! | [`language`](mod@language) | crate: findings with locations, documents, quantities, key declarations; reading, schema and reference from them | anything about accelerators |
//! | `parallel` | computation on all cores, with results in order | anything about scenarios |
//! | `serialized` | JSON for results that serialize differently from their fields | computation |
//! | [`amount`](mod@amount) | amounts and ratios in results and JSON | prices |
//! | [`unit`](mod@unit) | base units | |
//! | [`sheet`](mod@sheet) | crate: numbers, units, figures, curves, interpreters, formulas as text | anything about accelerators |

mod api;
#[cfg(feature = "cli")]
pub mod cli;

#[doc(inline)]
pub use documents::{
    benchmark_import, editor, price_history, report, reprice, telemetry_import, template, workbook_import,
};
#[doc(inline)]
pub use engine::{
    amount, analysis, catalog, check, demand, diagnostic, explain, fit, inputs, model, reasons, scan, scenario,
    timeline, unit, variation,
};
pub use language;
pub use sheet::{self, number};

pub use analysis::Answer;
pub use analysis::difference::difference;
pub use analysis::flip::{Flips, Scope};
pub use analysis::plan::{Plans, plan};
pub use analysis::sensitivity::{Moved, sensitivity};
pub use analysis::simulate::{Sampling, simulate};
pub use analysis::statement::{By, Comparison, CrossingOutcome, OptionResult, PairResult, TimeBasis, Verdict, Winner};
pub use analysis::sweep::{Vary, sweep};
pub use analysis::timing::{replacement, timing};
pub use api::{ScenarioText, compare};
pub use check::{Checked, Policy};
pub use demand::Traces;
pub use diagnostic::Diagnostic;
pub use report::{Canvas, Colour, Compared, Format, WithCaveats};
pub use rust_decimal::Decimal;
pub use scenario::schema::schema;
pub use scenario::{Files, FilesInMemory, Loaded, Rejected, Setting};
