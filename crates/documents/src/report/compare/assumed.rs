//! Model assumptions: one entry per key and value, with the options it applies to unless it applies to all options of a
//! side.

use crate::analysis::statement::Comparison;
use crate::model::OptionKind;
use crate::scenario::declared_at;
use std::collections::{BTreeMap, BTreeSet};

/// Options that an assumption applies to, by index; empty for the scenario as a whole.
type Holders = Vec<usize>;

/// All assumptions as one list.
pub(super) fn assumed(comparison: &Comparison) -> Vec<String> {
    let mut entries: Vec<((&str, &str), Holders)> = Vec::new();
    let mut partly: BTreeSet<(&str, &str)> = BTreeSet::new();
    let values = values_of_keys(comparison);
    for assumed in &comparison.assumed {
        let (holder, rest) = split(comparison, &assumed.path);
        let key = rest.rsplit('.').next().unwrap_or(rest);
        // a key with different values within options is shown with its whole path, as is a key that is vague on its
        // own: `spot.share`
        let is_vague = declared_at(&assumed.path).key().is_some_and(|key| key.vague);
        let key = if is_vague || values.get(key).is_some_and(|values| values.len() > 1) { rest } else { key };
        let name = (key, assumed.value.as_str());
        match entries.iter_mut().find(|(other, _)| *other == name) {
            Some((_, holders)) => holders.extend(holder.filter(|holder| !holders.contains(holder))),
            None => entries.push((name, holder.into_iter().collect())),
        }
        // the short key may be given elsewhere in the option
        if assumed.stated_beside && key != rest {
            partly.insert(name);
        }
    }
    if entries.is_empty() {
        return Vec::new();
    }
    let text = |(name, holders): &((&str, &str), Holders)| {
        let (key, value) = name;
        let elsewhere = if partly.contains(name) { " where not given" } else { "" };
        // no-break spaces keep an entry on one line
        format!("{key}{}{elsewhere}{}", written(value), of(comparison, holders)).replace(' ', "\u{a0}")
    };
    vec![entries.iter().map(text).collect::<Vec<_>>().join(" · ")]
}

fn values_of_keys(comparison: &Comparison) -> BTreeMap<&str, Vec<&str>> {
    let mut values: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for assumed in &comparison.assumed {
        let key = assumed.path.rsplit('.').next().unwrap_or(&assumed.path);
        let known = values.entry(key).or_default();
        if !known.contains(&assumed.value.as_str()) {
            known.push(&assumed.value);
        }
    }
    values
}

/// Splits a path into its option and the rest.
fn split<'a>(comparison: &Comparison, path: &'a str) -> (Option<usize>, &'a str) {
    let within = |name: &str| path.strip_prefix(name)?.strip_prefix('.');
    let found =
        comparison.options.iter().enumerate().find_map(|(at, option)| Some((at, within(option.name.as_str())?)));
    found.map_or((None, path), |(at, rest)| (Some(at), rest))
}

/// Value of an assumption: a number follows its key, a word follows an equals sign.
fn written(value: &str) -> String {
    let number = value.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.');
    match value.strip_suffix('%') {
        Some(share) if number => format!(" {} %", share.trim_end()),
        Some(_) | None if number => format!(" {value}"),
        Some(_) | None => format!(" = {value}"),
    }
}

/// ` (own.a, rent.b)`; empty if it applies to all options of its sides.
fn of(comparison: &Comparison, holders: &[usize]) -> String {
    let side = |kind: OptionKind| {
        let all = comparison.options.iter().enumerate().filter(move |(_, option)| option.kind == kind);
        let (has, lacks): (Vec<_>, Vec<_>) = all.partition(|(at, _)| holders.contains(at));
        let names: Vec<&str> = has.iter().map(|(_, option)| option.name.as_str()).collect();
        match (has.is_empty(), lacks.is_empty()) {
            (true, _) => Side::None,
            (false, true) => Side::All(kind),
            (false, false) => Side::Some(names),
        }
    };
    let sides = [side(OptionKind::Own), side(OptionKind::Rent)];
    if sides.iter().all(|side| !matches!(side, Side::Some(_))) {
        return String::new();
    }
    let names: Vec<&str> = sides
        .into_iter()
        .flat_map(|side| match side {
            Side::None => Vec::new(),
            Side::All(kind) => vec![kind.name()],
            Side::Some(names) => names,
        })
        .collect();
    format!(" ({})", names.join(", "))
}

/// Options of a side that an assumption applies to.
enum Side<'a> {
    None,
    All(OptionKind),
    Some(Vec<&'a str>),
}

#[cfg(test)]
mod tests {
    use super::super::super::example;
    use super::*;
    use crate::analysis::statement::Assumed;

    fn said(options: usize, entries: &[(&str, &str)]) -> String {
        let mut comparison = example::comparison(options);
        let entry = |(path, value): &(&str, &str)| Assumed {
            path: (*path).to_owned(),
            value: (*value).to_owned(),
            stated_beside: *path == "own.hgx.capital.racks.residual_value",
        };
        comparison.assumed = entries.iter().map(entry).collect();
        assumed(&comparison).concat().replace('\u{a0}', " ")
    }

    #[test]
    fn one_entry_for_each_key_and_value() {
        let entries = [
            ("hours_per_month", "730"),
            ("own.hgx.availability", "100%"),
            ("own.dgx-b200-colocated.availability", "100%"),
            ("own.hgx.node.idle_power_kw", "power_kw"),
            ("own.hgx.discount", "0%"),
            ("own.dgx-b200-colocated.discount", "0%"),
            ("rent.neocloud.discount", "0%"),
        ];
        let expected = "hours_per_month 730 · availability 100 % · idle_power_kw = power_kw (own.hgx) · \
                        discount 0 % (own, rent.neocloud)";
        assert_eq!(said(4, &entries), expected);
        assert_eq!(said(2, &[]), "");
    }

    #[test]
    fn what_the_author_stated_elsewhere_in_the_option_is_not_said_to_be_left_out() {
        let entries = [("own.hgx.capital.racks.residual_value", "0%"), ("own.hgx.capital.racks.discount", "0%")];
        assert_eq!(said(2, &entries), "residual_value 0 % where not given · discount 0 %");
    }

    #[test]
    fn different_values_of_a_key_are_told_apart_by_their_paths() {
        let entries = [("own.hgx.operating.colo.starts_month", "5"), ("rent.neocloud.commitments.a.starts_month", "1")];
        assert_eq!(said(2, &entries), "operating.colo.starts_month 5 · commitments.a.starts_month 1");
    }
}
