//! Groups of changes: single changes, or sections of the scenario if there are many, merged if one change is invalid
//! without another.

use super::changes::{CostEffect, InputChange};
use super::shapley::Coalitions;
use crate::model::{OptionId, OptionKind};
use crate::scenario::declared;
use crate::scenario::document::{Document, NodeId};
use language::declaration::ReferenceKind;
use serde::Serialize;
use std::collections::BTreeMap;

/// Maximum number of single changes; more are grouped by section, since each doubles the number of mixtures.
pub const MOST_ALONE: usize = 12;

/// Changes that are attributed together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeGroup {
    /// Name.
    pub name: GroupName,
    /// Reason for the group.
    pub kind: GroupKind,
    /// Indices of the changes.
    pub changes: Vec<usize>,
}

/// Name of a group of changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupName {
    /// Path of a single change, or a section.
    One(String),
    /// Paths or sections of changes that must be made together.
    Together(Vec<String>),
}

/// Reason why changes are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GroupKind {
    /// A single change.
    Single,
    /// One of many sections of the scenario.
    Section,
    /// Changes that are invalid without each other.
    Together,
}

impl GroupName {
    /// First path or section; empty if there is none.
    fn first(&self) -> &str {
        match self {
            GroupName::One(name) => name,
            GroupName::Together(names) => names.first().map_or("", String::as_str),
        }
    }
}

/// Groups of the changes that a present value can depend on: single changes, or sections if there are more than twelve.
pub(super) fn groups(changes: &[InputChange]) -> Vec<ChangeGroup> {
    let bearing: Vec<usize> = (0..changes.len()).filter(|at| changes[*at].bearing == CostEffect::Cost).collect();
    if bearing.len() <= MOST_ALONE {
        let single = |at: usize| ChangeGroup {
            name: GroupName::One(changes[at].path.clone()),
            kind: GroupKind::Single,
            changes: vec![at],
        };
        return bearing.into_iter().map(single).collect();
    }
    let fine = by_section(changes, &bearing, section);
    if fine.len() <= MOST_ALONE { fine } else { by_section(changes, &bearing, side) }
}

fn by_section(changes: &[InputChange], bearing: &[usize], section: fn(&str) -> String) -> Vec<ChangeGroup> {
    let mut groups: Vec<ChangeGroup> = Vec::new();
    for at in bearing {
        let name = GroupName::One(section(&changes[*at].path));
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.changes.push(*at),
            None => groups.push(ChangeGroup { name, kind: GroupKind::Section, changes: vec![*at] }),
        }
    }
    groups
}

/// `own.hgx`, `rent.cloud`, `demand.workloads.chat`, `demand`, or `general` for the scenario as a whole.
fn section(path: &str) -> String {
    let keys: Vec<&str> = path.split('.').collect();
    match keys.as_slice() {
        ["demand", "workloads", name, _, ..] => format!("demand.workloads.{name}"),
        ["demand", ..] => "demand".to_owned(),
        _ => OptionId::of_path(path).map_or("general".to_owned(), |option| option.to_string()),
    }
}

/// `own`, `rent`, `hybrid`, `demand`, or `general` for the scenario as a whole.
fn side(path: &str) -> String {
    let first = path.split('.').next().unwrap_or_default();
    let known = ["own", "rent", "hybrid", "demand"].contains(&first);
    (if known { first } else { "general" }).to_owned()
}

/// Merges groups until every mixture of them has a present value for every option. `coalitions` holds for each option
/// the groups it depends on and their coalitions.
pub(super) fn joined(groups: &[ChangeGroup], coalitions: &[(Vec<usize>, Coalitions)]) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = (0..groups.len()).map(|group| vec![group]).collect();
    loop {
        let mut links: Vec<(usize, usize)> = Vec::new();
        let mut broken: Vec<usize> = Vec::new();
        for (players, coalitions) in coalitions {
            let (involved, coalitions) = of_parts(&parts, players, coalitions);
            if !coalitions.is_whole() {
                links.extend(coalitions.needs().iter().map(|(a, b)| (involved[*a as usize], involved[*b as usize])));
                broken.extend(involved);
            }
        }
        if broken.is_empty() {
            return parts;
        }
        if links.is_empty() {
            links = nearest(groups, &parts, &broken);
        }
        parts = union(&parts, &links);
    }
}

