//! Charts as files of their own.

use super::page::{BarGroup, Bars, Block, Chart, ChartOf, Drawing, GroupBar, Groups, IllustratedPage, Picture, Slide};
use super::page::{ChartError, OptionBar};
use super::result::Report;
use std::io::{self, Write};

/// File format of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChartFormat {
    /// Vector graphics.
    Svg,
    /// Pixels.
    Png,
}

/// Writes the requested chart of a report; without a request the first one.
///
/// # Errors
/// If the report has no such chart, or writing fails.
pub(super) fn write(
    report: &dyn Report,
    requested: Option<ChartOf>,
    format: ChartFormat,
    out: &mut dyn Write,
) -> io::Result<()> {
    let document = report.document().labelled();
    let all = charts(&document);
    let chosen = match requested {
        Some(requested) => all.iter().find(|picture| picture.of == requested),
        None => all.first(),
    };
    let slide = Slide::of(chosen.ok_or_else(|| none(&all, requested))?, &document.page.footer);
    match format {
        ChartFormat::Svg => slide.write_svg(out),
        ChartFormat::Png => slide.write_png(out).map_err(|why| match why {
            ChartError::Lacks(letter) => io::Error::other(format!("PNG has no glyph for “{letter}”; use SVG")),
            ChartError::Io(error) => error,
        }),
    }
}

/// Error for a missing chart, with the available ones.
fn none(all: &[Picture], requested: Option<ChartOf>) -> io::Error {
    let names: Vec<&str> = all.iter().map(|picture| picture.of.name()).collect();
    io::Error::other(match requested.filter(|_| !names.is_empty()) {
        Some(requested) => {
            format!("this result has no chart `{}`; its charts are {}", requested.name(), names.join(", "))
        }
        None => "this result has no chart".to_owned(),
    })
}

/// Error for a chart of several scenarios.
pub(super) fn of_several() -> io::Error {
    io::Error::other("a chart shows one scenario; give one file")
}

/// All charts of a document, pictures first.
fn charts(document: &IllustratedPage) -> Vec<Picture> {
    let answers = document.page.answers();
    let title = answers.first().unwrap_or(&document.page.name);
    let blocks = document.page.blocks.iter().chain(document.chapters.iter().flat_map(|chapter| &chapter.blocks));
    let drawn = blocks.filter_map(|block| match block {
        Block::Chart(Chart::Bars(bars)) => Some(of_options(bars, title)),
        Block::Chart(Chart::Tornado(tornado)) => Some(Picture {
            of: ChartOf::Swings,
            title: "Effect of each input on the difference in present value".to_owned(),
            caption: "Each input moves from its low to its high value; all other inputs keep their base case value."
                .to_owned(),
            drawing: Drawing::Tornado(tornado.clone()),
            table: None,
        }),
        Block::Chart(Chart::Load(load)) => Some(Picture {
            of: ChartOf::Load,
            title: "Load over a month and its supply".to_owned(),
            caption:
                "Accelerators needed by firm work, hours of the month sorted from highest to lowest, and their supply."
                    .to_owned(),
            drawing: Drawing::Load(load.clone()),
            table: None,
        }),
        Block::Chart(Chart::Lines(lines)) => Some(of_lines(lines.of, title, &lines.title, lines.drawing())),
        Block::Chart(Chart::Map(map)) => Some(of_lines(ChartOf::Sweep, title, &map.title(), Drawing::Map(map.clone()))),
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

/// Lines, or a map of winners, as a picture.
fn of_lines(of: ChartOf, title: &str, caption: &str, drawing: Drawing) -> Picture {
    Picture { of, title: title.to_owned(), caption: format!("{caption}."), drawing, table: None }
}

/// The cost bars of a result as a picture.
fn of_options(bars: &Bars, title: &str) -> Picture {
    let bar = |option: &OptionBar| {
        let amount = option.amount.number()?;
        Some(GroupBar { name: option.name.clone(), outcome: option.outcome, amount, says: option.amount.text() })
    };
    let group = BarGroup { title: String::new(), bars: bars.options.iter().filter_map(bar).collect() };
    Picture {
        of: ChartOf::Options,
        title: title.to_owned(),
        caption: format!("Cost of each option: {}.", bars.amount),
        drawing: Drawing::Groups(Groups { groups: vec![group] }),
        table: None,
    }
}
