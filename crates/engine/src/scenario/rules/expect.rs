//! Rules of expectations: options exist, pairs are compared, bounds are in order.

use super::super::expect::{
    ALWAYS_OWN, ALWAYS_RENT, Bounded, ExpectInCase, Expectations, Expected, ExpectedPair, ExpectedRange, NEVER,
    NO_WINNER,
};
use super::Rules;
use super::hybrid::unknown_option;
use crate::diagnostic::{Code, Fix, FixSafety, TextEdit};
use crate::scenario::document::{Entry, Located, NodeId, quoted};
use crate::scenario::{OptionId, OptionKind, cases};
use language::suggest::{listed, nearest};

impl Rules<'_> {
    pub(super) fn expectations(&mut self) {
        let Some(at) = self.document.member(NodeId::ROOT, "expect").filter(|at| self.is_part(*at)) else { return };
        let Some(expect) = &self.scenario.expect else { return };
        self.expected(at, expect.here());
        for case in &expect.cases {
            self.case_expected(case);
        }
    }

    /// Rules of the expectations of one comparison.
    fn expected(&mut self, at: NodeId, expect: Expectations<'_>) {
        if self.document.children(at).is_empty() {
            let message = format!("`{}` has no expectation", self.document.path(at));
            self.found
                .push(self.at_key(Code::MissingChoice, at, message).label("add `winner: own.NAME`, or remove it"));
        }
        self.winner(expect);
        self.ordered(expect.margin.map(|margin| margin.value.bounds()));
        self.utilization(expect.break_even_utilization);
        for (key, amounts) in [("totals", expect.totals), ("present_values", expect.present_values)] {
            for entry in amounts {
                self.option_expected(&entry.name, entry.at, key);
                self.ordered(Some(entry.value.bounds()));
            }
        }
        for pair in expect.pairs.iter().filter(|pair| self.is_part(pair.at)).collect::<Vec<_>>() {
            self.pair_expected(pair);
        }
    }

    /// Rules of the expectations of a case: the case exists.
    fn case_expected(&mut self, case: &Entry<ExpectInCase>) {
        let known: Vec<&str> = self.scenario.cases.iter().map(|case| case.name.as_str()).collect();
        if !known.contains(&case.name.as_str()) {
            let label = match cases::like(&case.name, &known) {
                Some(label) => label,
                None => "move the expectations of the base case to `expect`, or remove this".to_owned(),
            };
            let finding = self.at_key(Code::UnknownCase, case.at, cases::unknown(&case.name, &known));
            self.found.push(finding.label(label));
        }
        if self.is_part(case.at) {
            self.expected(case.at, case.value.here());
        }
    }

    /// Every expected winner exists, and is named once.
    fn winner(&mut self, expect: Expectations<'_>) {
        let winners = expect.winners();
        for (number, winner) in winners.iter().enumerate().filter(|(_, winner)| winner.value != NO_WINNER) {
            let first = winners[..number].iter().find(|before| before.value == winner.value);
            if let Some(first) = first.filter(|_| !self.placeholders.contains(&winner.at)) {
                let message = format!("`{}` is already in the list", winner.value);
                let diagnostic = self.at(Code::DuplicateEntry, winner.at, message).label("remove it");
                let diagnostic = diagnostic.fix(self.without(winners[number - 1].at, winner.at));
                self.found.push(diagnostic.related(self.document.place(first.at), "first here"));
                continue;
            }
            self.option_expected(&winner.value, winner.at, "winner");
        }
    }

    /// An option named by its path exists. The path is a key, or the value of `winner`.
    fn option_expected(&mut self, path: &str, at: NodeId, key: &str) {
        let options = self.all_option_ids();
        if self.placeholders.contains(&at) || options.is_empty() || options.iter().any(|known| *known == *path) {
            return;
        }
        let (message, label, near) = unknown_option(path, &options);
        let diagnostic = match key {
            "winner" => self.at(Code::UnknownOption, at, message),
            _ => self.at_key(Code::UnknownOption, at, message),
        };
        self.found.push(diagnostic.label(label).suggestion(path, near.as_deref()));
    }

    /// IDs of all options.
    pub(super) fn all_option_ids(&self) -> Vec<OptionId> {
        let hybrids = self.scenario.hybrid.iter().map(|option| OptionId::hybrid(&option.name));
        self.option_ids().into_iter().chain(hybrids).collect()
    }

    fn pair_expected(&mut self, pair: &Located<ExpectedPair>) {
        let of = &pair.value;
        let keys = self.document.children(pair.at).iter().map(|at| self.document.key(*at));
        if keys.filter(|key| !matches!(*key, "own" | "rent")).count() == 0 && !self.is_unclear(pair.at) {
            let message = format!("the pair `{}` and `{}` has no expectation", of.own.value, of.rent.value);
            let diagnostic = self.at(Code::MissingChoice, pair.at, message);
            self.found.push(diagnostic.label("add an expectation, such as `payback_month: { max: 30 }`"));
        }
        let unknown =
            [self.half(&of.own, OptionKind::Own, &of.owned()), self.half(&of.rent, OptionKind::Rent, &of.rented())];
        if unknown == [false, false] {
            self.compared(of);
        }
        self.utilization(of.break_even_utilization.as_ref().map(Expected::of));
        for (_, month) in of.months() {
            self.word(month, &[NEVER]);
        }
        self.ordered(of.irr.as_ref().map(|irr| irr.value.bounds()));
        self.ordered(of.resale_needed.as_ref().map(|resale| resale.value.bounds()));
    }

    /// Whether one option of a pair is unknown; adds a finding if so.
    fn half(&mut self, stated: &Located<String>, side: OptionKind, id: &OptionId) -> bool {
        if self.placeholders.contains(&stated.at) {
            return true;
        }
        let options = self.all_option_ids();
        if options.contains(id) {
            return false;
        }
        let of_side = options.iter().filter(|known| (known.kind() == OptionKind::Rent) == (side == OptionKind::Rent));
        // a hybrid is named by its path
        let names: Vec<&str> =
            of_side.map(|known| if known.kind() == side { known.name() } else { known.as_str() }).collect();
        let typed: Option<OptionId> = stated.value.parse().ok().filter(|typed: &OptionId| typed.kind() == side);
        let required = typed.as_ref().map_or(stated.value.as_str(), OptionId::name);
        let near = names.iter().find(|known| **known == required || known.ends_with(&format!(".{required}"))).copied();
        let near = near.or_else(|| nearest(required, names.iter().copied()));
        let label = match (near, names.as_slice()) {
            (Some(near), _) => format!("write `{near}`"),
            (None, []) => "remove this pair".to_owned(),
            (None, names) => {
                format!("write the name of an option, such as {}", listed(&names[..names.len().min(4)], "or"))
            }
        };
        let sort = if side == OptionKind::Own { "an owned option or a hybrid" } else { "a rented option" };
        let message = format!("{} is not the name of {sort}", quoted(&stated.value));
        self.found.push(self.at(Code::UnknownOption, stated.at, message).label(label).suggestion(&stated.value, near));
        true
    }

    /// Both options of a pair serve every workload; otherwise they are not compared.
    fn compared(&mut self, pair: &ExpectedPair) {
        let scenario = self.scenario;
        let own = scenario.own.get(&pair.own.value).map(|option| option.value.serves.as_deref());
        let rent = scenario.rent.get(&pair.rent.value).map(|option| option.value.serves.as_deref());
        let all = scenario.demand.workloads.len();
        let halves = [(&pair.own, pair.owned(), own), (&pair.rent, pair.rented(), rent)];
        for (stated, path, serves) in halves {
            if serves.is_some_and(|serves| self.served(serves).len() < all) {
                let message = format!("`{path}` does not serve every workload, so it is not compared with others");
                let diagnostic = self.at(Code::NotCompared, stated.at, message);
                self.found.push(diagnostic.label("name an option or a hybrid that serves all of them"));
            }
        }
    }

    fn utilization(&mut self, expected: Option<Expected<'_>>) {
        self.word(expected, &[ALWAYS_OWN, ALWAYS_RENT]);
    }

    /// A known word, or bounds in order.
    fn word(&mut self, expected: Option<Expected<'_>>, words: &[&str]) {
        match expected {
            None => {}
            Some(Expected::Within(bounds, _)) => self.ordered(Some(bounds)),
            Some(Expected::Word(word)) => {
                if words.contains(&word.value.as_str()) || self.placeholders.contains(&word.at) {
                    return;
                }
                let known = listed(words, "or");
                let message = format!("is {}; it must be {known}, or a part with `min` or `max`", quoted(&word.value));
                let message = format!("`{}` {message}", self.document.key(word.at));
                let is_number = word.value.starts_with(|c: char| c.is_ascii_digit());
                let near = nearest(&word.value, words.iter().copied());
                let label = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None if is_number => format!("write `{{ max: {} }}`", word.value),
                    None => format!("write {known}"),
                };
                self.found
                    .push(self.at(Code::UnknownChoice, word.at, message).label(label).suggestion(&word.value, near));
            }
        }
    }

    /// The minimum is not above the maximum.
    fn ordered(&mut self, bounds: Option<ExpectedRange>) {
        let Some((min, max)) = bounds.and_then(|bounds| bounds.min.zip(bounds.max)) else { return };
        let (Some(least), Some(most)) = (self.known(&min), self.known(&max)) else { return };
        if least > most {
            let text = |at: NodeId| self.document.text(at).unwrap_or_default();
            let message = format!("`min` ({}) is above `max` ({})", text(min.at), text(max.at));
            let diagnostic = self.at(Code::BoundsReversed, min.at, message).label("swap the two");
            let places = self.document.place(min.at).zip(self.document.place(max.at));
            let diagnostic = diagnostic.fix(places.and_then(|(least, most)| {
                let exchanged = [TextEdit::new(least, text(max.at)), TextEdit::new(most, text(min.at))];
                Fix::new(FixSafety::Unsafe, exchanged.into())
            }));
            self.found.push(diagnostic.related(self.document.place(max.at), "the maximum"));
        }
    }
}
