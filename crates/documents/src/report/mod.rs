//! From results to formats. A question makes a page of its result, in words; a file per format writes any page to a `Write`
//! it is given. Computes nothing, opens nothing, and knows of the terminal only what a [`Canvas`] says.

mod address;
mod catalog;
mod chart;
pub mod check;
mod compare;
mod difference;
mod dossier;
mod errors;
pub mod explain;
mod figures;
mod fix;
mod flip;
mod format;
mod header;
mod html;
mod inputs;
mod json;
pub mod measured;
mod page;
mod page_scenario;
mod panel;
mod plan;
mod portfolio;
pub mod profiles;
mod rate;
pub mod review;
mod scan;
mod sensitivity;
mod simulate;
mod sweep;
mod uncertain;
mod weighed;
mod workbook;

#[cfg(test)]
mod example;

pub use catalog::FoundFacts;
pub use compare::{Compared, ComparedOrErrors, Extent, SplitCosts, spoken_verdict};
pub use difference::{LinkBase, LinkedDifference};
pub use dossier::{Dossier, DossierOrErrors, write_several as write_dossiers};
pub use errors::{Errors, Wrong};
pub use fix::{WrittenEdit, WrittenFix};
pub use format::{About, Format, Report, Warnings, write_several};
pub use html::{app, article, first_answer, live_page};
pub use json::Contract;
#[cfg(feature = "schema")]
pub use json::derived;
pub use page::base64::base64;
pub(crate) use page::markup::escaped;
pub use page::{Canvas, ChartOf, Colour, Dialect, IllustratedPage, Page, PageKind};
pub use page_scenario::{PageOf, PageScenario, PageTrace};
pub use panel::{PanelInputs, panel_inputs};
pub use portfolio::{PortfolioReport, UnansweredFile};
pub use rate::{RateCost, RateTool, Untold, warning, write_for};
pub use weighed::Weighed;
pub use workbook::write as workbook;
