//! What a scenario is expected to say, held against what is printed: amounts to the minor unit, ratios to the 12 digits of
//! the JSON. Each unmet expectation is found at its own line, with the text that accepts what is found.

mod accepted;
mod figures;

use super::budget::WorkOutcome;
use super::rules::Subject;
use crate::analysis::cases::CaseStatement;
use crate::analysis::statement::{BreakEven, Comparison, CrossingOutcome, OptionStatement, PairStatement};
use crate::analysis::{Answer, AskedPair, WorkedOut};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::OptionKind;
use crate::number;
use crate::reasons;
use crate::scenario::document::{Document, Given, NodeId, ScalarOr};
use crate::scenario::expect::{
    ALWAYS_OWN, ALWAYS_RENT, Bounded, Expectations, Expected, ExpectedPair, ExpectedRange, NEVER, NO_WINNER,
};
use accepted::{Accepted, with_help};
use figures::{End, Figure, Measure};
use rust_decimal::Decimal;

/// An expectation that is not met.
struct Unmet {
    /// The node that says it.
    at: NodeId,
    /// What is found instead, and by how much.
    message: String,
    /// What is found, in a word or two.
    found: String,
    /// What accepts it.
    accepted: Accepted,
}

/// Every expectation that the comparison does not meet, and then those of its cases, in the order of the language.
pub(super) fn unmet(subject: &Subject<'_>, cases: &[CaseStatement<Answer>]) -> Vec<Diagnostic> {
    let Some(expect) = &subject.answer.loaded.scenario.expect else { return Vec::new() };
    let mut unmet = of_one(expect.here(), subject.answer, subject);
    for case in &expect.cases {
        // a case that is refused says that
        let Some(answer) = cases.iter().find(|one| one.name == case.name).and_then(CaseStatement::answer) else {
            continue;
        };
        let of_case = of_one(case.value.here(), answer, subject).into_iter();
        unmet.extend(of_case.map(|one| Unmet { message: in_case(&case.name, &one.message), ..one }));
    }
    with_help(&unmet, &subject.answer.loaded)
}

/// What is said of a case.
pub(super) fn in_case(case: &str, message: &str) -> String {
    format!("in the case `{case}`: {message}")
}

/// What is expected of one answer and is not met.
fn of_one<'a>(expect: Expectations<'a>, answer: &'a Answer, subject: &'a Subject<'a>) -> Vec<Unmet> {
    let mut held = Held { answer, subject, comparison: &answer.comparison, unmet: Vec::new() };
    held.verdict(expect);
    held.amounts(expect);
    for pair in expect.pairs {
        held.pair(&pair.value);
    }
    held.unmet
}

/// A comparison while it is held to what is expected.
struct Held<'a> {
    answer: &'a Answer,
    /// What the work for it is counted in, of all cases.
    subject: &'a Subject<'a>,
    comparison: &'a Comparison,
    unmet: Vec<Unmet>,
}

impl<'a> Held<'a> {
    fn verdict(&mut self, expect: Expectations<'_>) {
        self.winner(expect);
        if let Some(margin) = expect.margin {
            let share = self.comparison.verdict.saving_share;
            let figure = share.map(|share| Figure::new("the saving over the runner-up", Measure::Share, *share));
            let absent = match &self.comparison.verdict.winner {
                Some(winner) if self.comparison.verdict.runner_up.is_some() => {
                    format!("{winner} saves no share: the runner-up costs nothing in present value")
                }
                Some(winner) => format!("{winner} has no runner-up to save against"),
                None => "no option may be chosen: there is no saving".to_owned(),
            };
            self.within(margin.value.bounds(), margin.at, figure.as_slice(), &absent);
        }
        if let Some(close) = expect.close {
            self.close(close);
        }
        if let Some(expected) = expect.break_even_utilization {
            match (self.best(OptionKind::Own), self.best(OptionKind::Rent)) {
                (Some(own), Some(rent)) => match self.compared(&own.name, &rent.name) {
                    Some((_, asked)) => self.utilization(expected, asked, [&own.name, &rent.name]),
                    None => self.absent(expected, &format!("{} and {} are not compared", own.name, rent.name)),
                },
                (None, _) => self.absent(expected, "no owned option may be chosen: there is no break-even"),
                (Some(_), None) => self.absent(expected, "no rented option may be chosen: there is no break-even"),
            }
        }
    }

