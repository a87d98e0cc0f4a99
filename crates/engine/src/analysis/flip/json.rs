//! Serialized form of flips.

use super::factor::FactorMeasure;
use super::group::Group;
use super::range::InRange;
use super::result::{BestBySide, Beyond, ExcludedOption, FleetOverCapacity, Flip, FlipReason, Steady};
use crate::amount::Ratio;
use crate::analysis::line_and_column::LineAndColumn;
use crate::diagnostic::SourceId;
use crate::model::OptionId;
use crate::scenario::CurrencyCode;
use crate::scenario::document::Origin;
use crate::serialized::serialized_as;
use serde::{Serialize, Serializer};

serialized_as! {
    Flip => FlipJson<'_>;
}

/// Paths of inputs.
pub(super) fn paths<S: Serializer>(of: &[Steady], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(of.iter().map(|steady| &steady.number.path))
}

/// An input with a value that flips the decision, all other inputs fixed.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FlipJson<'a> {
    /// Path of the input, or of a list of numbers.
    path: &'a str,
    /// Meaning of its values.
    measure: FactorMeasure,
    /// Group for decision makers.
    group: Group,
    /// Whether the author left it out.
    assumed: bool,
    /// The file that contains it; null if it is not in a file.
    file: Option<&'a str>,
    #[serde(flatten)]
    place: LineAndColumn,
    /// Currency of its values; null if it is that of the scenario. For an exchange rate, the currency it converts.
    currency: Option<&'static str>,
    /// Its value in the base case, in the unit of its key.
    today: Ratio,
    /// The flip value, in the unit of its key.
    flips_at: Ratio,
    /// Side of the flip value on which the decision is different.
    side: Beyond,
    /// End of the search in the other direction if it is nearer than the flip value, so a nearer one may exist; else
    /// null.
    other_until: Option<Ratio>,
    /// Flip value minus base value.
    distance: Ratio,
    /// Distance as a share of the base value; null if that is 0.
    distance_share: Option<Ratio>,
    /// Distance as a share of the distance to the end of its range in `uncertainty`; null without a range on that side.
    range_share: Option<Ratio>,
    /// Reason: both sides are `equal`, a cost has a `jump`, options are `out` beyond it, or come `in`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["equal", "jump", "out", "in"])))]
    because: &'static str,
    /// Options that are not possible or cannot win beyond it.
    out: &'a [ExcludedOption],
    /// Options that are out in the base case but not beyond it.
    r#in: &'a [OptionId],
    /// Option that wins beyond it; null if no option is left.
    wins: Option<&'a OptionId>,
    /// Jobs that fit a fleet before the flip value but not beyond it.
    outgrown: &'a [FleetOverCapacity],
    /// Codes of the findings that concern the input.
    findings: Vec<&'static str>,
}

impl<'a> From<&'a Flip> for FlipJson<'a> {
    fn from(flip: &'a Flip) -> FlipJson<'a> {
        let number = &flip.number;
        let place = number.place.filter(|place| matches!(place.source, SourceId::File(_)));
        let (out, entered): (&[ExcludedOption], &[OptionId]) = match &flip.because {
            FlipReason::Out(out) => (out, &[]),
            FlipReason::In(options) => (&[], options),
            FlipReason::Equal | FlipReason::Jump => (&[], &[]),
        };
        FlipJson {
            path: &number.path,
            measure: number.measure,
            group: flip.group(),
            assumed: number.origin == Origin::Assumed,
            file: place.map(|_| number.file.as_str()),
            place: LineAndColumn::of(place),
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
            wins: flip.wins.as_ref(),
            outgrown: &flip.over_capacity,
            findings: flip.findings.iter().map(|code| code.text()).collect(),
        }
    }
}

/// The winner and the best option of the other side; both null if there is no decision.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct BestBySideJson<'a> {
    /// Option that wins in the base case; null if there is no decision between owning and renting.
    winner: Option<&'a OptionId>,
    /// Best option of the other side; null if there is no decision between owning and renting.
    rival: Option<&'a OptionId>,
}

#[allow(clippy::ref_option, reason = "serde hands fields over by reference")]
pub(super) fn contest<S: Serializer>(today: &Option<BestBySide>, serializer: S) -> Result<S::Ok, S::Error> {
    let today = today.as_ref();
    BestBySideJson { winner: today.map(|today| &today.winner), rival: today.map(|today| &today.other_side) }
        .serialize(serializer)
}
