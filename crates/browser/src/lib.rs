//! rackrent for browsers and Node, compiled to WebAssembly. Requests and replies are JSON: [`Session::ask`].
//!
//! The host writes a request into [`exports::buffer`], calls [`exports::ask`], and reads the reply at [`exports::buffer_start`].

mod beginning;
pub mod exports;
mod findings;
mod reply;
mod request;
mod session;
mod views;

pub use request::{Answers, Depth, Request, SaveFormat, View};
pub use session::Session;
