//! Usual costs that an option does not list. The list is data: `left_out.csv` in this directory.

use crate::scenario::document::{Document, NodeId, Origin};
use std::sync::LazyLock;

const LIST: &str = include_str!("left_out.csv");

/// A usual cost.
struct UsualCost {
    side: &'static str,
    name: &'static str,
    /// Words in the name of a line that cover it; `hardware+support` are two words that cover it together.
    words: Vec<Vec<&'static str>>,
    /// Keys that cover it.
    keys: Vec<&'static str>,
    /// Whether it is bought with the hardware, and so before the decision if the hardware was.
    bought_with_hardware: bool,
}

/// The list, parsed once.
static USUAL: LazyLock<Vec<UsualCost>> = LazyLock::new(|| LIST.lines().skip(1).filter_map(UsualCost::read).collect());

impl UsualCost {
    fn read(row: &'static str) -> Option<UsualCost> {
        let [side, name, words, keys, bought] = row.split(',').collect::<Vec<_>>().try_into().ok()?;
        let words = words.split(' ').map(|word| word.split('+').collect()).collect();
        let keys = keys.split(' ').collect();
        Some(UsualCost { side, name, words, keys, bought_with_hardware: bought == "before" })
    }
}

/// Parts of an option whose entries are named by the author.
const NAMED_PARTS: [&str; 4] = ["capital", "operating", "one_off", "not_applicable"];

/// When the hardware of an option was bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hardware {
    /// From the decision on, or the option has no hardware.
    New,
    /// All before the decision, including costs bought with hardware.
    OwnedAlready,
}

/// Usual costs of a side (`own`, `rent`) that neither a line (see [`usual_costs_of_line`]), nor a key, nor
/// `not_applicable` of the option covers. Costs bought with hardware (`before` in the last column) are excluded if all
/// hardware is already owned.
#[must_use]
pub fn left_out(document: &Document, side: &str, option: NodeId, hardware: Hardware) -> Vec<String> {
    let named = NAMED_PARTS.iter().filter_map(|part| document.member(option, part));
    let entries = named.flat_map(|part| document.children(part));
    let covered_by_lines: Vec<&'static str> =
        entries.flat_map(|entry| usual_costs_of_line(document, side, *entry)).collect();
    let stated = |key: &str| document.member(option, key).is_some_and(|node| document.origin(node) != Origin::Assumed);
    let included = includes_electricity(document, option);
    let of_side = USUAL.iter().filter(|cost| cost.side == side);
    let is_left_out = |cost: &&UsualCost| {
        let covered = covered_by_lines.contains(&cost.name)
            || hardware == Hardware::OwnedAlready && cost.bought_with_hardware
            || cost.keys.iter().any(|key| stated(key))
            || included && matches!(cost.name, "electricity" | "cooling");
        !covered
    };
    of_side.filter(is_left_out).map(|cost| cost.name.to_owned()).collect()
}

/// The name of a line, and the words between its hyphens.
fn words_of(line: &str) -> Vec<&str> {
    std::iter::once(line).chain(line.split(['-', '_'])).collect()
}

/// Bases on which vendors bill the support of servers: per server, or as a share of their price.
const BILLED_FOR_SERVERS: [&str; 5] =
    ["per_node_year", "per_node_month", "per_node", "share_of_capital_per_year", "share_of_nodes"];

/// Words for support that doesn't repair servers, however it is billed.
const OF_PEOPLE_AND_SOFTWARE: [&str; 8] =
    ["desk", "helpdesk", "enterprise", "user", "users", "application", "applications", "platform"];

/// Whether a line of an owned option named just `support` is the support of its servers: it is billed per server, as a
/// share of their price, or after their warranty.
fn is_support_of_servers(document: &Document, line: NodeId) -> bool {
    let name = document.key(line);
    let words = words_of(name);
    let is_support = ["support", "service"].iter().any(|word| words.contains(word));
    let of_something_else = OF_PEOPLE_AND_SOFTWARE.iter().any(|word| words.contains(word))
        || usual_costs("own", name).any(|cost| cost != MAINTENANCE);
    let is_billed_so = BILLED_FOR_SERVERS.into_iter().any(|key| document.member(line, key).is_some());
    let begins_after = document.member(line, "after_warranty").is_some_and(|at| document.text(at) == Some("true"));
    is_support && (is_billed_so || begins_after) && !of_something_else
}

/// Name of the usual cost of repairing servers.
pub const MAINTENANCE: &str = "maintenance";

/// Usual costs of a side (`own`, `rent`) that a line covers: by its name, and the maintenance of servers if their
/// vendor bills `support` for them.
pub fn usual_costs_of_line<'d>(
    document: &'d Document,
    side: &'d str,
    line: NodeId,
) -> impl Iterator<Item = &'static str> + 'd {
    let by_basis = (side == "own" && is_support_of_servers(document, line)).then_some(MAINTENANCE);
    usual_costs(side, document.key(line)).chain(by_basis)
}

/// Usual costs of a side (`own`, `rent`) that the name of a line covers, by their names on the list.
///
/// ```
/// use engine::analysis::usual_costs;
/// assert_eq!(usual_costs("own", "fit-out-network").collect::<Vec<_>>(), ["network"]);
/// assert_eq!(usual_costs("rent", "support").collect::<Vec<_>>(), ["support"]);
/// ```
pub fn usual_costs<'l>(side: &'l str, line: &'l str) -> impl Iterator<Item = &'static str> + 'l {
    let (of_side, said) = (USUAL.iter().filter(move |cost| cost.side == side), words_of(line));
    let is_said = move |words: &Vec<&str>| words.iter().all(|word| said.contains(word));
    let covered = of_side.filter(move |cost| line == cost.name || cost.words.iter().any(&is_said));
    covered.map(|cost| cost.name)
}

/// Whether an operating line includes the electricity.
fn includes_electricity(document: &Document, option: NodeId) -> bool {
    let lines = document.member(option, "operating").into_iter().flat_map(|part| document.children(part));
    let says = |line: &NodeId| {
        document.member(*line, "includes_electricity").is_some_and(|node| document.text(node) == Some("true"))
    };
    lines.into_iter().any(says)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_list_has_its_five_columns() {
        for row in LIST.lines() {
            assert_eq!(row.split(',').count(), 5, "{row}");
        }
    }

    #[test]
    fn what_came_with_hardware_is_no_cost_to_come_of_hardware_that_is_owned_already() {
        let document = Document::parse("own: { kept: { operating: { staff: { per_month: 30 } } } }").unwrap();
        let kept = document.find("own.kept").unwrap();
        let new = left_out(&document, "own", kept, Hardware::New);
        let owned = left_out(&document, "own", kept, Hardware::OwnedAlready);
        let gone: Vec<&String> = new.iter().filter(|name| !owned.contains(name)).collect();
        assert_eq!(gone, ["network", "storage", "spares", "freight and installation"]);
    }
}
