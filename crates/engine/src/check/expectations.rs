//! Expectations of a scenario, tested on printed values: amounts to the minor unit, ratios to the 12 digits of the JSON. Each
//! unmet expectation is reported at its own line, with the text that accepts the new value.

mod accepted;
mod figures;

use super::budget::WorkOutcome;
use super::rules::Subject;
use crate::analysis::cases::CaseResult;
use crate::analysis::statement::{BreakEven, Comparison, CrossingOutcome, OptionResult, PairResult};
use crate::analysis::{Answer, BudgetedResult, PairQuery};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{OptionId, OptionKind};
use crate::number;
use crate::reasons;
use crate::scenario::document::{Document, Located, NodeId, ScalarOr};
use crate::scenario::expect::{
    ALWAYS_OWN, ALWAYS_RENT, Bounded, Expectations, Expected, ExpectedPair, ExpectedRange, NEVER, NO_WINNER,
};
use accepted::{Accepted, with_help};
use figures::{End, Figure, Measure};
use rust_decimal::Decimal;

/// An expectation that is not met.
struct Unmet {
    /// Node of the expectation.
    at: NodeId,
    /// The actual result and its distance from the expected one.
    message: String,
    /// The actual result in a word or two.
    found: String,
    /// The edit that accepts it.
    accepted: Accepted,
}

/// Unmet expectations of the scenario and then of its cases, in the order of the language.
pub(super) fn unmet(subject: &Subject<'_>, cases: &[CaseResult<Answer>]) -> Vec<Diagnostic> {
    let Some(expect) = &subject.answer.loaded.scenario.expect else { return Vec::new() };
    let mut unmet = of_one(expect.here(), subject.answer, subject);
    for case in &expect.cases {
        // a refused case has errors of its own
        let Some(answer) = cases.iter().find(|one| one.name == case.name).and_then(CaseResult::answer) else {
            continue;
        };
        let of_case = of_one(case.value.here(), answer, subject).into_iter();
        unmet.extend(of_case.map(|one| Unmet { message: in_case(&case.name, &one.message), ..one }));
    }
    with_help(&unmet, &subject.answer.loaded)
}

/// A message about a case.
pub(super) fn in_case(case: &str, message: &str) -> String {
    format!("in the case `{case}`: {message}")
}

/// Unmet expectations about one answer.
fn of_one<'a>(expect: Expectations<'a>, answer: &'a Answer, subject: &'a Subject<'a>) -> Vec<Unmet> {
    let mut held = ExpectationTest { answer, subject, comparison: &answer.comparison, unmet: Vec::new() };
    held.verdict(expect);
    held.amounts(expect);
    for pair in expect.pairs {
        held.pair(&pair.value);
    }
    held.unmet
}

/// Tests a comparison against its expectations.
struct ExpectationTest<'a> {
    answer: &'a Answer,
    /// Holds the work budget, which all cases share.
    subject: &'a Subject<'a>,
    comparison: &'a Comparison,
    unmet: Vec<Unmet>,
}

impl<'a> ExpectationTest<'a> {
    fn verdict(&mut self, expect: Expectations<'_>) {
        self.winner(expect);
        if let Some(margin) = expect.margin {
            let share = self.comparison.verdict.saving_share;
            let figure = share.map(|share| Figure::new("the margin over the runner-up", Measure::Share, *share));
            let absent = match &self.comparison.verdict.winner {
                Some(winner) if self.comparison.verdict.runner_up.is_some() => {
                    format!("{winner} has no margin: the present value of the runner-up is zero")
                }
                Some(winner) => format!("{winner} has no margin: there is no runner-up"),
                None => "no option can be chosen, so there is no margin".to_owned(),
            };
            self.within(margin.value.bounds(), margin.at, figure.as_slice(), &absent);
        }
        if let Some(close) = expect.close {
            self.close(close);
        }
        if let Some(expected) = expect.break_even_utilization {
            match (self.best(OptionKind::Own), self.best(OptionKind::Rent)) {
                (Some(own), Some(rent)) => match self.compared(&own.name, &rent.name) {
                    Some((_, requested)) => self.utilization(expected, requested, [&own.name, &rent.name]),
                    None => self.absent(expected, &format!("{} and {} are not compared", own.name, rent.name)),
                },
                (None, _) => self.absent(expected, "no owned option can be chosen, so there is no break-even"),
                (Some(_), None) => self.absent(expected, "no rented option can be chosen, so there is no break-even"),
            }
        }
    }

