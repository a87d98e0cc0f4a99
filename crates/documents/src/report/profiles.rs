//! Named profiles: as text with bars, as JSON (schema `rackrent.profiles/1`), and as CSV.

use super::Canvas;
use super::json::{self, Contract};
use super::page::{Cell, Data, Dialect, csv};
use crate::amount::Ratio;
use crate::number::percent;
use crate::scenario::profiles::{DAY, Profile};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde::Serialize;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/// Eighths of a cell, from the bottom.
const UP: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// Eighths of a cell, from the left.
const ACROSS: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];
/// Mark of an hour without load.
const NOTHING: char = '·';
/// Width of a full bar, in cells.
const BAR: usize = 24;
/// Width of the labels of the overview, in cells.
const LABEL: usize = 20;
/// Width of the labels of hours, in cells.
const HOUR: usize = 8;
/// Width of a column of hours, in cells: a bar, a percentage, a gap.
const COLUMN: usize = BAR + 11;

/// Consecutive equal days.
struct Days<'a> {
    name: String,
    shares: &'a [Decimal],
}

/// The days of a profile, with consecutive equal days merged.
fn days(profile: &Profile) -> Vec<Days<'_>> {
    let all: Vec<&[Decimal]> = profile.shares().chunks(DAY).collect();
    if all.len() < DAYS.len() {
        return all.into_iter().map(|shares| Days { name: "every day".to_owned(), shares }).collect();
    }
    let mut first = 0;
    let alike = all.chunk_by(|one, next| one == next);
    alike
        .map(|alike| {
            let last = first + alike.len() - 1;
            let name = match alike.len() {
                1 => DAYS[first].to_owned(),
                2 => format!("{}, {}", DAYS[first], DAYS[last]),
                _ => format!("{}–{}", DAYS[first], DAYS[last]),
            };
            first = last + 1;
            Days { name, shares: alike[0] }
        })
        .collect()
}

/// Writes every profile on a few lines: its mean, a bar per hour of the day, and its description.
///
/// # Errors
/// If writing fails.
pub fn overview(profiles: &[Profile], canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{:LABEL$}0     6     12    18    24 h", "share of the peak")?;
    for profile in profiles {
        writeln!(out, "\n{}: {} of the peak on average", profile.name, percent(profile.mean_to_peak(), 1))?;
        for days in days(profile) {
            let bars: String = days.shares.iter().map(|share| upright(*share)).collect();
            writeln!(out, "  {:width$}{bars}", days.name, width = LABEL - 2)?;
        }
        sentence(&profile.description, canvas, out)?;
    }
    Ok(())
}

/// Writes one profile hour by hour, with the source of its shape.
///
/// # Errors
/// If writing fails.
pub fn detail(profile: &Profile, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}: {} of the peak on average", profile.name, percent(profile.mean_to_peak(), 1))?;
    sentence(&profile.description, canvas, out)?;
    sentence(&format!("Shape: {}.", profile.source), canvas, out)?;
    let beside_each_other = (canvas.width.saturating_sub(HOUR) / COLUMN).max(1);
    for group in days(profile).chunks(beside_each_other) {
        writeln!(out)?;
        let heads: Vec<String> = group.iter().map(|days| padded(&days.name, COLUMN)).collect();
        line("", &heads, out)?;
        for hour in 0..DAY {
            let bars = group.iter().map(|days| {
                let share = days.shares[hour];
                padded(&format!("{}{:>7}", padded(&across(share), BAR), percent(share, 0)), COLUMN)
            });
            line(&format!("{hour:02}:00"), &bars.collect::<Vec<String>>(), out)?;
        }
    }
    Ok(())
}

fn line(label: &str, cells: &[String], out: &mut dyn Write) -> io::Result<()> {
    let text = format!("  {}{}", padded(label, HOUR - 2), cells.concat());
    writeln!(out, "{}", text.trim_end())
}

fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

fn sentence(text: &str, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    let options = textwrap::Options::new(canvas.width).initial_indent("  ").subsequent_indent("  ");
    textwrap::wrap(text, options).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// A share in eighths of cells, rounded; at least 1 for a share above 0.
fn eighths(share: Decimal, cells: usize) -> usize {
    let eighths = (share * Decimal::from(cells * 8)).round().to_usize().unwrap_or(0);
    if share.is_zero() { 0 } else { eighths.max(1) }
}

/// A vertical bar of one cell.
fn upright(share: Decimal) -> char {
    eighths(share, 1).checked_sub(1).and_then(|at| UP.get(at)).copied().unwrap_or(NOTHING)
}

/// A horizontal bar.
fn across(share: Decimal) -> String {
    let eighths = eighths(share, BAR);
    if eighths == 0 {
        return NOTHING.to_string();
    }
    let full = std::iter::repeat_n(ACROSS[7], eighths / 8);
    full.chain((eighths % 8).checked_sub(1).map(|at| ACROSS[at])).collect()
}

/// Named load profiles.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ProfilesJson<'a> {
    /// The profiles.
    profiles: Vec<Described<'a>>,
}

