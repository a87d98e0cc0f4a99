//! What a model says, a folder for each question. Adds, compares and solves; never multiplies a price, and speaks in values:
//! the sentences are written elsewhere.

pub mod cases;
mod compare;
pub mod difference;
mod effort;
pub mod flip;
pub mod groups;
mod header;
pub mod plan;
pub mod portfolio;
pub mod rate;
pub mod sensitivity;
pub mod simulate;
pub mod sweep;
mod winner;

pub use compare::{
    Answer, AskedPair, Cashflow, Depth, FirmLoad, MAINTENANCE, NoAnswer, TooVaried, UnknownOption, WorkedOut, answer,
    answer_to, settled, statement, usual_costs, usual_costs_of_line, value_at,
};
pub use effort::Effort;
pub(crate) use effort::NUMBERS_FOR_A_VALUE;
pub use header::header;
