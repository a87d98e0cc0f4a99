//! Rules of work in tokens: requests, rates of accelerators and prices per million tokens.

use super::Rules;
use crate::diagnostic::Code;
use crate::scenario::demand::Workload;
use crate::scenario::document::{Entry, Located, Named, NodeId, ScalarOr};
use crate::scenario::option_id::OptionId;
use crate::scenario::own::Own;
use crate::scenario::quantities::Throughput;
use crate::scenario::rent::Rent;
use crate::scenario::tokens::TokenThroughput;
use language::suggest::listed;
use rust_decimal::Decimal;

/// An option with accelerators, for the rules of their rates.
struct Accelerators<'a> {
    at: NodeId,
    rates: &'a Named<TokenThroughput>,
    relative: &'a ScalarOr<Located<Throughput>, Named<Located<Throughput>>>,
    serves: Option<&'a [Located<String>]>,
}

impl<'a> Rules<'a> {
    /// A request has tokens, and a workload in tokens no unit of its own.
    pub(super) fn tokens(&mut self, entry: &Entry<Workload>) {
        let workload = &entry.value;
        let Some(tokens) = &workload.tokens else { return };
        if let (Some(input), Some(output)) = (self.known(&tokens.input), self.known(&tokens.output))
            && input.0 + output.0 == Decimal::ZERO
        {
            let message = format!("a request of `{}` has no tokens", entry.name);
            let diagnostic = self.at(Code::OutOfBounds, tokens.output.at, message);
            self.found.push(diagnostic.label("write more than 0 here or as `input`"));
        } else if self.known(&tokens.output).is_some_and(|output| output.0.is_zero())
            && self.known(&tokens.cached).is_some_and(|cached| cached.0 == Decimal::ONE)
        {
            let message = format!("a request of `{}` has nothing to compute: all of it is cached", entry.name);
            self.found.push(self.at(Code::OutOfBounds, tokens.cached.at, message).label("write less than 100%"));
        }
        if let Some(unit) = self.document.member(entry.at, "unit").filter(|_| workload.unit.is_some()) {
            let message = "`unit` has no effect: the unit of work in `tokens` is a million tokens";
            self.found.push(self.at_key(Code::NoEffect, unit, message).label("remove it"));
        }
    }

    /// Rates of an owned fleet.
    pub(super) fn owned_rates(&mut self, option: &'a Entry<Own>) {
        let Entry { at, value: own, name, .. } = option;
        let (rates, relative) = (&own.token_throughput, &own.relative_throughput);
        let accelerators = Accelerators { at: *at, rates, relative, serves: own.serves.as_deref() };
        self.token_rates(&accelerators, &OptionId::own(name));
    }

    /// Rates of rented accelerators, or prices of an endpoint.
    pub(super) fn rented_rates(&mut self, option: &'a Entry<Rent>) {
        let Entry { at, value: rent, name, .. } = option;
        if rent.is_endpoint() {
            self.prices_of_tokens(option);
            return;
        }
        let (rates, relative) = (&rent.token_throughput, &rent.relative_throughput);
        let accelerators = Accelerators { at: *at, rates, relative, serves: rent.serves.as_deref() };
        self.token_rates(&accelerators, &OptionId::rent(name));
    }