/// Parts that an option depends on, with its coalitions of these parts.
pub(super) fn of_parts(parts: &[Vec<usize>], players: &[usize], coalitions: &Coalitions) -> (Vec<usize>, Coalitions) {
    let mask = |part: &[usize]| {
        let bits = players.iter().enumerate().filter(|(_, player)| part.contains(player));
        bits.fold(0, |mask, (bit, _)| mask | 1 << bit)
    };
    let masks: Vec<(usize, usize)> = parts.iter().enumerate().map(|(at, part)| (at, mask(part))).collect();
    let involved: Vec<(usize, usize)> = masks.into_iter().filter(|(_, mask)| *mask != 0).collect();
    let groups: Vec<usize> = involved.iter().map(|(_, mask)| *mask).collect();
    (involved.iter().map(|(at, _)| *at).collect(), coalitions.of_groups(&groups))
}

/// Links between the parts that are closest in the scenario, used if no dependency between two parts explains a missing
/// present value.
fn nearest(groups: &[ChangeGroup], parts: &[Vec<usize>], broken: &[usize]) -> Vec<(usize, usize)> {
    let mut by_closeness: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
    for (at, one) in broken.iter().enumerate() {
        for other in broken.iter().skip(at + 1).filter(|other| *other != one) {
            let pairs = parts[*one].iter().flat_map(|a| parts[*other].iter().map(move |b| (a, b)));
            let shared =
                pairs.map(|(a, b)| shared(groups[*a].name.first(), groups[*b].name.first())).max().unwrap_or_default();
            by_closeness.entry(shared).or_default().push((*one, *other));
        }
    }
    by_closeness.into_values().next_back().unwrap_or_default()
}

/// Number of leading keys that two paths share.
fn shared(one: &str, other: &str) -> usize {
    one.split('.').zip(other.split('.')).take_while(|(a, b)| a == b).count()
}

fn union(parts: &[Vec<usize>], links: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut of: Vec<usize> = (0..parts.len()).collect();
    for (one, other) in links {
        let (from, to) = (of[*one].max(of[*other]), of[*one].min(of[*other]));
        of.iter_mut().filter(|part| **part == from).for_each(|part| *part = to);
    }
    let whole = |first: usize| {
        let members = (0..parts.len()).filter(|part| of[*part] == first).flat_map(|part| parts[part].iter().copied());
        let mut members: Vec<usize> = members.collect();
        members.sort_unstable();
        members
    };
    (0..parts.len()).filter(|part| of[*part] == *part).map(whole).collect()
}

/// Merges groups into one.
pub(super) fn whole(groups: &[ChangeGroup], part: &[usize]) -> ChangeGroup {
    if let [only] = part {
        return groups[*only].clone();
    }
    let changes = part.iter().flat_map(|group| groups[*group].changes.iter().copied()).collect();
    let names = part.iter().map(|group| groups[*group].name.first().to_owned()).collect();
    ChangeGroup { name: GroupName::Together(names), kind: GroupKind::Together, changes }
}

/// Whether an option's cost can depend on the value at a path, in either scenario.
pub(super) fn concerns(path: &str, option: &OptionId, documents: [&Document; 2]) -> bool {
    let Some(of) = OptionId::of_path(path) else { return true };
    of == *option || documents.iter().any(|document| needed(document, option).contains(&of))
}

/// Options that an option sends work to.
fn needed(document: &Document, option: &OptionId) -> Vec<OptionId> {
    let Some(at) = document.find(option.as_str()) else { return Vec::new() };
    if option.kind() == OptionKind::Hybrid {
        let parts = document.children(at).iter().filter_map(|child| document.text(*child)?.parse().ok());
        let parts: Vec<OptionId> = parts.collect();
        let owned = parts.iter().filter(|part| part.kind() == OptionKind::Own);
        let bursts = owned.flat_map(|part| needed(document, part));
        return bursts.chain(parts.iter().cloned()).collect();
    }
    // under `burst_to` the name may be inside a part
    let below = document.children(at).iter().flat_map(|key| std::iter::once(key).chain(document.children(*key)));
    let is_option = |at: &&NodeId| {
        declared(document, **at).key().is_some_and(|key| key.stands_for == Some(ReferenceKind::RentOption))
    };
    let named = below.filter(is_option).filter_map(|at| document.text(*at));
    named.map(OptionId::rent).collect()
}
