//! Rules of uncertain numbers that move together: by one draw, or correlated.

use super::names::{as_name, is_name};
use super::{MOST_FOUND, Rules};
use crate::diagnostic::{Code, Diagnostic};
use crate::number;
use crate::scenario::correlation::{Correlated, Correlation, correlated, stated};
use crate::scenario::document::{Given, quoted};
use crate::scenario::limits::{MOST_CORRELATED, MOST_CORRELATIONS};
use crate::scenario::uncertainty::Uncertainty;
use language::suggest::nearest;
use rust_decimal::Decimal;

impl Rules<'_> {
    pub(super) fn moved_together(&mut self) {
        self.shared_draws();
        let scenario = self.scenario;
        let all: Vec<Correlation<'_>> = stated(scenario).filter(|pair| !self.stand_ins.contains(&pair.at)).collect();
        if let Some(over) = all.get(MOST_CORRELATIONS) {
            let message = format!("there are {} correlations; at most {MOST_CORRELATIONS} are read", all.len());
            let diagnostic = self.at_key(Code::TooMany, over.at, message);
            self.found.push(diagnostic.label("one too many from here on"));
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
        // what is left of them may hold, and may not be what is meant
        if self.found.len() == before {
            let wrong: Vec<Diagnostic> =
                correlated(&all).iter().filter_map(|group| self.impossible(group, &all)).collect();
            self.found.extend(wrong);
        }
    }

    /// A name by which numbers are moved together, and which two of them at least have.
    fn shared_draws(&mut self) {
        let named: Vec<&Given<String>> =
            self.scenario.uncertainty.iter().filter_map(|entry| shared(&entry.value)).collect();
        for (at, with) in named.iter().enumerate().filter(|(_, with)| !self.stand_ins.contains(&with.at)) {
            if self.found.len() >= MOST_FOUND {
                return;
            }
            let others =
                || named.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other.value.as_str());
            if !is_name(&with.value) {
                let message = format!("{} is not a name; names have a-z, 0-9, `-` and `_`", quoted(&with.value));
                let diagnostic = self.at(Code::InvalidName, with.at, message);
                self.found.push(diagnostic.label(format!("write `{}`", as_name(&with.value))));
            } else if others().all(|other| other != with.value) {
                let message = format!("no other number is moved with `{}`, so that this one moves alone", with.value);
                let near = nearest(&with.value, others());
                let label = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("write `with: {}` in another uncertainty, or remove it", with.value),
                };
                // of two that were meant to be alike the later one follows
                let earlier = near.filter(|near| named[..at].iter().any(|other| other.value == *near));
                let diagnostic = self.at(Code::NoEffect, with.at, message).meant(&with.value, earlier);
                self.found.push(diagnostic.label(label));
            }
        }
    }

    /// What is wrong with a correlation by itself, or with one before it.
    fn unsound(&self, pair: &Correlation<'_>, before: &[Correlation<'_>]) -> Option<Diagnostic> {
        let at_key = |message: String| self.at_key(Code::UncertainCorrelation, pair.at, message);
        if pair.of == pair.with {
            return Some(at_key(format!("`{}` is not correlated with itself", pair.of)).label("remove it"));
        }
        let uncertainty = &self.scenario.uncertainty;
        let Some(other) = uncertainty.get(pair.with) else {
            let names = uncertainty.iter().map(|entry| entry.name.as_str()).filter(|name| *name != pair.of);
            let label = match nearest(pair.with, names) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "say its range under `uncertainty` as well, or remove this".to_owned(),
            };
            return Some(at_key(format!("`{}` is not uncertain here", pair.with)).label(label));
        };
        if let Some(with) = shared(&other.value) {
            let message =
                format!("`{}` is moved with `{}`, and may not be correlated beside that", pair.with, with.value);
            return Some(at_key(message).label("remove this").related(self.document.place(with.at), "or this"));
        }
        let of_the_same = |other: &&Correlation<'_>| (other.of, other.with) == (pair.with, pair.of);
        let first = before.iter().find(of_the_same)?;
        let message = format!("the correlation with `{}` is said already, below that number", pair.with);
        let diagnostic = self.at_key(Code::DuplicateEntry, pair.at, message).label("remove one of the two");
        Some(diagnostic.related(self.document.key_place(first.at), "the other"))
    }

    /// Why correlations that are each sound cannot hold at once.
    fn impossible(&self, group: &Correlated, all: &[Correlation<'_>]) -> Option<Diagnostic> {
        let count = group.paths.len();
        let (code, among, message, label) = if count > MOST_CORRELATED {
            let message = format!("{count} numbers are correlated with each other; at most {MOST_CORRELATED} may be");
            (Code::TooMany, (0..count).collect(), message, "correlate fewer of them".to_owned())
        } else {
            let failed = group.factors().err()?;
            let (among, message, label) =
                certain(group, failed).or_else(|| triple(group, failed)).unwrap_or_else(|| {
                    let why = "cannot hold at once: their matrix is not positive definite";
                    let message = format!("the correlations of {count} numbers {why}");
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

/// The numbers that a refusal is about, what it says, and what to type.
type Refused = (Vec<usize>, String, String);

/// A number that another one before it leaves nothing of.
fn certain(group: &Correlated, failed: usize) -> Option<Refused> {
    let other = (0..failed).find(|other| group.between(*other, failed).abs() == Decimal::ONE)?;
    let value = group.between(other, failed);
    let message = format!("a correlation of {value} leaves nothing of one number that the other does not say");
    let label = if value.is_sign_positive() { "write `with: NAME` in both instead" } else { "write one above -1" };
    Some((vec![other, failed], message, label.to_owned()))
}

/// Three numbers, one of them with two before it, whose correlations cannot hold at once.
fn triple(group: &Correlated, failed: usize) -> Option<Refused> {
    let triples = (0..failed).flat_map(|first| (first + 1..failed).map(move |second| [first, second, failed]));
    let triple = triples.into_iter().find(|triple| group.only(triple).factors().is_err())?;
    let said = [(0, 1), (0, 2), (1, 2)].map(|(one, other)| {
        let (one, other) = (triple[one], triple[other]);
        let value = group.between(one, other).normalize();
        let unsaid = if value.is_zero() { " (not stated)" } else { "" };
        format!("`{}` with `{}` {value}{unsaid}", group.paths[one], group.paths[other])
    });
    let why = "these correlations cannot hold at once (their matrix is not positive definite)";
    Some((triple.to_vec(), format!("{why}: {}", said.join(", ")), mended(group, triple)))
}

/// What two of three correlations leave for the third: of the one that is not said, or of the last.
fn mended(group: &Correlated, [first, second, third]: [usize; 3]) -> String {
    let pairs = [[first, second, third], [first, third, second], [second, third, first]];
    let unsaid = pairs.into_iter().find(|[one, other, _]| group.between(*one, *other).is_zero());
    let [one, other, between] = unsaid.unwrap_or(pairs[2]);
    let (of_one, of_other) = (group.between(one, between), group.between(other, between));
    let left = |with: Decimal| Decimal::ONE - with * with;
    let (middle, way) = (of_one * of_other, number::root(left(of_one) * left(of_other), 2));
    // in hundredths, within the two ends and neither of them
    let hundredfold = |value: Decimal| value * Decimal::ONE_HUNDRED;
    let hundredth = |value: Decimal| (value / Decimal::ONE_HUNDRED).normalize();
    let least = hundredth(hundredfold(middle - way).floor() + Decimal::ONE);
    let most = hundredth(hundredfold(middle + way).ceil() - Decimal::ONE);
    if least > most {
        return "write smaller correlations".to_owned();
    }
    format!("write smaller ones, or `{}` with `{}` from {least} to {most}", group.paths[one], group.paths[other])
}

fn shared(uncertainty: &Uncertainty) -> Option<&Given<String>> {
    uncertainty.with.as_ref()
}
