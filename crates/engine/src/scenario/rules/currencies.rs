//! Rules of currencies: every foreign currency has a rate, and every rate is used.

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
        // usually there is none, and numbers need not be sorted
        let numbers = if self.document.has_number(|number| in_another(number).is_some()) {
            self.document.numbers()
        } else {
            Vec::new()
        };
        let amounts: Vec<(NodeId, CurrencyCode)> = numbers.into_iter().filter_map(in_another).collect();
        self.rates(&amounts.iter().map(|(_, currency)| currency.code()).collect());
        let mut reported = BTreeSet::new();
        for (at, currency) in amounts {
            let is_stated = self.scenario.exchange_rates.get(currency.code()).is_some();
            // each amount gets a finding, the first one with help
            if !is_stated {
                let finding = self.without_rate(at, currency, reported.insert(currency.code()));
                self.found.push(finding);
            }
        }
    }

    fn without_rate(&self, at: NodeId, currency: CurrencyCode, is_first: bool) -> Diagnostic {
        let own = self.scenario.currency.value.code();
        let code = currency.code();
        let message = format!("`{}` is in {code}, but there is no exchange rate to {own}", self.document.key(at));
        let finding = self.at(Code::MissingRate, at, message);
        let rates = self.document.member(NodeId::ROOT, "exchange_rates").is_some();
        let label = if rates {
            format!("add the value of one {code} in {own} to `exchange_rates`, as `{code}: …`")
        } else {
            format!("add `exchange_rates: {{ {code}: … }}` at the top, with the value of one {code} in {own}")
        };
        if is_first {
            finding.label(label).help("give the date and the source of the rate under `sources`")
        } else {
            finding.label(label)
        }
    }

    /// Rules of the rates themselves; `used` are the currency codes of the amounts.
    fn rates(&mut self, used: &BTreeSet<&'static str>) {
        let rates = &self.scenario.exchange_rates;
        if let Some(over) = rates.iter().nth(MOST_CURRENCIES) {
            let message = format!("there are {} exchange rates; at most {MOST_CURRENCIES} are allowed", rates.len());
            self.found.push(self.at_key(Code::TooMany, over.at, message).label("remove unused rates"));
        }
        let own = self.scenario.currency.value.code();
        let is_own_known = self.known(&self.scenario.currency).is_some();
        let in_cases = self.codes_in_cases();
        for entry in rates {
            let finding = match CurrencyCode::read(&entry.name) {
                Err(problem) => {
                    // the message is about a value; drop its beginning, which repeats the code
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
                    let message = format!("`exchange_rates.{own}` has no effect: {own} is the reporting currency");
                    Some(self.at_key(Code::NoEffect, entry.at, message).label("remove it"))
                }
                // a value that could not be read may use the rate
                Ok(_) if !self.placeholders.is_empty() => None,
                Ok(_) if used.contains(entry.name.as_str()) || in_cases.contains(&entry.name) => None,
                Ok(_) => {
                    let message = format!("`exchange_rates.{0}` has no effect: no amount is in {0}", entry.name);
                    let label = format!("remove it, or write amounts in this currency as `3.20 {}`", entry.name);
                    Some(self.at_key(Code::NoEffect, entry.at, message).label(label))
                }
            };
            self.found.extend(finding);
        }
    }

    /// Currency codes after the values of cases, whose amounts can be in another currency.
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
