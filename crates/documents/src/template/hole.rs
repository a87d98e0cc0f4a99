//! Table of all placeholders of templates, and their positions in a line.

use std::ops::Range;

/// List of placeholders. Lines with one in a key are written once per item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum List {
    /// Data-centre servers with the accelerator; none for accelerators that are only rented.
    Server,
    /// Small servers with one card; none for accelerators that are not cards.
    Card,
    /// On-demand offers.
    Rental,
    /// Offer with the lowest price of a three-year commitment, if there is one.
    Reserved,
    /// Exchange rates needed.
    Exchange,
    /// Prices of APIs for the model of a service: the lowest and the median; none without a model.
    Api,
    /// Steps from the requests of a service to its accelerators.
    Step,
    /// Profile and headroom of a service; none for a batch.
    Peak,
    /// Latency limits of a service; none for a batch.
    Latency,
    /// First month, if given.
    Start,
    /// Tax on profits, if given.
    Tax,
    /// Tax on invoices, if given.
    Vat,
    /// Findings of a check of the scenario.
    Open,
}

/// Placeholder.
#[derive(Debug)]
pub struct Placeholder {
    /// Name between `<` and `>`.
    pub name: &'static str,
    /// List that it belongs to.
    pub list: Option<List>,
    /// Its value.
    pub about: &'static str,
}

const fn single(name: &'static str, about: &'static str) -> Placeholder {
    Placeholder { name, list: None, about }
}

const fn of(list: List, name: &'static str, about: &'static str) -> Placeholder {
    Placeholder { name, list: Some(list), about }
}

