//! Declarative document language. An author's keys are declared one by one; everything else follows from the declarations.
//! The text is parsed into a tree whose nodes know their place in the source; types are read from the tree; numbers have
//! units and bounds; the JSON Schema, the reference and the error messages are generated.
//!
//! ```
//! use language::document::{Document, Located, Named};
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
//!         keeper: Option<Located<String>>, aliases(&["gardener"]);
//!         /// How many trees of each kind it has.
//!         trees: Named<Located<Trees>>;
//!         /// Whether it has a fence.
//!         fenced: Located<bool> = "false";
//!     }
//! }
//!
//! // all errors are reported at once, each with its place and what to type
//! let document = Document::parse("gardener: Ada\ntrees: { pear: 3, plum: none }\n").unwrap();
//! let Reading { value: garden, diagnostics, .. } = read::<Garden>(document);
//! let said: Vec<&str> = diagnostics.iter().map(|finding| finding.label.as_str()).collect();
//! assert_eq!(said, ["did you mean `keeper`?", "write a whole number such as 12"]);
//!
//! // valid values are read, and keys that are left out get their default
//! assert_eq!(garden.trees.get("pear").unwrap().value.value.count(), 3);
//! assert!(!garden.fenced.value);
//! assert_eq!(schema::schema(Garden::PART)["properties"]["fenced"]["default"], false);
//! ```
//!
//! Each module uses only modules below it in this list; modules in the same row may use each other:
//!
//! | module | content |
//! |---|---|
//! | [`completion_context`] | completion context: the word under the cursor and its place in the tree |
//! | [`schema`], [`reference`](mod@reference) | the JSON Schema and the reference tables |
//! | [`facts`] | units, bounds and defaults of keys, in short sentences |
//! | [`reading`], `part`, `one_of` | reading typed values from the tree, and the macros that declare them |
//! | [`quantity`], [`expected_type`], [`declaration`], [`choice`], [`document`] | quantities; expected types; declarations; the tree |
//! | [`suggest`] | "did you mean" suggestions, and lists in words |
//! | [`diagnostic`] | findings (code, message, place, help), sources, and their rendering |

pub mod choice;
pub mod completion_context;
pub mod declaration;
pub mod diagnostic;
pub mod document;
pub mod expected_type;
pub mod facts;
mod one_of;
mod part;
pub mod quantity;
pub mod reading;
pub mod reference;
pub mod schema;
pub mod suggest;
