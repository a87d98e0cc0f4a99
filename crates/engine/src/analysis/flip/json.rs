//! What programs read of flips, where it is not field for field what they are.

use super::factor::FactorMeasure;
use super::group::Group;
use super::range::InRange;
use super::result::{Because, Beyond, Contest, Flip, Out, OutgrownFleet, Proof, Steady};
use crate::amount::Ratio;
use crate::diagnostic::SourceId;
use crate::scenario::CurrencyCode;
use crate::scenario::document::Origin;
use crate::written::written_as;
use serde::{Serialize, Serializer};

written_as! {
    Flip => WrittenFlip<'_>;
    Steady => WrittenSteady<'_>;
}

/// The paths of numbers.
pub(super) fn paths<S: Serializer>(of: &[Steady], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(of.iter().map(|steady| &steady.number.path))
}

/// A number whose value, all else fixed, reverses the decision.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenFlip<'a> {
    /// The path of the number, or of the list that it stands for.
    path: &'a str,
    /// What of it moves.
    measure: FactorMeasure,
    /// What can be done about it.
    group: Group,
    /// Whether the author left it out.
    assumed: bool,
    /// The file in which it was written.
    file: Option<&'a str>,
    /// Its line, from 1.
    line: Option<u32>,
    /// Its column in characters, from 1.
    column: Option<u32>,
    /// The currency of its values where that is not the one of the scenario; of a rate the currency that it is of.
    currency: Option<&'static str>,
    /// Its value today, in the unit of its key.
    today: Ratio,
    /// The flip value, in the unit of its key.
    flips_at: Ratio,
    /// Where the decision is another.
    side: Beyond,
    /// How far the other direction was searched where that is less far, so that something nearer may have been missed.
    other_until: Option<Ratio>,
    /// The flip value less today's.
    distance: Ratio,
    /// The distance as a share of today's value; none where that is 0.
    distance_share: Option<Ratio>,
    /// The distance as a share of the way to the end of the range that `uncertainty` states.
    range_share: Option<Ratio>,
    /// What happens there: both sides are `equal`, a cost makes a `jump`, options are `out` beyond it, or come `in`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["equal", "jump", "out", "in"])))]
    because: &'static str,
    /// Options that are not possible, or cannot win, beyond it.
    out: &'a [Out],
    /// Options that are out today and not beyond it.
    r#in: &'a [String],
    /// The option that wins beyond it; none where no option is left.
    wins: Option<&'a str>,
    /// Jobs that fit a fleet before the flip value, and are larger than the fleet beyond it.
    outgrown: &'a [OutgrownFleet],
    /// The rules whose findings weigh against the comparison and concern the number.
    findings: Vec<&'static str>,
}

impl<'a> From<&'a Flip> for WrittenFlip<'a> {
    fn from(flip: &'a Flip) -> WrittenFlip<'a> {
        let number = &flip.number;
        // a line of a `--set` is no line of the file
        let place = number.place.filter(|place| matches!(place.source, SourceId::File(_)));
        let (out, entered): (&[Out], &[String]) = match &flip.because {
            Because::Out(out) => (out, &[]),
            Because::In(options) => (&[], options),
            Because::Equal | Because::Jump => (&[], &[]),
        };
        WrittenFlip {
            path: &number.path,
            measure: number.measure,
            group: flip.group(),
            assumed: number.origin == Origin::Assumed,
            file: place.map(|_| number.file.as_str()),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            currency: number.currency.map(CurrencyCode::code),
            today: number.today.into(),
            flips_at: flip.at.into(),
            side: flip.beyond(),
            other_until: flip.other_until.map(Ratio::from),
            distance: flip.distance().into(),
            distance_share: flip.distance_share().map(Ratio::from),
            range_share: flip.in_range().and_then(InRange::share).map(Ratio::from),
            because: flip.because.name(),
            out,
            r#in: entered,
            wins: flip.wins.as_deref(),
            outgrown: &flip.outgrown,
            findings: flip.findings.iter().map(|code| code.text()).collect(),
        }
    }
}

/// A number that reverses nothing between two values.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenSteady<'a> {
    /// The path of the number, or of the list that it stands for.
    path: &'a str,
    /// What of it moves.
    measure: FactorMeasure,
    /// Its value today, in the unit of its key.
    today: Ratio,
    /// The least value that was looked at.
    least: Ratio,
    /// The greatest.
    most: Ratio,
    /// How it is known.
    proof: Proof,
}

impl<'a> From<&'a Steady> for WrittenSteady<'a> {
    fn from(steady: &'a Steady) -> WrittenSteady<'a> {
        WrittenSteady {
            path: &steady.number.path,
            measure: steady.number.measure,
            today: steady.number.today.into(),
            least: steady.least.into(),
            most: steady.most.into(),
            proof: steady.proof,
        }
    }
}

/// The winner and its rival; neither where there is no decision.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct WrittenContest<'a> {
    /// The option that wins today; none where there is no decision between owning and renting.
    winner: Option<&'a str>,
    /// The best option of the other side.
    rival: Option<&'a str>,
}

#[allow(clippy::ref_option, reason = "serde hands fields over by reference")]
pub(super) fn contest<S: Serializer>(today: &Option<Contest>, serializer: S) -> Result<S::Ok, S::Error> {
    let of = |of: fn(&Contest) -> &String| today.as_ref().map(|contest| of(contest).as_str());
    WrittenContest { winner: of(|today| &today.winner), rival: of(|today| &today.rival) }.serialize(serializer)
}