/// All placeholders.
pub const HOLES: &[Placeholder] = &[
    single("name", "name of the scenario, in quotes"),
    single("count", "number of accelerators"),
    single("utilization", "utilization"),
    single("utilization.low", "half of the utilization"),
    single("utilization.high", "1.5 times the utilization, at most 100%"),
    single("accelerator_hours", "accelerator-hours per month: count × utilization × 730"),
    single("accelerator_hours.low", "half of these hours"),
    single("accelerator_hours.high", "1.5 times these hours, at most all hours"),
    single("accelerator", "catalog name of the accelerator"),
    single(
        "accelerator.tokens",
        "million tokens per accelerator-hour, input and output; a guess from the memory bandwidth",
    ),
    single("accelerator.tokens.low", "half of this guess"),
    single("accelerator.tokens.high", "twice this guess"),
    single("sites.staff", "full-time equivalents for this number of sites; a guess"),
    single("staff.rented", "full-time equivalents for this number of rented accelerators; a guess"),
    single("sites.spares", "spare servers, one for twenty sites; a guess"),
    single("sites.lines", "monthly cost of network lines to the sites; a guess at 100 USD each"),
    single("currency", "currency of the place"),
    single("date", "latest date of the prices"),
    single("review_by", "six months after `date`"),
    single("place", "name of the place"),
    single("place.electricity", "price of a kilowatt-hour at the place"),
    single("place.electricity.source", "source of the electricity price"),
    single("place.electricity.low", "80% of the electricity price"),
    single("place.electricity.high", "125% of the electricity price"),
    single("site.pue", "power usage effectiveness, industry average"),
    single("site.pue.source", "source of the PUE"),
    single("site.colocation", "monthly price of a kilowatt of colocation"),
    single("site.colocation.source", "source of the colocation price"),
    single("quote.price", "price of a server in the quote, or else in the catalog"),
    single("quote.source", "source of that price"),
    single("winner", "winning option, or `none`"),
    single("catalog", "the catalog, with the version and the SHA-256 of a pack"),
    single("model", "model of a service"),
    single("workload.kind", "`realtime_inference`, or `batch_inference` without a latency target"),
    single("tokens.amount", "the key `requests_per_month` or `millions_per_month`"),
    single("tokens.per_month", "requests, or millions of tokens, per month"),
    single("tokens.per_month.low", "half of that number; requests are rounded up"),
    single("tokens.per_month.high", "twice that number"),
    single("tokens.input", "tokens read per request"),
    single("tokens.output", "tokens written per request"),
    single("tokens.cached", "share of the input in a prefix cache"),
    single("replica", "accelerators of a replica of the model"),
    single("rate", "tokens read and written per second by an accelerator: a published result, otherwise a guess"),
    single("rate.low", "80% of a published rate, or the lowest published result if that is lower; half of a guess"),
    single("rate.high", "125% of a published rate, or the highest published result if that is higher; twice a guess"),
    single("rate.input", "tokens read per request in the benchmark"),
    single("rate.output", "tokens written per request in the benchmark"),
    single("rate.grade", "`published` or `estimated`"),
    single("rate.source", "result from which the rate follows"),
    of(List::Server, "server", "name of the option with these servers"),
    of(List::Server, "server.accelerators", "accelerators in one server"),
    of(List::Server, "server.nodes", "servers for all accelerators"),
    of(List::Server, "server.nodes.owned", "half of the servers, rounded up; a guess at the existing servers"),
    of(List::Server, "server.nodes.added", "the other servers, at least one"),
    of(List::Server, "server.staff", "full-time equivalents to operate the servers; a guess"),
    of(List::Server, "server.network", "5% of the server price; a guess at its share of switches and cables"),
    of(List::Server, "server.price", "price of a server"),
    of(List::Server, "server.price.source", "source of the server price"),
    of(List::Server, "server.price.low", "lowest published price of a server"),
    of(List::Server, "server.price.high", "highest published price of a server"),
    of(List::Server, "server.worth", "40% of the server price; a guess at the resale price"),
    of(List::Server, "server.power", "power of a server at full load, in kW"),
    of(List::Server, "server.power.idle", "idle power of a server, in kW; a guess"),
    of(List::Card, "card.price", "price of a small server with one card"),
    of(List::Card, "card.price.source", "source of that price"),
    of(List::Card, "card.price.low", "80% of that price"),
    of(List::Card, "card.price.high", "125% of that price"),
    of(List::Card, "card.power", "power of that server at full load, in kW; a guess from the power of the card"),
    of(List::Card, "card.power.idle", "idle power of that server, in kW; a guess"),
    of(List::Rental, "rental", "provider, as the name of the option"),
    of(List::Rental, "rental.instance", "instance type and region"),
    of(List::Rental, "rental.location", "region, or `not specified`, in quotes"),
    of(List::Rental, "rental.accelerators", "accelerators in one instance"),
    of(List::Rental, "rental.price", "on-demand price of an instance-hour"),
    of(List::Rental, "rental.price.source", "source of that price"),
    of(List::Rental, "rental.price.low", "80% of that price"),
    of(List::Rental, "rental.price.high", "125% of that price"),
    of(List::Reserved, "reserved", "name of the option with a commitment"),
    of(List::Reserved, "reserved.instance", "instance type and region"),
    of(List::Reserved, "reserved.location", "region, or `not specified`, in quotes"),
    of(List::Reserved, "reserved.accelerators", "accelerators in one instance"),
    of(
        List::Reserved,
        "reserved.instances",
        "instances for the accelerators that are busy on average, rounded down, at least one",
    ),
    of(List::Reserved, "reserved.price", "on-demand price of an instance-hour"),
    of(List::Reserved, "reserved.committed", "price of an instance-hour with a three-year commitment"),
    of(List::Reserved, "reserved.price.source", "source of both prices"),
    of(List::Exchange, "exchange", "code of another currency in which prices are given"),
    of(List::Exchange, "exchange.rate", "value of one unit of it in the currency of the place"),
    of(List::Exchange, "exchange.source", "source of the exchange rate"),
    of(List::Api, "api", "provider of an API, as the name of the option"),
    of(List::Api, "api.entry", "provider and model in the catalog"),
    of(List::Api, "api.input", "price of a million tokens read"),
    of(List::Api, "api.input.low", "80% of that price"),
    of(List::Api, "api.input.high", "125% of that price"),
    of(List::Api, "api.cached_input", "price of a million tokens read from a prefix cache"),
    of(List::Api, "api.output", "price of a million tokens written"),
    of(List::Api, "api.output.low", "80% of that price"),
    of(List::Api, "api.output.high", "125% of that price"),
    of(List::Api, "api.source", "source of these prices"),
    of(List::Step, "step", "a numbered step from the requests to the accelerators"),
    of(List::Peak, "profile", "the key `profile`"),
    of(List::Peak, "profile.name", "profile of the load over the week; a guess"),
    of(List::Peak, "headroom", "the key `headroom`"),
    of(List::Peak, "headroom.share", "capacity above the peak; a guess"),
    of(List::Peak, "replicas", "the key `replica_accelerators`"),
    of(List::Peak, "replicas.least", "the key `min_replicas`"),
    of(List::Latency, "latency", "the key `latency`"),
    of(List::Latency, "latency.limits", "latency limits of the benchmark"),
    of(List::Start, "start", "the key `start`"),
    of(List::Start, "start.month", "first month, `2027-04`"),
    of(List::Tax, "tax", "the key `tax`"),
    of(List::Tax, "tax.rate", "rate of the tax on profits"),
    of(List::Vat, "indirect_tax", "the key `indirect_tax`"),
    of(List::Vat, "indirect_tax.rate", "rate of a tax on invoices that is not recovered"),
    of(List::Open, "open.rule", "rule with a finding"),
    of(List::Open, "open.what", "its first finding, and how many more there are"),
];

/// Placeholder by name.
pub(super) fn named(name: &str) -> Option<&'static Placeholder> {
    HOLES.iter().find(|hole| hole.name == name)
}

/// Placeholder in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlaceholderSpan<'a> {
    /// Name, which may be unknown.
    pub(super) name: &'a str,
    /// Byte range in the line, with its brackets.
    pub(super) at: Range<usize>,
}

/// Placeholders of a line, from left to right: a word of lower-case letters, digits, points and underscores between `<` and `>`.
pub(super) fn written(line: &str) -> Vec<PlaceholderSpan<'_>> {
    let mut found = Vec::new();
    for (start, _) in line.match_indices('<') {
        let rest = line.get(start + 1..).unwrap_or_default();
        let Some((name, _)) = rest.split_once('>') else { continue };
        let is_of_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '_');
        if name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_of_name) {
            found.push(PlaceholderSpan { name, at: start..start + name.len() + 2 });
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
