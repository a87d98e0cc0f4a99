//! rackrent answers, for AI accelerators: own or rent?
//!
//! A scenario in YAML goes in; out come owning and renting side by side, the break-even utilization, and every reason
//! behind them. This page is the map of the house. Each room uses only rooms above it in this list:
//!
//! | room | what it does | what never happens there |
//! |---|---|---|
//! | [`sheet`](mod@sheet) | a crate of its own: numbers, units, figures, curves, the interpreter and its numbers, formulas as text | a word about accelerators |
//! | [`unit`](mod@unit) | the base units, in one list | |
//! | [`language`](mod@language) | a crate of its own: findings with places, documents, quantities, declarations of keys, and reading, schema and reference from them | a word about accelerators |
//! | [`diagnostic`] | the codes of all findings, in one table | a decision |
//! | [`scenario`] | what an author may write, each key declared once, named profiles, the rules between keys | arithmetic on money |
//! | [`inputs`] | values of a scenario in the sheet, by their nodes | a formula |
//! | [`timeline`] | periods, and the rows that every line shares | |
//! | [`demand`] | workloads and traces: what is demanded, as curves and pools of the sheet | a price |
//! | [`model`] | owning, renting and hybrids of both: from a scenario to a sheet and its lines | rounding |
//! | [`analysis`] | statement, verdict, break-even, payback: adds, compares, solves | a price times a quantity |
//! | [`catalog`] | dated reference facts: accelerators, servers, rentals, tariffs | a decision |
//! | [`check`] | for CI: is a scenario valid, sensible, and does it still say what was decided | a figure |
//! | [`report`] | from results to pages, in words; a file per format, which writes any page | opening a file, knowing a terminal |
//! | [`cli`] | a file per command; the only room that opens files, reads the terminal, or prints | a cost |

pub mod analysis;
pub mod catalog;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod demand;
pub mod diagnostic;
pub mod inputs;
pub mod model;
pub mod report;
pub mod scenario;
pub mod timeline;
pub mod unit;

pub use language;
pub use sheet::{self, number};