    /// The option of a kind that has the least present value of those that may win; a tie goes to the earlier.
    fn best(&self, kind: OptionKind) -> Option<&'a OptionStatement> {
        let of_kind = self.comparison.options.iter().filter(|option| option.kind == kind && may_win(option));
        of_kind.min_by_key(|option| option.present_value)
    }

    /// What is stated of a pair, and what more may be asked of it.
    fn compared(&self, own: &str, rent: &str) -> Option<(&'a PairStatement, AskedPair<'a>)> {
        let pair = self.comparison.pairs.iter().find(|pair| pair.own == own && pair.rent == rent);
        pair.zip(self.answer.pair(own, rent))
    }

    fn winner(&mut self, expect: Expectations<'_>) {
        let expected = expect.winners();
        let found = self.comparison.verdict.winner.as_deref().unwrap_or(NO_WINNER);
        let Some(last) = expected.last().filter(|_| expected.iter().all(|one| one.value != found)) else { return };
        let accepted = match expect.winner {
            Some(ScalarOr::Part(_)) => Accepted::Beside(found.to_owned()),
            Some(ScalarOr::Scalar(_)) | None => Accepted::Value(found.to_owned()),
        };
        let message = self.other_winner(expected);
        self.unmet.push(Unmet { at: last.at, message, found: found.to_owned(), accepted });
    }

    /// Which option wins instead, and by how much.
    fn other_winner(&self, expected: &[Given<String>]) -> String {
        let names: Vec<&str> = expected.iter().map(|one| one.value.as_str()).collect();
        let named = |option: &&OptionStatement| names.contains(&option.name.as_str());
        let Some(winner) = self.option(self.comparison.verdict.winner.as_deref()) else {
            return format!("no option may be chosen; {} is expected to win", names.join(" or "));
        };
        let wins = format!("{} wins", winner.name);
        if names == [NO_WINNER] {
            return format!("{wins}; it is expected that no option may be chosen");
        }
        let able = self.comparison.options.iter().filter(named).filter(|option| may_win(option));
        if let Some(best) = able.min_by_key(|option| option.present_value) {
            let less = (best.present_value - winner.present_value).grouped();
            return format!("{wins}, not {}: its present value is {less} less", best.name);
        }
        let unable = self.comparison.options.iter().find(named);
        let reasons = unable.map(OptionStatement::cannot_win_because);
        let first = reasons.and_then(|reasons| reasons.into_iter().next());
        let reason = first.map(|why| format!(": {}", reasons::cannot_win(&why))).unwrap_or_default();
        format!("{wins}, not {}, which may not be chosen{reason}", names.join(" or "))
    }

    fn option(&self, name: Option<&str>) -> Option<&OptionStatement> {
        self.comparison.options.iter().find(|option| Some(option.name.as_str()) == name)
    }

    fn close(&mut self, expected: Given<bool>) {
        let verdict = &self.comparison.verdict;
        if verdict.close == expected.value {
            return;
        }
        let saving = match (verdict.saving, verdict.saving_share) {
            (Some(saving), Some(share)) => format!("{} ({})", saving.grouped(), number::percent(*share, 1)),
            (Some(saving), None) => saving.grouped(),
            (None, _) => "not there, since there are no two options to choose from".to_owned(),
        };
        let threshold = number::percent(*self.comparison.header.close_call, 1);
        let message = if verdict.close {
            format!("the verdict is too close to call: the saving is {saving}, under the `close_call` of {threshold}")
        } else {
            format!("the verdict is not close: the saving is {saving}, and `close_call` is {threshold}")
        };
        let found = verdict.close.to_string();
        self.unmet.push(Unmet { at: expected.at, message, accepted: Accepted::Value(found.clone()), found });
    }

    fn amounts(&mut self, expect: Expectations<'_>) {
        let digits = self.comparison.header.minor_digits;
        for entry in expect.totals {
            let total = self.option(Some(&entry.name)).map(|option| option.total);
            let subject = format!("the total of {}", entry.name);
            let figure = total.map(|total| Figure::new(subject, Measure::Money(digits), *total));
            self.within(entry.value.bounds(), entry.at, figure.as_slice(), "");
        }
        for entry in expect.present_values {
            let value = self.option(Some(&entry.name)).map(|option| option.present_value);
            let subject = format!("the present value of {}", entry.name);
            let figure = value.map(|value| Figure::new(subject, Measure::Money(digits), *value));
            self.within(entry.value.bounds(), entry.at, figure.as_slice(), "");
        }
    }

    fn pair(&mut self, expected: &ExpectedPair) {
        // reading holds that the two are compared
        let comparison = self.comparison;
        let (own, rent) = (expected.owned(), expected.rented());
        let Some((pair, asked)) = self.compared(&own, &rent) else { return };
        let of = format!("of {own} against {rent}");
        if let Some(utilization) = &expected.break_even_utilization {
            self.utilization(Expected::of(utilization), asked, [&own, &rent]);
        }
        let found: [(&str, FindMonth); 3] = [
            ("payback month", |_, pair, _, _| Some(pair.payback_month)),
            ("discounted payback month", |held, pair, asked, at| {
                held.may_add_up(pair, at).then(|| asked.discounted_payback_month())
            }),
            ("break-even horizon in months", |held, _, asked, at| {
                held.found(at, |most| asked.break_even_horizon_months(most))
            }),
        ];
        for ((_, expected), (name, found)) in expected.months().into_iter().zip(found) {
            let Some(expected) = expected else { continue };
            let Some(found) = found(self, pair, asked, node(expected)) else { continue };
            let nothing_to_pay_back = pair.leased && name.contains("payback");
            let month = Month { subject: format!("the {name} {of}"), found, nothing_to_pay_back };
            self.month(expected, &month, pair);
        }
        let digits = comparison.header.minor_digits;
        if let Some(irr) = expected.irr.as_ref().filter(|irr| self.may_add_up(pair, irr.at)) {
            let (figure, absent) = match asked.return_of_buying() {
                Ok(found) => (Some(Figure::new(format!("the return {of}"), Measure::Share, *found)), String::new()),
                Err(why) => (None, format!("{own} has no return against {rent}: {}", reasons::no_return(&why))),
            };
            self.within(irr.value.bounds(), irr.at, figure.as_slice(), &absent);
        }
        if let Some(resale) = &expected.resale_needed {
            let needed = pair.resale_needed;
            let figure =
                needed.map(|needed| Figure::new(format!("the resale needed {of}"), Measure::Money(digits), *needed));
            let absent = format!("{own} has no resale that would make it win against {rent}");
            self.within(resale.value.bounds(), resale.at, figure.as_slice(), &absent);
        }
    }

    /// What is asked of an answer, unless more would have to be worked out for it than a check does: that is then found.
    fn found<R>(&self, at: NodeId, ask: impl Fn(usize) -> WorkedOut<R>) -> Option<R> {
        let WorkedOut { result, worked, is_whole } = ask(self.subject.left_to_work_out(Code::UnmetExpectation));
        let outcome = if is_whole { WorkOutcome::Found } else { WorkOutcome::GivenUp };
        self.subject.worked_out(Code::UnmetExpectation, at, worked, outcome);
        is_whole.then_some(result)
    }

    /// Whether what both sides of a pair pay in each month may be added up.
    fn may_add_up(&self, pair: &PairStatement, at: NodeId) -> bool {
        let lines = |name: &str| self.option(Some(name)).map_or(0, |option| option.lines.len());
        let months = self.comparison.header.horizon_months as usize + 1;
        let numbers = months.saturating_mul(lines(&pair.own) + lines(&pair.rent));
        self.subject.may_work_out(Code::UnmetExpectation, at, numbers)
    }

    /// A month that comes within bounds, or never.
    fn month(&mut self, expected: Expected<'_>, month: &Month, pair: &PairStatement) {
        let measure = Measure::Months;
        let figure = month.found.map(|found| Figure::new(month.subject.clone(), measure, found.into()));
        let (own, rent) = (&pair.own, &pair.rent);
        let horizon = number::counted(self.comparison.header.horizon_months, "month");
        match (expected, figure) {
            (Expected::Within(bounds, at), Some(figure)) => self.within(bounds, at, &[figure], ""),
            (Expected::Word(_), None) if !month.nothing_to_pay_back => {}
            (Expected::Word(word), Some(figure)) => {
                let message = format!("{} is {}; it is expected to be never", month.subject, figure.text(0));
                let (found, accepted) = (figure.text(0), Accepted::Value(figures::around(&[figure])));
                self.unmet.push(Unmet { at: word.at, message, found, accepted });
            }
            (expected, None) if month.nothing_to_pay_back => {
                self.absent(expected, &format!("{own} is leased: there is nothing to pay back against {rent}"));
            }
            (expected @ (Expected::Within(..) | Expected::Word(_)), None) => {
                let message = format!("{} is never: not within {horizon}", month.subject);
                let accepted = Accepted::Key(NEVER.to_owned());
                self.unmet.push(Unmet { at: node(expected), message, found: NEVER.to_owned(), accepted });
            }
        }
    }

    /// Every point at which the winner changes lies within bounds; or it never changes, as expected.
    fn utilization(&mut self, expected: Expected<'_>, pair: AskedPair<'_>, [own, rent]: [&str; 2]) {
        let Some(found) = self.found(node(expected), |most| pair.break_even(most)) else { return };
        let never = match &found.outcome {
            CrossingOutcome::Crosses => return self.crossings(expected, &found, [own, rent]),
            CrossingOutcome::AlwaysOwn | CrossingOutcome::Equal => ALWAYS_OWN,
            CrossingOutcome::AlwaysRent => ALWAYS_RENT,
            CrossingOutcome::None(why) => {
                let why = reasons::no_break_even(*why);
                return self.absent(expected, &format!("there is no break-even of {own} against {rent}: {why}"));
            }
        };
        if matches!(expected, Expected::Word(word) if word.value == never) {
            return;
        }
        let wins = match &found.outcome {
            CrossingOutcome::Equal => format!("{own} and {rent} cost the same"),
            CrossingOutcome::AlwaysRent => format!("{rent} costs less than {own}"),
            CrossingOutcome::AlwaysOwn | CrossingOutcome::Crosses | CrossingOutcome::None(_) => {
                format!("{own} costs less than {rent}")
            }
        };
        let limit = found.factor_limit.map(|limit| format!(" up to {} of plan", number::percent(*limit, 0)));
        let message = format!("{wins} at any demand{}: there is no break-even", limit.unwrap_or_default());
        let accepted = Accepted::Key(never.to_owned());
        self.unmet.push(Unmet { at: node(expected), message, found: never.to_owned(), accepted });
    }

    fn crossings(&mut self, expected: Expected<'_>, found: &BreakEven, [own, rent]: [&str; 2]) {
        let Some(points) = utilizations(found) else {
            let message =
                format!("the break-even of {own} against {rent} is at no one utilization: it is not of one fleet");
            return self.absent(expected, &message);
        };
        let subject = format!("the break-even utilization of {own} against {rent}");
        let figures: Vec<Figure> =
            points.into_iter().map(|point| Figure::new(subject.clone(), Measure::Share, point)).collect();
        match expected {
            Expected::Within(bounds, at) => self.within(bounds, at, &figures, ""),
            Expected::Word(word) => {
                let texts: Vec<String> = figures.iter().map(|figure| figure.text(1)).collect();
                let found = texts.join(" and ");
                let message = format!("{subject} is {found}; it is expected to be {}", word.value);
                let accepted = Accepted::Value(figures::around(&figures));
                self.unmet.push(Unmet { at: word.at, message, found, accepted });
            }
        }
    }

    /// Figures that lie within bounds: every one of them. Where there are none, the expectation is not met.
    fn within(&mut self, bounds: ExpectedRange, part: NodeId, figures: &[Figure], absent: &str) {
        if figures.is_empty() {
            return self.absent(Expected::Within(bounds, part), absent);
        }
        for (end, stated) in [(End::Least, bounds.min), (End::Most, bounds.max)] {
            let Some(stated) = stated else { continue };
            let Some(worst) = end.worst(figures).filter(|figure| end.is_past(figure.value, stated.value)) else {
                continue;
            };
            let message = worst.past(end, stated.value);
            let accepted = match worst.accepted(end, bounds.kind) {
                Some(text) => Accepted::Value(text),
                None if bounds.min.is_some() && bounds.max.is_some() => Accepted::Removed(stated.at),
                None => Accepted::Removed(part),
            };
            self.unmet.push(Unmet { at: stated.at, message, found: worst.told_from(stated.value), accepted });
        }
    }

    /// What is expected of a figure that there is not.
    fn absent(&mut self, expected: Expected<'_>, why: &str) {
        let at = node(expected);
        let accepted = Accepted::Removed(at);
        self.unmet.push(Unmet { at, message: why.to_owned(), found: "there is none".to_owned(), accepted });
    }
}

/// How a month of a pair is found, for what is expected at a place; nothing where that takes too long.
type FindMonth = fn(&Held<'_>, &PairStatement, AskedPair<'_>, NodeId) -> Option<Option<u32>>;

/// A month as it is found.
struct Month {
    subject: String,
    found: Option<u32>,
    /// Whether its owner bought nothing that could pay back.
    nothing_to_pay_back: bool,
}

/// Whether an option may be chosen and does the same work.
fn may_win(option: &OptionStatement) -> bool {
    option.eligible() && option.comparable()
}

/// The fleet's utilization at every point at which the winner changes; none if it has none at one of them.
fn utilizations(found: &BreakEven) -> Option<Vec<Decimal>> {
    found.points.iter().map(|point| point.utilization.map(Decimal::from)).collect()
}

fn node(expected: Expected<'_>) -> NodeId {
    match expected {
        Expected::Word(word) => word.at,
        Expected::Within(_, part) => part,
    }
}

/// An unmet expectation as a finding without help.
fn finding(unmet: &Unmet, document: &Document) -> Diagnostic {
    document.diagnostic(Code::UnmetExpectation, unmet.at, unmet.message.clone()).label(format!("now {}", unmet.found))
}