    /// The option of a kind with the lowest present value among those that can win; on a tie the earlier one.
    fn best(&self, kind: OptionKind) -> Option<&'a OptionResult> {
        let of_kind = self.comparison.options.iter().filter(|option| option.kind == kind && may_win(option));
        of_kind.min_by_key(|option| option.present_value)
    }

    /// The result of a pair, and the handle that computes more about it.
    fn compared(&self, own: &OptionId, rent: &OptionId) -> Option<(&'a PairResult, PairQuery<'a>)> {
        let pair = self.comparison.pairs.iter().find(|pair| pair.own == *own && pair.rent == *rent);
        pair.zip(self.answer.pair(own, rent))
    }

    fn winner(&mut self, expect: Expectations<'_>) {
        let expected = expect.winners();
        let found = self.comparison.verdict.winner.as_ref().map_or(NO_WINNER, OptionId::as_str);
        let Some(last) = expected.last().filter(|_| expected.iter().all(|one| one.value != found)) else { return };
        let accepted = match expect.winner {
            Some(ScalarOr::Part(_)) => Accepted::Append(found.to_owned()),
            Some(ScalarOr::Scalar(_)) | None => Accepted::Value(found.to_owned()),
        };
        let message = self.other_winner(expected);
        self.unmet.push(Unmet { at: last.at, message, found: found.to_owned(), accepted });
    }

    /// Message on the option that wins instead, and by how much.
    fn other_winner(&self, expected: &[Located<String>]) -> String {
        let names: Vec<&str> = expected.iter().map(|one| one.value.as_str()).collect();
        let named = |option: &&OptionResult| names.contains(&option.name.as_str());
        let Some(winner) = self.comparison.verdict.winner.as_ref().and_then(|winner| self.comparison.option(winner))
        else {
            return format!("no option can be chosen; {} is expected to win", names.join(" or "));
        };
        let wins = format!("{} wins", winner.name);
        if names == [NO_WINNER] {
            return format!("{wins}; `winner: none` is expected");
        }
        let able = self.comparison.options.iter().filter(named).filter(|option| may_win(option));
        if let Some(best) = able.min_by_key(|option| option.present_value) {
            let less = (best.present_value - winner.present_value).grouped();
            return format!("{wins}, not {}: its present value is {less} lower", best.name);
        }
        let unable = self.comparison.options.iter().find(named);
        let reasons = unable.map(OptionResult::cannot_win_because);
        let first = reasons.and_then(|reasons| reasons.into_iter().next());
        let reason = first.map(|why| format!(": {}", reasons::cannot_win(&why))).unwrap_or_default();
        format!("{wins}, not {}, which can't be chosen{reason}", names.join(" or "))
    }

    fn option(&self, name: &str) -> Option<&OptionResult> {
        self.comparison.options.iter().find(|option| option.name == *name)
    }

    fn close(&mut self, expected: Located<bool>) {
        let verdict = &self.comparison.verdict;
        if verdict.close == expected.value {
            return;
        }
        let saving = match (verdict.saving, verdict.saving_share) {
            (Some(saving), Some(share)) => format!("{} ({})", saving.grouped(), number::percent(*share, 1)),
            (Some(saving), None) => saving.grouped(),
            (None, _) => "undefined, because there are no two options to choose from".to_owned(),
        };
        let threshold = number::percent(*self.comparison.header.close_call, 1);
        let message = if verdict.close {
            format!("the verdict is too close to call: the saving is {saving}, below the `close_call` of {threshold}")
        } else {
            format!("the verdict is not a close call: the saving is {saving}, and `close_call` is {threshold}")
        };
        let found = verdict.close.to_string();
        self.unmet.push(Unmet { at: expected.at, message, accepted: Accepted::Value(found.clone()), found });
    }

    fn amounts(&mut self, expect: Expectations<'_>) {
        let digits = self.comparison.header.minor_digits;
        for entry in expect.totals {
            let total = self.option(&entry.name).map(|option| option.total);
            let subject = format!("the total of {}", entry.name);
            let figure = total.map(|total| Figure::new(subject, Measure::Money(digits), *total));
            self.within(entry.value.bounds(), entry.at, figure.as_slice(), "");
        }
        for entry in expect.present_values {
            let value = self.option(&entry.name).map(|option| option.present_value);
            let subject = format!("the present value of {}", entry.name);
            let figure = value.map(|value| Figure::new(subject, Measure::Money(digits), *value));
            self.within(entry.value.bounds(), entry.at, figure.as_slice(), "");
        }
    }

    fn pair(&mut self, expected: &ExpectedPair) {
        // the reader ensures that the two are compared
        let comparison = self.comparison;
        let (own, rent) = (expected.owned(), expected.rented());
        let Some((pair, requested)) = self.compared(&own, &rent) else { return };
        let of = format!("of {own} against {rent}");
        if let Some(utilization) = &expected.break_even_utilization {
            self.utilization(Expected::of(utilization), requested, [&own, &rent]);
        }
        let found: [(&str, FindMonth); 3] = [
            ("payback month", |_, pair, _, _| Some(pair.payback_month)),
            ("discounted payback month", |held, pair, requested, at| {
                held.may_add_up(pair, at).then(|| requested.discounted_payback().map(|payback| payback.month))
            }),
            ("break-even horizon in months", |held, _, requested, at| {
                held.found(at, |most| requested.break_even_horizon_months(most))
            }),
        ];
        for ((_, expected), (name, found)) in expected.months().into_iter().zip(found) {
            let Some(expected) = expected else { continue };
            let Some(found) = found(self, pair, requested, node(expected)) else { continue };
            let nothing_to_pay_back = pair.leased && name.contains("payback");
            let month = Month { subject: format!("the {name} {of}"), found, nothing_to_pay_back };
            self.month(expected, &month, pair);
        }
        let digits = comparison.header.minor_digits;
        if let Some(irr) = expected.irr.as_ref().filter(|irr| self.may_add_up(pair, irr.at)) {
            let (figure, absent) = match requested.return_of_buying() {
                Ok(found) => (Some(Figure::new(format!("the IRR {of}"), Measure::Share, *found)), String::new()),
                Err(why) => (None, format!("{own} has no IRR against {rent}: {}", reasons::no_return(&why))),
            };
            self.within(irr.value.bounds(), irr.at, figure.as_slice(), &absent);
        }
        if let Some(resale) = &expected.resale_needed {
            let needed = pair.resale_needed;
            let figure =
                needed.map(|needed| Figure::new(format!("the resale needed {of}"), Measure::Money(digits), *needed));
            let absent = format!("no resale value makes {own} win against {rent}");
            self.within(resale.value.bounds(), resale.at, figure.as_slice(), &absent);
        }
    }

    /// Computes a figure within the work budget. `None` if it needs more; that is then reported.
    fn found<R>(&self, at: NodeId, ask: impl Fn(usize) -> BudgetedResult<R>) -> Option<R> {
        let BudgetedResult { result, work, is_whole } = ask(self.subject.left_to_work_out(Code::UnmetExpectation));
        let outcome = if is_whole { WorkOutcome::Found } else { WorkOutcome::GivenUp };
        self.subject.worked_out(Code::UnmetExpectation, at, work, outcome);
        is_whole.then_some(result)
    }

    /// Whether the budget allows adding up the monthly payments of both sides of a pair.
    fn may_add_up(&self, pair: &PairResult, at: NodeId) -> bool {
        let lines = |id: &OptionId| self.comparison.option(id).map_or(0, |option| option.lines.len());
        let months = self.comparison.header.horizon_months as usize + 1;
        let numbers = months.saturating_mul(lines(&pair.own) + lines(&pair.rent));
        self.subject.may_work_out(Code::UnmetExpectation, at, numbers)
    }

    /// Tests a month against bounds or `never`.
    fn month(&mut self, expected: Expected<'_>, month: &Month, pair: &PairResult) {
        let measure = Measure::Months;
        let figure = month.found.map(|found| Figure::new(month.subject.clone(), measure, found.into()));
        let (own, rent) = (&pair.own, &pair.rent);
        let horizon = number::counted(self.comparison.header.horizon_months, "month");
        match (expected, figure) {
            (Expected::Within(bounds, at), Some(figure)) => self.within(bounds, at, &[figure], ""),
            (Expected::Word(_), None) if !month.nothing_to_pay_back => {}
            (Expected::Word(word), Some(figure)) => {
                let message = format!("{} is {}; `never` is expected", month.subject, figure.text(0));
                let (found, accepted) = (figure.text(0), Accepted::Value(figures::around(&[figure])));
                self.unmet.push(Unmet { at: word.at, message, found, accepted });
            }
            (expected, None) if month.nothing_to_pay_back => {
                self.absent(expected, &format!("{own} is leased: there is nothing to pay back against {rent}"));
            }
            (expected @ (Expected::Within(..) | Expected::Word(_)), None) => {
                let message = format!("{} is not reached within {horizon}", month.subject);
                let accepted = Accepted::Key(NEVER.to_owned());
                self.unmet.push(Unmet { at: node(expected), message, found: NEVER.to_owned(), accepted });
            }
        }
    }

    /// Tests that every break-even is within bounds, or that there is none if that is expected.
    fn utilization(&mut self, expected: Expected<'_>, pair: PairQuery<'_>, [own, rent]: [&OptionId; 2]) {
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
        let limit = found.factor_limit.map(|limit| format!(" (up to {} of plan)", number::percent(*limit, 0)));
        let message = format!("{wins} at every demand tested{}: there is no break-even", limit.unwrap_or_default());
        let accepted = Accepted::Key(never.to_owned());
        self.unmet.push(Unmet { at: node(expected), message, found: never.to_owned(), accepted });
    }

    fn crossings(&mut self, expected: Expected<'_>, found: &BreakEven, [own, rent]: [&OptionId; 2]) {
        let Some(points) = utilizations(found) else {
            let message =
                format!("the break-even of {own} against {rent} has no utilization: it is not that of a single fleet");
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
                let message = format!("{subject} is {found}; `{}` is expected", word.value);
                let accepted = Accepted::Value(figures::around(&figures));
                self.unmet.push(Unmet { at: word.at, message, found, accepted });
            }
        }
    }

    /// Tests that all figures are within bounds. Without figures, the expectation is not met.
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
                None if bounds.min.is_some() && bounds.max.is_some() => Accepted::Remove(stated.at),
                None => Accepted::Remove(part),
            };
            self.unmet.push(Unmet { at: stated.at, message, found: worst.text_next_to(stated.value), accepted });
        }
    }

    /// Reports an expectation about a figure that does not exist.
    fn absent(&mut self, expected: Expected<'_>, why: &str) {
        let at = node(expected);
        let accepted = Accepted::Remove(at);
        self.unmet.push(Unmet { at, message: why.to_owned(), found: "none".to_owned(), accepted });
    }
}

/// Computes a month of a pair for the expectation at a node; `None` if that exceeds the work budget.
type FindMonth = fn(&ExpectationTest<'_>, &PairResult, PairQuery<'_>, NodeId) -> Option<Option<u32>>;

/// A computed month.
struct Month {
    subject: String,
    found: Option<u32>,
    /// Whether nothing was bought that could pay back.
    nothing_to_pay_back: bool,
}

/// Whether an option can be chosen and does the same work.
fn may_win(option: &OptionResult) -> bool {
    option.eligible() && option.comparable()
}

/// Utilization of the fleet at every break-even; `None` if one of them has none.
fn utilizations(found: &BreakEven) -> Option<Vec<Decimal>> {
    found.points.iter().map(|point| point.utilization.map(Decimal::from)).collect()
}

fn node(expected: Expected<'_>) -> NodeId {
    match expected {
        Expected::Word(word) => word.at,
        Expected::Within(_, part) => part,
    }
}

/// Finding for an unmet expectation, without help.
fn finding(unmet: &Unmet, document: &Document) -> Diagnostic {
    document.diagnostic(Code::UnmetExpectation, unmet.at, unmet.message.clone()).label(format!("now {}", unmet.found))
}
