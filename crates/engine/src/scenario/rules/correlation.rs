//! Rules of uncertain inputs that vary together: with a shared draw, or correlated.

use super::{MOST_FOUND, Rules};
use crate::diagnostic::{Code, Diagnostic};
use crate::number;
use crate::scenario::correlation::{CorrelatedGroup, Correlation, correlated, correlations};
use crate::scenario::document::{Located, quoted};
use crate::scenario::limits::{MOST_CORRELATED, MOST_CORRELATIONS};
use crate::scenario::texts::{as_name, is_name};
use crate::scenario::uncertainty::Uncertainty;
use language::suggest::nearest;
use rust_decimal::Decimal;

impl Rules<'_> {
    pub(super) fn correlated_inputs(&mut self) {
        self.shared_draws();
        let scenario = self.scenario;
        let all: Vec<Correlation<'_>> =
            correlations(scenario).filter(|pair| !self.placeholders.contains(&pair.at)).collect();
        if let Some(over) = all.get(MOST_CORRELATIONS) {
            let message = format!("there are {} correlations; at most {MOST_CORRELATIONS} are allowed", all.len());
            let diagnostic = self.at_key(Code::TooMany, over.at, message);
            self.found.push(diagnostic.label("the limit is exceeded from here on"));
            return;
        }
        let before = self.found.len();
        for (at, pair) in all.iter().enumerate() {
            if self.found.len() >= MOST_FOUND {
                return;
            }
            let wrong = self.unsound(pair, &all[..at]);
            self.found.extend(wrong);
        }
        // consistency is only checked once every pair is valid
        if self.found.len() == before {
            let wrong: Vec<Diagnostic> =
                correlated(&all).iter().filter_map(|group| self.impossible(group, &all)).collect();
            self.found.extend(wrong);
        }
    }

    /// Every name of a shared draw is valid and used by at least two inputs.
    fn shared_draws(&mut self) {
        let named: Vec<&Located<String>> =
            self.scenario.uncertainty.iter().filter_map(|entry| shared(&entry.value)).collect();
        for (at, with) in named.iter().enumerate().filter(|(_, with)| !self.placeholders.contains(&with.at)) {
            if self.found.len() >= MOST_FOUND {
                return;
            }
            let others =
                || named.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other.value.as_str());
            if !is_name(&with.value) {
                let message = format!("{} is not a valid name; use a-z, 0-9, `-` and `_`", quoted(&with.value));
                let diagnostic = self.at(Code::InvalidName, with.at, message);
                self.found.push(diagnostic.label(format!("write `{}`", as_name(&with.value))));
            } else if others().all(|other| other != with.value) {
                let message = format!("no other input has `with: {}`, so this one varies alone", with.value);
                let near = nearest(&with.value, others());
                let label = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("add `with: {}` to another uncertainty, or remove it", with.value),
                };
                // of two similar names the later one is fixed
                let earlier = near.filter(|near| named[..at].iter().any(|other| other.value == *near));
                let diagnostic = self.at(Code::NoEffect, with.at, message).suggestion(&with.value, earlier);
                self.found.push(diagnostic.label(label));
            }
        }
    }

    /// Finding about a correlation by itself, or together with an earlier one.
    fn unsound(&self, pair: &Correlation<'_>, before: &[Correlation<'_>]) -> Option<Diagnostic> {
        let at_key = |message: String| self.at_key(Code::UncertainCorrelation, pair.at, message);
        if pair.of == pair.with {
            return Some(at_key(format!("`{}` cannot be correlated with itself", pair.of)).label("remove it"));
        }
        let uncertainty = &self.scenario.uncertainty;
        let Some(other) = uncertainty.get(pair.with) else {
            let names = uncertainty.iter().map(|entry| entry.name.as_str()).filter(|name| *name != pair.of);
            let label = match nearest(pair.with, names) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "add its range under `uncertainty`, or remove this".to_owned(),
            };
            return Some(at_key(format!("`{}` has no uncertainty", pair.with)).label(label));
        };
        if let Some(with) = shared(&other.value) {
            let message = format!("`{}` has `with: {}`, so it cannot also be correlated", pair.with, with.value);
            return Some(at_key(message).label("remove this").related(self.document.place(with.at), "or this"));
        }
        let of_the_same = |other: &&Correlation<'_>| (other.of, other.with) == (pair.with, pair.of);
        let first = before.iter().find(of_the_same)?;
        let message = format!("the correlation with `{}` is already given under that input", pair.with);
        let diagnostic = self.at_key(Code::DuplicateEntry, pair.at, message).label("remove one of the two");
        Some(diagnostic.related(self.document.key_place(first.at), "the other"))
    }

    /// Finding about correlations that are valid one by one, but inconsistent together.
    fn impossible(&self, group: &CorrelatedGroup, all: &[Correlation<'_>]) -> Option<Diagnostic> {
        let count = group.paths.len();
        let (code, among, message, label) = if count > MOST_CORRELATED {
            let message =
                format!("{count} inputs are correlated with each other; at most {MOST_CORRELATED} are allowed");
            (Code::TooMany, (0..count).collect(), message, "correlate fewer of them".to_owned())
        } else {
            let failed = group.factors().err()?;
            let (among, message, label) =
                certain(group, failed).or_else(|| triple(group, failed)).unwrap_or_else(|| {
                    let why = "are inconsistent: their matrix is not positive definite";
                    let message = format!("the correlations of {count} inputs {why}");
                    ((0..count).collect(), message, "write smaller correlations".to_owned())
                });
            (Code::UncertainCorrelation, among, message, label)
        };
        let is_among = |path: &str| among.iter().any(|at: &usize| group.paths[*at] == path);
        let moves = |pair: &&Correlation<'_>| !pair.value.is_zero() && is_among(pair.of) && is_among(pair.with);
        let last = all.iter().rev().find(moves)?;
        Some(self.at(code, last.at, message).label(label))
    }
}

