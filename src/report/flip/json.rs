//! Flip values as JSON, schema `rackrent.flip/1`.
//!
//! - `scenario`: as in a comparison.
//! - `winner`, `rival`: the option that wins today and the best of the other side; `null` where there is no decision between
//!   owning and renting, for the reasons in `undecided_because`.
//! - `flips`: the numbers that reverse it, the nearest first. `path`; `measure` is `number`, of a profile the `mean` of its
//!   shares, of another list the `multiple` of all its numbers; `assumed`; `file`, `line` and `column` where it was written;
//!   `today`; `flips_at`; `side`: the decision is another `above` or `below` that value, or `from` or `to` it with the value
//!   itself; `other_until`, how far the other direction was searched, where that is less far than the value, else `null`;
//!   `distance` from today's value and `distance_share` of it, `null` where that is nothing; `because`: both sides
//!   are `equal` there, the cost of one makes a `jump`, options are `out` beyond it (in `out`, with reasons), or come `in`
//!   (in `in`); `wins`: the option that wins beyond it, `null` where none is left.
//! - `steady`: numbers that do not reverse it from `least` to `most`. `proof`: `bounded` for every value between them,
//!   `tried` for every whole number, `given_up` where the search went no further.
//! - `idle`: how many numbers have nothing to do with an option that could win.

use super::words;
use crate::analysis::flip::{Asked, Because, Flip, Flips, Measure, Proof, Steady};
use crate::analysis::statement::Header;
use crate::diagnostic::SourceId;
use crate::report::json::{Money, Number, Scenario, number, pretty};
use crate::scenario::document::Origin;
use serde::Serialize;
use std::io::{self, Write};

/// # Errors
/// If nothing can be written.
pub(super) fn write(flips: &Flips, out: &mut dyn Write) -> io::Result<()> {
    let header = &flips.header;
    let today = flips.today.as_ref();
    let document = Document {
        schema: "rackrent.flip/1",
        scenario: Scenario::of(header, Money(header.minor_digits)),
        winner: today.map(|sides| sides.winner.as_str()),
        rival: today.map(|sides| sides.rival.as_str()),
        undecided_because: flips.undecided_because.iter().map(words::undecided).collect(),
        flips: flips.found.iter().map(|flip| Reversal::of(flip, header)).collect(),
        steady: flips.steady.iter().map(Unmoved::of).collect(),
        idle: flips.idle,
    };
    pretty(&document, out)
}

/// The word for what of a number moves.
pub(super) fn measure(measure: Measure) -> &'static str {
    match measure {
        Measure::Number => "number",
        Measure::Mean => "mean",
        Measure::Multiple => "multiple",
    }
}

/// The word for what happens at a flip.
pub(super) fn because(because: &Because) -> &'static str {
    match because {
        Because::Equal => "equal",
        Because::Jump => "jump",
        Because::Out(_) => "out",
        Because::In(_) => "in",
    }
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    scenario: Scenario<'a>,
    winner: Option<&'a str>,
    rival: Option<&'a str>,
    undecided_because: Vec<String>,
    flips: Vec<Reversal<'a>>,
    steady: Vec<Unmoved<'a>>,
    idle: usize,
}

/// One number that reverses a decision.
#[derive(Serialize)]
pub(in crate::report) struct Reversal<'a> {
    path: &'a str,
    measure: &'static str,
    assumed: bool,
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    today: Number,
    flips_at: Number,
    side: &'static str,
    other_until: Option<Number>,
    distance: Number,
    distance_share: Option<Number>,
    because: &'static str,
    out: Vec<Lost<'a>>,
    r#in: Vec<&'a str>,
    wins: Option<&'a str>,
}

#[derive(Serialize)]
struct Lost<'a> {
    option: &'a str,
    reason: String,
}

#[derive(Serialize)]
struct Unmoved<'a> {
    path: &'a str,
    measure: &'static str,
    today: Number,
    least: Number,
    most: Number,
    proof: &'static str,
}

impl<'a> Reversal<'a> {
    pub(in crate::report) fn of(flip: &'a Flip, header: &'a Header) -> Reversal<'a> {
        let Asked { path, measure: of, origin, place, today, .. } = &flip.number;
        // a line of a `--set` is no line of the file
        let place = place.filter(|place| place.source == SourceId::FILE);
        let (out, entered) = match &flip.because {
            Because::Out(out) => (out.as_slice(), &[][..]),
            Because::In(options) => (&[][..], options.as_slice()),
            Because::Equal | Because::Jump => (&[][..], &[][..]),
        };
        Reversal {
            path,
            measure: measure(*of),
            assumed: *origin == Origin::Assumed,
            file: place.map(|_| header.file.as_str()),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            today: Number(*today),
            flips_at: Number(flip.at),
            side: words::side(flip),
            other_until: number(flip.other_until),
            distance: Number(flip.distance()),
            distance_share: number(flip.distance_share()),
            because: because(&flip.because),
            out: out.iter().map(|out| Lost { option: &out.option, reason: words::out(&out.why) }).collect(),
            r#in: entered.iter().map(String::as_str).collect(),
            wins: flip.wins.as_deref(),
        }
    }
}

impl<'a> Unmoved<'a> {
    fn of(steady: &'a Steady) -> Unmoved<'a> {
        Unmoved {
            path: &steady.number.path,
            measure: measure(steady.number.measure),
            today: Number(steady.number.today),
            least: Number(steady.least),
            most: Number(steady.most),
            proof: match steady.proof {
                Proof::Bounded => "bounded",
                Proof::Tried => "tried",
                Proof::TriedSoFar | Proof::GivenUp => "given_up",
            },
        }
    }
}