/// A named load profile.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Described<'a> {
    /// Its name.
    name: &'a str,
    /// Its description.
    description: &'a str,
    /// The source of its shape.
    source: &'a str,
    /// The mean of its shares.
    mean_to_peak: Ratio,
    /// The number of hours: 24 or 168.
    hours: usize,
    /// The load of each hour as a share of the peak; a week begins on Monday.
    shares: Vec<Ratio>,
}

/// Writes profiles as JSON: `name`, `description`, `source`, `mean_to_peak`, `hours` (24 or 168) and `shares` of each.
///
/// # Errors
/// If writing fails.
pub fn json(profiles: &[Profile], out: &mut dyn Write) -> io::Result<()> {
    let described = profiles.iter().map(|profile| Described {
        name: &profile.name,
        description: &profile.description,
        source: &profile.source,
        mean_to_peak: profile.mean_to_peak().into(),
        hours: profile.shares().len(),
        shares: profile.shares().iter().copied().map(Ratio::from).collect(),
    });
    json::write(Contract::Profiles, &ProfilesJson { profiles: described.collect() }, out)
}

/// Writes profiles as tidy CSV: `profile, day, hour, share`; `day` is empty if all days are equal.
///
/// # Errors
/// If writing fails.
pub fn csv(profiles: &[Profile], out: &mut dyn Write) -> io::Result<()> {
    let row = |profile: &Profile, slot: usize, share: Decimal| {
        let is_week = profile.shares().len() > DAY;
        let day = is_week.then(|| DAYS[slot / DAY].to_lowercase());
        vec![
            Cell::from(&profile.name),
            day.into(),
            Cell::exact(Decimal::from(slot % DAY)),
            Cell::exact(share.normalize()),
        ]
    };
    let rows = profiles
        .iter()
        .flat_map(|profile| profile.shares().iter().enumerate().map(move |(slot, share)| row(profile, slot, *share)));
    csv::write(&Data::new(["profile", "day", "hour", "share"], rows), Dialect::Standard, out)
}

#[cfg(test)]
mod tests {
    use super::super::Colour;
    use super::*;
    use crate::scenario::profiles::{all, named};

    fn written(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn bars_are_as_long_as_their_share() {
        let share = |percent| Decimal::new(percent, 2);
        assert_eq!([0, 1, 12, 13, 50, 100].map(|percent| upright(share(percent))), ['·', '▁', '▁', '▁', '▄', '█']);
        assert_eq!((across(share(0)), across(share(1)), across(share(25))), ("·".into(), "▎".into(), "██████".into()));
        assert_eq!(across(Decimal::ONE).width(), BAR);
    }

    #[test]
    fn a_narrow_terminal_has_one_column_below_the_other_and_no_line_is_too_long() {
        for width in [48, 100] {
            let canvas = Canvas::new(width, Colour::Plain);
            for profile in all() {
                let text = written(|out| detail(profile, &canvas, out));
                let groups = days(profile).len();
                let blocks = text.matches("  00:00").count();
                assert_eq!(blocks, if width < 100 { groups } else { groups.div_ceil(2) }, "{text}");
                assert!(text.lines().all(|line| line.width() <= width), "{text}");
            }
            let text = written(|out| overview(all(), &canvas, out));
            assert!(text.lines().all(|line| line.width() <= width), "{text}");
        }
    }

    #[test]
    fn every_hour_is_a_row_and_every_share_a_number() {
        let nightly = named("nightly_batch").unwrap();
        let text = written(|out| csv(std::slice::from_ref(nightly), out));
        assert_eq!(text.lines().count(), 1 + 24);
        assert!(text.contains("\nnightly_batch,,5,1\nnightly_batch,,6,0\n"), "{text}");
        let text = written(|out| csv(all(), out));
        assert!(text.contains("\nweekday_batch,monday,8,1\n") && text.ends_with("weekday_batch,sunday,23,0\n"));
        let value: serde_json::Value = serde_json::from_str(&written(|out| json(all(), out))).unwrap();
        assert_eq!(value["schema"], "rackrent.profiles/1");
        assert_eq!(value["profiles"][0]["name"], "flat");
        assert_eq!(value["profiles"][0]["shares"].as_array().unwrap().len(), 24);
        assert_eq!(value["profiles"][0]["mean_to_peak"].to_string(), "1");
    }
}
