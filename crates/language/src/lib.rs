//! A language of documents: what an author may write, declared key by key, and what follows from that. The text becomes a
//! tree that knows places; types are read from it; numbers have units and bounds; the JSON Schema, the reference and the
//! words of errors come from the declarations.
//!
//! ```
//! use language::document::{Document, Given, Named};
//! use language::reading::{Reading, read};
//! use language::{part, quantities, schema};
//! use sheet::unit::Unit;
//!
//! quantities! {
//!     /// Trees of one kind.
//!     Trees: Unit::ONE, 1 ..= 1_000, Count, like "12";
//! }
//!
//! part! {
//!     /// A garden.
//!     pub struct Garden {
//!         /// Who keeps it.
//!         keeper: Option<Given<String>>, also(&["gardener"]);
//!         /// How many trees of each kind it has.
//!         trees: Named<Given<Trees>>;
//!         /// Whether it has a fence.
//!         fenced: Given<bool> = "false";
//!     }
//! }
//!
//! // everything that is wrong is found at once, each with its place and what to type
//! let document = Document::parse("gardener: Ada\ntrees: { pear: 3, plum: none }\n").unwrap();
//! let Reading { value: garden, diagnostics, .. } = read::<Garden>(document);
//! let said: Vec<&str> = diagnostics.iter().map(|finding| finding.label.as_str()).collect();
//! assert_eq!(said, ["did you mean `keeper`?", "write a whole number such as 12"]);
//!
//! // what can be read is read, and what is left out is assumed
//! assert_eq!(garden.trees.get("pear").unwrap().value.value.count(), 3);
//! assert!(!garden.fenced.value);
//! assert_eq!(schema::schema(Garden::PART)["properties"]["fenced"]["default"], false);
//! ```
//!
//! Each file uses only files above it in this list, but for what stands in one row:
//!
//! | file | what it is |
//! |---|---|
//! | [`diagnostic`] | one value for every finding (code, message, place, help), the texts that places are in, and their rendering |
//! | [`suggest`] | "did you mean", and lists as they are spoken |
//! | [`quantity`], [`wanted`], [`declaration`], [`choice`], [`document`] | kinds of numbers; what is asked for; keys, parts and choices; the tree |
//! | [`reading`], `part`, `one_of` | from tree to types, and the macros that declare these |
//! | [`facts`] | units, bounds and defaults of keys, in short sentences |
//! | [`schema`], [`reference`](mod@reference) | the JSON Schema and the tables for people |
//! | [`begun`] | the word that is being typed, and where it stands in the tree |

pub mod begun;
pub mod choice;
pub mod declaration;
pub mod diagnostic;
pub mod document;
pub mod facts;
mod one_of;
mod part;
pub mod quantity;
pub mod reading;
pub mod reference;
pub mod schema;
pub mod suggest;
pub mod wanted;
