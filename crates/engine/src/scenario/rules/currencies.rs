//! Rules of currencies: an amount in another than that of the file has a rate, and a rate is of a currency that amounts are in.

use super::Rules;
use crate::diagnostic::{Code, Diagnostic, Fix, TextEdit};
use crate::scenario::CurrencyCode;
use crate::scenario::cases;
use crate::scenario::document::{Content, NodeId};
use crate::scenario::limits::MOST_CURRENCIES;
use crate::scenario::quantity::ReadNumber;
use std::collections::BTreeSet;

impl Rules<'_> {
    pub(super) fn currencies(&mut self) {
        let in_another = |number: ReadNumber| Some((number.at, number.currency.filter(|_| number.kind.is_money())?));
        // mostly none is, and then numbers need not be put in the order of the file
        let numbers = if self.document.has_number(|number| in_another(number).is_some()) {
            self.document.numbers()
        } else {
            Vec::new()
        };
        let amounts: Vec<(NodeId, CurrencyCode)> = numbers.into_iter().filter_map(in_another).collect();
        self.rates(&amounts.iter().map(|(_, currency)| currency.code()).collect());
        let mut told = BTreeSet::new();
        for (at, currency) in amounts {
            let is_stated = self.scenario.exchange_rates.get(currency.code()).is_some();
            // what is missing is said at each amount, and how to add it at the first
            if !is_stated {
                let finding = self.without_rate(at, currency, told.insert(currency.code()));
                self.found.push(finding);
            }
        }
    }

    fn without_rate(&self, at: NodeId, currency: CurrencyCode, is_first: bool) -> Diagnostic {
        let own = self.scenario.currency.value.code();
        let code = currency.code();
        let message = format!("`{}` is in {code}, and no rate says what that is in {own}", self.document.key(at));
        let finding = self.at(Code::MissingRate, at, message);
        let rates = self.document.member(NodeId::ROOT, "exchange_rates").is_some();
        let label = if rates {
            format!("add what one {code} is worth in {own} to `exchange_rates`, as `{code}: …`")
        } else {
            format!("add `exchange_rates: {{ {code}: … }}` at the top, with what one {code} is worth in {own}")
        };
        if is_first {
            finding.label(label).help("name the day and the source of the rate under `sources`")
        } else {
            finding.label(label)
        }
    }

    /// The rates themselves; `used` are the codes of the amounts that were read.
    fn rates(&mut self, used: &BTreeSet<&'static str>) {
        let rates = &self.scenario.exchange_rates;
        if let Some(over) = rates.iter().nth(MOST_CURRENCIES) {
            let message = format!("there are {} exchange rates; at most {MOST_CURRENCIES} are read", rates.len());
            self.found.push(self.at_key(Code::TooMany, over.at, message).label("remove those that nothing needs"));
        }
        let own = self.scenario.currency.value.code();
        let is_own_known = self.known(&self.scenario.currency).is_some();
        let in_cases = self.codes_in_cases();
        for entry in rates {
            let finding = match CurrencyCode::read(&entry.name) {
                Err(problem) => {
                    // as of a value, which would be said twice
                    let why = problem.message.split_once(", which ").map_or("not a currency", |(_, why)| why);
                    let message = match why.strip_prefix("is ") {
                        Some(what) => format!("`{}` is {what}", entry.name),
                        None => format!("`{}` is a currency which {why}", entry.name),
                    };
                    let finding = self.at_key(Code::from(problem.code), entry.at, message).label(problem.label);
                    let place = self.document.node(entry.at).key_place;
                    let edit = problem.instead.zip(place);
                    let fix =
                        edit.and_then(|((meaning, text), place)| Fix::new(meaning, vec![TextEdit::new(place, text)]));
                    Some(finding.fix(fix))
                }
                Ok(_) if entry.name == own && is_own_known => {
                    let message = format!("`exchange_rates.{own}` has no effect: everything is reported in {own}");
                    Some(self.at_key(Code::NoEffect, entry.at, message).label("remove it"))
                }
                // what could not be read may be in it
                Ok(_) if !self.stand_ins.is_empty() => None,
                Ok(_) if used.contains(entry.name.as_str()) || in_cases.contains(&entry.name) => None,
                Ok(_) => {
                    let message = format!("`exchange_rates.{0}` has no effect: no amount is in {0}", entry.name);
                    let label = format!("remove it, or write the amounts that are in it as `3.20 {}`", entry.name);
                    Some(self.at_key(Code::NoEffect, entry.at, message).label(label))
                }
            };
            self.found.extend(finding);
        }
    }

    /// The codes behind the values that cases set: an amount may be in another currency there.
    fn codes_in_cases(&self) -> BTreeSet<String> {
        let below = |at: NodeId| self.document.children(at).to_vec();
        let cases = self.document.member(NodeId::ROOT, cases::KEY).into_iter().flat_map(below);
        let values = cases.flat_map(below).filter_map(|at| match &self.document.node(at).content {
            Content::Scalar(text) => Some(text.rsplit(' ').next()?.to_owned()),
            Content::Map(_) | Content::List(_) | Content::Nothing => None,
        });
        values.collect()
    }
}
