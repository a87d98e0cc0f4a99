//! Changes of rental prices that are stated as certain and decide the verdict.

use crate::analysis::flip::Flip;
use crate::check::budget::WorkOutcome;
use crate::check::rules::Subject;
use crate::check::rules::words::share;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{OptionId, OptionKind};
use crate::number::counted;
use crate::scenario::Setting;
use crate::scenario::document::{Entry, NodeId, Origin};
use crate::scenario::rent::Rent;
use crate::scenario::uncertainty::uncertain;
use rust_decimal::Decimal;

/// Observed change of a rental price, lowest and highest per year: the largest fall per year of 70 on-demand list prices, each
/// observed for a year or longer, and the largest rise of a committed price within twelve months. Price lists of AWS, Azure and
/// Google Cloud from July 2022 to July 2026; sample and sources in `docs/guide/new.md`, *Origin of the price range*.
pub const OBSERVED_CHANGE_PER_YEAR: [Decimal; 2] =
    [Decimal::from_parts(33, 0, 0, true, 2), Decimal::from_parts(27, 0, 0, false, 2)];

/// The same range per month, to a tenth of a percent within it: 0.968^12 = 0.677 and 1.02^12 = 1.268.
const OBSERVED_CHANGE_PER_MONTH: [Decimal; 2] =
    [Decimal::from_parts(32, 0, 0, true, 3), Decimal::from_parts(2, 0, 0, false, 2)];

/// Source of both ranges.
const OBSERVED: &str = "observed in list prices of AWS, Azure and Google Cloud from 2022 to 2026, see `rackrent check --explain \
                        trend-decides`";

/// Written changes of rental prices without a range, of the two best options across sides, that turn the verdict within the
/// observed range. A rate that is not written is the convention of constant prices; of endpoints no prices were observed.
pub(super) fn trend_decides(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let rented = subject.answer.loaded.scenario.rent.iter().filter(|rent| !rent.value.is_endpoint());
    let certain = rented.map(|rent| (rent.at, Trend::of(rent))).filter(|(_, trend)| trend.is_certain(subject));
    let certain: Vec<(NodeId, Trend)> = certain.collect();
    // most scenarios have none, and need no search
    if certain.is_empty() {
        return Vec::new();
    }
    let Some((winner, other)) = subject.answer.best_of_each() else { return Vec::new() };
    let options = subject.answer.evaluated.model.options.iter();
    let decisive = options.filter(|option| [&winner, &other].contains(&&option.id));
    let parts: Vec<NodeId> = decisive.flat_map(|option| &option.parts).map(|part| part.at).collect();
    let decisive = certain.iter().filter(|(option, _)| parts.contains(option));
    let found: Vec<Diagnostic> = decisive.filter_map(|(_, trend)| trend.turned(subject, &winner)).collect();
    // where another rental takes over as one becomes dear, only the market as a whole turns the verdict
    if found.is_empty() && certain.len() > 1 {
        turned_together(subject, &certain, &winner).into_iter().collect()
    } else {
        found
    }
}

/// The finding if the other side wins with all rates at one end of what was observed.
fn turned_together(subject: &Subject<'_>, certain: &[(NodeId, Trend)], winner: &OptionId) -> Option<Diagnostic> {
    let (_, first) = certain.first()?;
    if !subject.may_write_all_anew(Code::TrendDecides, first.at, 2) {
        return None;
    }
    let (document, variation) = (&subject.answer.loaded.document, subject.variation());
    (0..2).find_map(|end| {
        let setting = |(_, trend): &(NodeId, Trend)| Setting {
            path: document.path(trend.at),
            value: trend.range[end].to_string(),
        };
        let decision = variation.with(&certain.iter().map(setting).collect::<Vec<_>>());
        let other = decision.winning().map(|option| &option.name)?;
        let is_turned = (other.kind() == OptionKind::Rent) != (winner.kind() == OptionKind::Rent);
        let (path, at_end) = (document.path(first.at), share(first.range[end]));
        let others = counted(certain.len() - 1, "other rental");
        let message = format!(
            "`{path}` and that of {others} have no range; if all move as far as observed, {at_end} a {}, {other} wins instead of {winner}",
            first.period
        );
        is_turned.then(|| first.labelled(subject, message))
    })
}

/// The change of an option's price.
struct Trend {
    /// Node of the rate.
    at: NodeId,
    /// Observed lowest and highest.
    range: [Decimal; 2],
    period: &'static str,
}

impl Trend {
    fn of(rent: &Entry<Rent>) -> Trend {
        match &rent.value.price_change_per_month {
            Some(rate) => Trend { at: rate.at, range: OBSERVED_CHANGE_PER_MONTH, period: "month" },
            None => Trend { at: rent.value.price_change_per_year.at, range: OBSERVED_CHANGE_PER_YEAR, period: "year" },
        }
    }

    /// Whether it is written, and neither a range nor a case says that it may be another one.
    fn is_certain(&self, subject: &Subject<'_>) -> bool {
        let loaded = &subject.answer.loaded;
        let (path, stated) =
            (loaded.document.path(self.at), loaded.document.number(self.at).map(|number| number.value));
        let uncertain = uncertain(&loaded.document, &loaded.scenario);
        let is_another = |value: Decimal| Some(value) != stated;
        let has_range = uncertain.iter().filter(|entry| entry.at == self.at).any(|entry| {
            let (low, high) = entry.spread.ends();
            is_another(low) || is_another(high)
        });
        let is_in_a_case = || loaded.scenario.cases.iter().any(|case| case.value.get(&path).is_some());
        loaded.document.origin(self.at) != Origin::Assumed && !has_range && !is_in_a_case()
    }

    /// The finding if it turns the verdict. A rate that has no effect turns nothing, such as that of an option with commitments
    /// for all its hours.
    fn turned(&self, subject: &Subject<'_>, winner: &OptionId) -> Option<Diagnostic> {
        let path = subject.answer.loaded.document.path(self.at);
        let most = subject.left_to_work_out(Code::TrendDecides);
        let found = subject.answer.flip_of(self.at, self.range, most);
        let outcome = if found.is_whole { WorkOutcome::Found } else { WorkOutcome::GivenUp };
        subject.worked_out(Code::TrendDecides, self.at, found.work, outcome);
        Some(self.finding(subject, &path, winner, &found.result?))
    }

    fn finding(&self, subject: &Subject<'_>, path: &str, winner: &OptionId, flip: &Flip) -> Diagnostic {
        let after = match &flip.wins {
            Some(option) => format!("{option} wins instead of {winner}"),
            None => format!("{winner} no longer wins"),
        };
        let ([low, high], period) = (self.range, self.period);
        let observed = format!("{} to {} a {period}", share(low), share(high));
        let today = share(flip.number.today);
        let turns = share(flip.at.round_dp(4));
        let message = format!("`{path}` is {today} without a range, and at {turns} {after} (observed: {observed})");
        self.labelled(subject, message)
    }

    fn labelled(&self, subject: &Subject<'_>, message: String) -> Diagnostic {
        let [low, high] = self.range.map(|share| (share * Decimal::ONE_HUNDRED).normalize());
        let path = subject.answer.loaded.document.path(self.at);
        let ranges = format!("`{path}: {{ low: {low}%, high: {high}% }}` or `{{ volatility_per_year: 24% }}`");
        let finding = subject.finding(Code::TrendDecides, self.at, message);
        finding.label(format!("add {ranges} to `uncertainty`, or the range in your contract")).help(OBSERVED)
    }
}
