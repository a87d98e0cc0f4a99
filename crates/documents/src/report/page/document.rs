//! A document: a page with its pictures, and with chapters for those who want to know more.

use super::labelled::{in_block, in_table};
use super::{Block, Drawing, Page, Picture};
use crate::scenario::Labels;

/// What an answer says to those who look at it rather than read it in a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllustratedPage {
    /// The answer; what stands above everything else.
    pub(in crate::report) page: Page,
    /// What shows it.
    pub(in crate::report) pictures: Vec<Picture>,
    /// What it rests on, in the order of a reader who has time.
    pub(in crate::report) chapters: Vec<Chapter>,
}

/// What is said under a heading of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The heading.
    pub(in crate::report) heading: &'static str,
    /// What a reader does there, where that is not clear.
    pub(in crate::report) lead: Option<&'static str>,
    /// What it says.
    pub(in crate::report) blocks: Vec<Block>,
}

impl Chapter {
    /// What is said under a heading; none where nothing is.
    pub(in crate::report) fn of(
        heading: &'static str,
        lead: Option<&'static str>,
        blocks: Vec<Block>,
    ) -> Option<Chapter> {
        (!blocks.is_empty()).then_some(Chapter { heading, lead, blocks })
    }
}

impl IllustratedPage {
    /// A page of which there is no more to show.
    pub(in crate::report) fn of(page: Page) -> IllustratedPage {
        IllustratedPage { page, pictures: Vec::new(), chapters: Vec::new() }
    }

    /// The document with the labels of options in the place of their paths, as [`Page::labelled`] does.
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
        let spoken = |text: &mut String| *text = labels.spoken(text);
        spoken(&mut self.title);
        spoken(&mut self.caption);
        if let Some(table) = &mut self.table {
            in_table(table, labels);
        }
        match &mut self.drawing {
            Drawing::Courses(courses) => courses.lines.iter_mut().for_each(|course| spoken(&mut course.name)),
            Drawing::Parts(parts) => parts.options.iter_mut().for_each(|option| spoken(&mut option.name)),
            Drawing::Years(years) => years.options.iter_mut().for_each(|option| spoken(&mut option.name)),
            Drawing::Spreads(spreads) => spreads.options.iter_mut().for_each(|option| spoken(&mut option.name)),
            Drawing::Tornado(tornado) => tornado.bars.iter_mut().for_each(|bar| spoken(&mut bar.label)),
            Drawing::Groups(groups) => {
                groups.groups.iter_mut().flat_map(|group| &mut group.bars).for_each(|bar| spoken(&mut bar.name));
            }
            Drawing::Map(map) => map.options.iter_mut().for_each(spoken),
            Drawing::Load(_) => {}
        }
    }
}
