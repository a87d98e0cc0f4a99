//! A chart of an answer as a file of its own.

use super::format::Report;
use super::page::{BarGroup, Bars, Block, Chart, ChartOf, Drawing, GroupBar, Groups, IllustratedPage, Picture, Slide};
use super::page::{OptionBar, Unwritten};
use std::io::{self, Write};

/// What a chart is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChartFormat {
    /// Shapes, which any size is sharp of.
    Svg,
    /// Pixels.
    Png,
}

/// Writes a chart of an answer: the one that was asked for, or its first.
///
/// # Errors
/// If it has no such chart, which says which ones it has, or if nothing can be written.
pub(super) fn write(
    report: &dyn Report,
    asked: Option<ChartOf>,
    format: ChartFormat,
    out: &mut dyn Write,
) -> io::Result<()> {
    let document = report.document().labelled();
    let all = charts(&document);
    let chosen = match asked {
        Some(asked) => all.iter().find(|picture| picture.of == asked),
        None => all.first(),
    };
    let slide = Slide::of(chosen.ok_or_else(|| none(&all, asked))?, &document.page.footer);
    match format {
        ChartFormat::Svg => slide.write_svg(out),
        ChartFormat::Png => slide.write_png(out).map_err(|why| match why {
            Unwritten::Lacks(letter) => {
                io::Error::other(format!("there are no shapes of letters such as “{letter}” for PNG; write SVG"))
            }
            Unwritten::Io(error) => error,
        }),
    }
}

/// That there is no such chart, and which ones there are.
fn none(all: &[Picture], asked: Option<ChartOf>) -> io::Error {
    let names: Vec<&str> = all.iter().map(|picture| picture.of.name()).collect();
    io::Error::other(match asked.filter(|_| !names.is_empty()) {
        Some(asked) => format!("this answer has no chart `{}`; its charts are {}", asked.name(), names.join(", ")),
        None => "this answer has no chart".to_owned(),
    })
}

/// That a chart is of one answer.
pub(super) fn of_several() -> io::Error {
    io::Error::other("a chart is of one scenario; give one file")
}

/// Every chart of a document, its pictures first.
fn charts(document: &IllustratedPage) -> Vec<Picture> {
    let answers = document.page.answers();
    let title = answers.first().unwrap_or(&document.page.name);
    let blocks = document.page.blocks.iter().chain(document.chapters.iter().flat_map(|chapter| &chapter.blocks));
    let drawn = blocks.filter_map(|block| match block {
        Block::Chart(Chart::Bars(bars)) => Some(of_options(bars, title)),
        Block::Chart(Chart::Tornado(tornado)) => Some(Picture {
            of: ChartOf::Swings,
            title: "What each input does to the difference in present value".to_owned(),
            caption: "From the value at one of its ends to that at the other, all else as stated.".to_owned(),
            drawing: Drawing::Tornado(tornado.clone()),
            table: None,
        }),
        Block::Chart(Chart::Load(load)) => Some(Picture {
            of: ChartOf::Load,
            title: "The load of a month and who serves it".to_owned(),
            caption:
                "Accelerators that firm work needs over the hours of a month, the highest first, and who serves it."
                    .to_owned(),
            drawing: Drawing::Load(load.clone()),
            table: None,
        }),
        Block::Chart(Chart::Lines(lines)) => Some(of_sweep(title, &lines.title(), lines.drawing())),
        Block::Chart(Chart::Map(map)) => Some(of_sweep(title, &map.title(), Drawing::Map(map.clone()))),
        Block::Heading(_)
        | Block::Lead(_)
        | Block::Sections(_)
        | Block::Table(_)
        | Block::Moves(_)
        | Block::Remarks(_)
        | Block::Snippet(_) => None,
    });
    let mut all: Vec<Picture> = document.pictures.clone();
    for picture in drawn {
        if all.iter().all(|known| known.of != picture.of) {
            all.push(picture);
        }
    }
    all
}

/// Who wins along one input or two, as a picture.
fn of_sweep(title: &str, caption: &str, drawing: Drawing) -> Picture {
    Picture { of: ChartOf::Sweep, title: title.to_owned(), caption: format!("{caption}."), drawing, table: None }
}

/// The bars of an answer as a picture.
fn of_options(bars: &Bars, title: &str) -> Picture {
    let bar = |option: &OptionBar| {
        let amount = option.amount.number()?;
        Some(GroupBar { name: option.name.clone(), standing: option.standing, amount, says: option.amount.text() })
    };
    let group = BarGroup { title: String::new(), bars: bars.options.iter().filter_map(bar).collect() };
    Picture {
        of: ChartOf::Options,
        title: title.to_owned(),
        caption: format!("What each option costs: {}.", bars.amount),
        drawing: Drawing::Groups(Groups { groups: vec![group] }),
        table: None,
    }
}
