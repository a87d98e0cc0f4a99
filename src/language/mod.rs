//! A language of documents: what an author may write, declared key by key, and what follows from that. The text becomes a
//! tree that knows places; types are read from it; quantities have units and bounds; the JSON Schema, the reference and the
//! words of errors come from the declarations.

pub mod choice;
pub mod declaration;
pub mod document;
mod part;
pub mod quantity;
pub mod reading;
pub mod reference;
pub mod schema;
pub mod suggest;
pub mod wanted;

pub use part::{part, words};
