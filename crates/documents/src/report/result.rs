//! Results that can be written in every format.

use super::page::{IllustratedPage, Page, markdown};
use super::page_scenario::PageOf;
use crate::analysis::Answer;
use crate::analysis::cash_plan::CashPlan;
use std::io::{self, Write};

/// A result that can be written in every format.
pub trait Report {
    /// Its page.
    fn page(&self) -> Page;

    /// Pages of text formats; usually one.
    fn pages(&self) -> Vec<Page> {
        vec![self.page()]
    }

    /// Writes Markdown; by default its pages.
    ///
    /// # Errors
    /// If writing fails.
    fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        one_after_another(self.pages(), out, markdown::write)
    }

    /// Document with pictures and details; by default the page alone.
    fn document(&self) -> IllustratedPage {
        IllustratedPage::of(self.page())
    }

    /// Result that documents use for figures, explanations and pictures; none if the page is everything.
    fn answer(&self) -> Option<&Answer> {
        None
    }

    /// Cash plan that a workbook writes with formulas; none for other results.
    fn cash_plan(&self) -> Option<&CashPlan> {
        None
    }

    /// Data with which a live page can compute the report again; none if the page can't be live.
    fn page_of(&self) -> Option<PageOf> {
        None
    }

    /// Writes JSON with all figures under their documented names.
    ///
    /// # Errors
    /// If writing fails.
    fn json(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// Writes pages with an empty line between them.
pub(super) fn one_after_another(
    pages: Vec<Page>,
    out: &mut dyn Write,
    mut write: impl FnMut(&Page, &mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    pages.into_iter().enumerate().try_for_each(|(at, page)| {
        if at > 0 {
            writeln!(out)?;
        }
        write(&page.labelled(), out)
    })
}
