//! The holes that a template may have, in one table, and where they stand in a line.

use std::ops::Range;

/// What there may be several of, or none: the lines that name it in a key are written once for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum List {
    /// Servers for a data centre that the accelerator is sold in; none of one that is only rented.
    Server,
    /// Small servers with one card; none of an accelerator that is no card.
    Card,
    /// Offers to rent on demand.
    Rental,
    /// The offer with the lowest price for a commitment of three years, where there is one.
    Reserved,
    /// Exchange rates that are needed.
    Exchange,
    /// What a check of the scenario finds.
    Open,
}

/// A hole that a template may have.
#[derive(Debug)]
pub struct Hole {
    /// Its name, as it stands between `<` and `>`.
    pub name: &'static str,
    /// What it is one of.
    pub list: Option<List>,
    /// What it is filled with.
    pub about: &'static str,
}

const fn single(name: &'static str, about: &'static str) -> Hole {
    Hole { name, list: None, about }
}

const fn of(list: List, name: &'static str, about: &'static str) -> Hole {
    Hole { name, list: Some(list), about }
}

/// Every hole.
pub const HOLES: &[Hole] = &[
    single("name", "what the scenario is called, in quotes"),
    single("count", "accelerators that are needed"),
    single("utilization", "the share of the time that they are busy"),
    single("utilization.low", "half of it"),
    single("utilization.high", "one and a half times it, at most 100%"),
    single("accelerator_hours", "accelerator-hours a month that this comes to: count × utilization × 730"),
    single("accelerator_hours.low", "half of them"),
    single("accelerator_hours.high", "one and a half times as many, at most all hours"),
    single("accelerator", "the accelerator, by its name in the catalog"),
    single(
        "accelerator.tokens",
        "million tokens that one reads and writes in an hour, a guess by its memory bandwidth",
    ),
    single("accelerator.tokens.low", "half of them"),
    single("accelerator.tokens.high", "twice as many"),
    single("sites.staff", "full-time equivalents that look after as many sites, a guess"),
    single("staff.rented", "full-time equivalents that look after as many rented accelerators, a guess"),
    single("sites.spares", "servers kept for as many sites, one for twenty, a guess"),
    single("sites.lines", "what lines to as many sites cost a month, a guess at 100 USD each"),
    single("currency", "the currency of the place"),
    single("date", "the latest day of the prices"),
    single("review_by", "six months later"),
    single("place", "the place, in words"),
    single("place.electricity", "the price of a kilowatt-hour there"),
    single("place.electricity.source", "its source"),
    single("place.electricity.low", "four fifths of it"),
    single("place.electricity.high", "five fourths of it"),
    single("site.pue", "power usage effectiveness, the average of the industry"),
    single("site.pue.source", "its source"),
    single("site.colocation", "the price of a kilowatt of colocation a month"),
    single("site.colocation.source", "its source"),
    single("quote.price", "what a server costs by the quote; otherwise by the catalog"),
    single("quote.source", "its source"),
    single("winner", "the option that wins, or `none`"),
    of(List::Server, "server", "the name of the option with such servers"),
    of(List::Server, "server.accelerators", "accelerators in one server"),
    of(List::Server, "server.nodes", "servers for all accelerators"),
    of(List::Server, "server.nodes.owned", "half of them, rounded up: a guess at what is there already"),
    of(List::Server, "server.nodes.added", "the others, at least one"),
    of(List::Server, "server.staff", "full-time equivalents that run them, a guess"),
    of(List::Server, "server.network", "a twentieth of its price: a guess at its share of switches and cables"),
    of(List::Server, "server.price", "the price of one server"),
    of(List::Server, "server.price.source", "its source"),
    of(List::Server, "server.price.low", "the least that one was sold for"),
    of(List::Server, "server.price.high", "the most"),
    of(List::Server, "server.worth", "two fifths of the price: a guess at what a used one brings"),
    of(List::Server, "server.power", "the power of one server at work, in kW"),
    of(List::Server, "server.power.idle", "its power without work, in kW, a guess"),
    of(List::Card, "card.price", "the price of a small server with one card"),
    of(List::Card, "card.price.source", "its source"),
    of(List::Card, "card.price.low", "four fifths of it"),
    of(List::Card, "card.price.high", "five fourths of it"),
    of(List::Card, "card.power", "its power at work, in kW, a guess by the card's"),
    of(List::Card, "card.power.idle", "its power without work, in kW, a guess"),
    of(List::Rental, "rental", "the provider, as the name of the option"),
    of(List::Rental, "rental.instance", "what the provider calls the instance, and its region"),
    of(List::Rental, "rental.location", "the region, or `not said`, in quotes"),
    of(List::Rental, "rental.accelerators", "accelerators in one instance"),
    of(List::Rental, "rental.price", "the price of an instance for an hour, on demand"),
    of(List::Rental, "rental.price.source", "its source"),
    of(List::Rental, "rental.price.low", "four fifths of it"),
    of(List::Rental, "rental.price.high", "five fourths of it"),
    of(List::Reserved, "reserved", "the name of the option with a commitment"),
    of(List::Reserved, "reserved.instance", "what the provider calls the instance, and its region"),
    of(List::Reserved, "reserved.location", "the region, or `not said`, in quotes"),
    of(List::Reserved, "reserved.accelerators", "accelerators in one instance"),
    of(
        List::Reserved,
        "reserved.instances",
        "instances for as many accelerators as are busy on average, rounded down, at least one",
    ),
    of(List::Reserved, "reserved.price", "the price of an instance for an hour, on demand"),
    of(List::Reserved, "reserved.committed", "the price of an instance for an hour, committed for three years"),
    of(List::Reserved, "reserved.price.source", "the source of both"),
    of(List::Exchange, "exchange", "the code of another currency in which prices are stated"),
    of(List::Exchange, "exchange.rate", "what one of it is worth in the currency of the place"),
    of(List::Exchange, "exchange.source", "the source of the rate"),
    of(List::Open, "open.rule", "the rule that finds something"),
    of(List::Open, "open.what", "what it finds first, and how often it finds something"),
];

