//! A document: a page with pictures and chapters.

use super::labelled::{in_block, in_table};
use super::{Block, Drawing, Page, Picture};
use crate::scenario::Labels;

/// Document of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllustratedPage {
    /// Page with the verdict.
    pub(in crate::report) page: Page,
    /// Pictures.
    pub(in crate::report) pictures: Vec<Picture>,
    /// Chapters with details, in reading order.
    pub(in crate::report) chapters: Vec<Chapter>,
}

/// A chapter of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    pub(in crate::report) heading: &'static str,
    /// Instruction for the reader.
    pub(in crate::report) lead: Option<&'static str>,
    /// Content.
    pub(in crate::report) blocks: Vec<Block>,
}

impl Chapter {
    /// A chapter; none without content.
    pub(in crate::report) fn of(
        heading: &'static str,
        lead: Option<&'static str>,
        blocks: Vec<Block>,
    ) -> Option<Chapter> {
        (!blocks.is_empty()).then_some(Chapter { heading, lead, blocks })
    }
}

impl IllustratedPage {
    /// A page without pictures and chapters.
    pub(in crate::report) fn of(page: Page) -> IllustratedPage {
        IllustratedPage { page, pictures: Vec::new(), chapters: Vec::new() }
    }

    /// Replaces the paths of options by their labels, as [`Page::labelled`] does.
    pub(in crate::report) fn labelled(mut self) -> IllustratedPage {
        let labels = self.page.labels.clone();
        if !labels.is_empty() {
            for block in self.chapters.iter_mut().flat_map(|chapter| &mut chapter.blocks) {
                in_block(block, &labels);
            }
            for picture in &mut self.pictures {
                picture.call(&labels);
            }
        }
        IllustratedPage { page: self.page.labelled(), ..self }
    }
}

impl Picture {
    fn call(&mut self, labels: &Labels) {
        let display_text = |text: &mut String| *text = labels.display_text(text);
        display_text(&mut self.title);
        display_text(&mut self.caption);
        if let Some(table) = &mut self.table {
            in_table(table, labels);
        }
        match &mut self.drawing {
            Drawing::LineChart(courses) => courses.lines.iter_mut().for_each(|course| display_text(&mut course.name)),
            Drawing::Parts(parts) => parts.options.iter_mut().for_each(|option| display_text(&mut option.name)),
            Drawing::Years(years) => years.options.iter_mut().for_each(|option| display_text(&mut option.name)),
            Drawing::Spreads(spreads) => spreads.options.iter_mut().for_each(|option| display_text(&mut option.name)),
            Drawing::Tornado(tornado) => tornado.bars.iter_mut().for_each(|bar| display_text(&mut bar.label)),
            Drawing::Groups(groups) => {
                groups.groups.iter_mut().flat_map(|group| &mut group.bars).for_each(|bar| display_text(&mut bar.name));
            }
            Drawing::Map(map) => map.options.iter_mut().for_each(display_text),
            Drawing::Load(_) => {}
        }
    }
}