/// Places of the inputs concerned, message and label.
type Refused = (Vec<usize>, String, String);

/// Correlation of 1 or -1 with an earlier input.
fn certain(group: &CorrelatedGroup, failed: usize) -> Option<Refused> {
    let other = (0..failed).find(|other| group.between(*other, failed).abs() == Decimal::ONE)?;
    let value = group.between(other, failed);
    let message = format!("with a correlation of {value}, one input fully determines the other");
    let label = if value.is_sign_positive() { "write `with: NAME` in both instead" } else { "write a value above -1" };
    Some((vec![other, failed], message, label.to_owned()))
}

/// Inconsistent correlations of an input with two earlier ones.
fn triple(group: &CorrelatedGroup, failed: usize) -> Option<Refused> {
    let triples = (0..failed).flat_map(|first| (first + 1..failed).map(move |second| [first, second, failed]));
    let triple = triples.into_iter().find(|triple| group.only(triple).factors().is_err())?;
    let pairs = [(0, 1), (0, 2), (1, 2)].map(|(one, other)| {
        let (one, other) = (triple[one], triple[other]);
        let value = group.between(one, other).normalize();
        let unsaid = if value.is_zero() { " (not given)" } else { "" };
        format!("`{}` with `{}` {value}{unsaid}", group.paths[one], group.paths[other])
    });
    let why = "these correlations are inconsistent (their matrix is not positive definite)";
    Some((triple.to_vec(), format!("{why}: {}", pairs.join(", ")), fixed(group, triple)))
}

/// Suggestion of a consistent range for one of three correlations: the one that is not given, or the last.
fn fixed(group: &CorrelatedGroup, [first, second, third]: [usize; 3]) -> String {
    let pairs = [[first, second, third], [first, third, second], [second, third, first]];
    let unsaid = pairs.into_iter().find(|[one, other, _]| group.between(*one, *other).is_zero());
    let [one, other, between] = unsaid.unwrap_or(pairs[2]);
    let (of_one, of_other) = (group.between(one, between), group.between(other, between));
    let left = |with: Decimal| Decimal::ONE - with * with;
    let (middle, way) = (of_one * of_other, number::root(left(of_one) * left(of_other), 2));
    // in hundredths, strictly between the two limits
    let hundredfold = |value: Decimal| value * Decimal::ONE_HUNDRED;
    let hundredth = |value: Decimal| (value / Decimal::ONE_HUNDRED).normalize();
    let least = hundredth(hundredfold(middle - way).floor() + Decimal::ONE);
    let most = hundredth(hundredfold(middle + way).ceil() - Decimal::ONE);
    if least > most {
        return "write smaller correlations".to_owned();
    }
    format!(
        "write smaller ones, or correlate `{}` with `{}` at {least} to {most}",
        group.paths[one], group.paths[other]
    )
}

fn shared(uncertainty: &Uncertainty) -> Option<&Located<String>> {
    uncertainty.with.as_ref()
}