    /// Every rate is for a workload in tokens, and every such workload has a rate.
    fn token_rates(&mut self, option: &Accelerators<'_>, id: &OptionId) {
        let stated = self.document.member(option.at, "token_throughput");
        if stated.is_some_and(|at| self.placeholders.contains(&at)) {
            return;
        }
        if let Some(at) = stated.filter(|_| !option.rates.is_empty())
            && self.lacks_workloads(at)
        {
            return;
        }
        let served = self.served(option.serves);
        for entry in option.rates {
            let workload = served.iter().find(|workload| workload.name == entry.name);
            let unknown = self.unknown_workload(&entry.name, |rules, code, words| rules.at_key(code, entry.at, words));
            let is_given_twice = match option.relative {
                ScalarOr::Part(by_workload) => by_workload.get(&entry.name),
                ScalarOr::Scalar(_) => None,
            };
            if let Some(diagnostic) = unknown {
                self.found.push(diagnostic);
            } else if workload.is_none() {
                let message = format!("`{}` has no effect: the option does not serve it", entry.name);
                let diagnostic = self.at_key(Code::NoEffect, entry.at, message);
                self.found.push(diagnostic.label("remove it, or add it to `serves`"));
            } else if workload.is_some_and(|workload| workload.value.tokens.is_none() && !self.is_unclear(workload.at))
            {
                let message = format!("the work of `{}` is not in tokens", entry.name);
                let diagnostic = self.at_key(Code::NoEffect, entry.at, message);
                self.found.push(diagnostic.label("write `relative_throughput`, or give the workload in `tokens`"));
            } else if let Some(relative) = is_given_twice {
                let message = format!("`relative_throughput` of `{}` has no effect: its rate is stated", entry.name);
                let diagnostic = self.at_key(Code::NoEffect, relative.at, message).label("remove it");
                self.found.push(diagnostic.related(self.document.key_place(entry.at), "the rate"));
            }
        }
        let lacking: Vec<&str> = served
            .into_iter()
            .filter(|workload| workload.value.tokens.is_some() && option.rates.get(&workload.name).is_none())
            .filter(|workload| !self.has_relative(option, &workload.name))
            .map(|workload| workload.name.as_str())
            .collect();
        if !lacking.is_empty() && !self.is_unclear(option.at) {
            let message = format!("`{id}` has no throughput for {}, whose work is in tokens", listed(&lacking, "and"));
            let label = format!("add `token_throughput: {{ {}: {{ tokens_per_second: 4_250 }} }}`", lacking[0]);
            let diagnostic = self.at(Code::MissingKey, option.at, message).label(label);
            self.found.push(diagnostic.help("or `relative_throughput`, if another option states the rate"));
        }
    }

    /// Whether a stated relative throughput applies to a workload that states its reference, or whose rate another option states.
    fn has_relative(&self, option: &Accelerators<'_>, workload: &str) -> bool {
        let is_stated = match option.relative {
            ScalarOr::Scalar(relative) => self.is_given(relative.at),
            ScalarOr::Part(by_workload) => by_workload.get(workload).is_some(),
        };
        let workloads = &self.scenario.demand.workloads;
        let tokens = workloads.get(workload).and_then(|workload| workload.value.tokens.as_ref());
        let has_reference = tokens.is_some_and(|tokens| tokens.reference.is_some());
        is_stated && (has_reference || self.scenario.token_rates().any(|rate| rate.entry.name == workload))
    }

    /// Prices per million tokens are for work in tokens and follow no price path.
    fn prices_of_tokens(&mut self, option: &Entry<Rent>) {
        let rent = &option.value;
        let prices = self.document.member(option.at, "price_per_million_tokens");
        let Some(at) = prices.filter(|_| rent.price_per_million_tokens.is_some()) else { return };
        if let Some(path) = self.document.member(option.at, "price_path").filter(|_| rent.price_path.is_some()) {
            let message = "`price_path` has one price, and `price_per_million_tokens` has several";
            let diagnostic = self.at_key(Code::MisplacedKey, path, message);
            self.found.push(diagnostic.label("write `price_change_per_year` or `price_change_per_month`"));
        }
        let message = "`price_per_million_tokens` requires work in `tokens`";
        let label = "write `price_per_unit`, or give the demand in `workloads: { chat: { tokens: { … } } }`";
        if self.scenario.demand.workloads.is_empty() {
            let demand = self.document.member(NodeId::ROOT, "demand");
            if demand.is_some_and(|demand| !self.is_unclear(demand)) {
                self.found.push(self.at_key(Code::MisplacedKey, at, message).label(label));
            }
            return;
        }
        let others: Vec<&str> = self
            .served(rent.serves.as_deref())
            .into_iter()
            .filter(|workload| workload.value.tokens.is_none() && !self.is_unclear(workload.at))
            .map(|workload| workload.name.as_str())
            .collect();
        if !others.is_empty() {
            let are = if others.len() == 1 { "is" } else { "are" };
            let message = format!("{message}; {} {are} not", listed(&others, "and"));
            let diagnostic = self.at_key(Code::MisplacedKey, at, message);
            self.found.push(diagnostic.label("limit the option by `serves`, or give this work in `tokens`"));
        }
    }
}
