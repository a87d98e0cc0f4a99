//! The program for browsers and for Node, as WebAssembly. It is asked in JSON and answers in JSON: [`Session::ask`].
//!
//! A host writes a question into [`exports::buffer`], calls [`exports::ask`], and reads the answer from where
//! [`exports::buffer_start`] says it begins.

mod answers;
mod beginning;
pub mod exports;
mod findings;
mod question;
mod rewritten;
mod session;
mod views;

pub use question::{Answers, Depth, Question, SaveFormat, View};
pub use session::Session;