/// The hole of a name.
pub(super) fn named(name: &str) -> Option<&'static Hole> {
    HOLES.iter().find(|hole| hole.name == name)
}

/// A hole as it stands in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written<'a> {
    /// Its name, which may be that of no hole.
    pub(super) name: &'a str,
    /// The bytes of the line that it takes, with its brackets.
    pub(super) at: Range<usize>,
}

/// The holes of a line, from left to right: a word of lower-case letters, digits, points and underscores between `<` and `>`.
pub(super) fn written(line: &str) -> Vec<Written<'_>> {
    let mut found = Vec::new();
    for (start, _) in line.match_indices('<') {
        let rest = line.get(start + 1..).unwrap_or_default();
        let Some((name, _)) = rest.split_once('>') else { continue };
        let is_of_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '_');
        if name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_of_name) {
            found.push(Written { name, at: start..start + name.len() + 2 });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_words_between_brackets() {
        let names = |line| written(line).into_iter().map(|hole| (hole.name, hole.at)).collect::<Vec<_>>();
        assert_eq!(names("  <server>: { price: <server.price> }"), [("server", 2..10), ("server.price", 21..35)]);
        assert!(names("a < b > c, <<: *x, <B>, <>, 3 <4>, <a b>").is_empty());
    }

    #[test]
    fn every_hole_has_a_name_of_its_own() {
        for (at, hole) in HOLES.iter().enumerate() {
            assert_eq!(written(&format!("<{}>", hole.name)).len(), 1, "{}", hole.name);
            assert!(HOLES.iter().skip(at + 1).all(|other| other.name != hole.name), "{}", hole.name);
        }
    }
}
