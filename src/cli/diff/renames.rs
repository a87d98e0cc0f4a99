//! Renamed scenarios: pairs removed and added scenarios by their lines, like the rename detection of git, but including files not
//! yet added to git, and independent of git settings.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Maximum number of pairs to compare; beyond it, only identical files are paired.
const MOST: usize = 250_000;

/// Pairs of removed and added scenarios that may be one scenario, by path, new to old: at least three quarters of the lines of
/// the larger file are the same, since scenarios written from one template share half of theirs. Each scenario is in one pair;
/// the most similar are paired first. Whether both describe the same work is checked after they are read.
pub(super) fn renames(gone: &BTreeMap<String, String>, new: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut pairs: Vec<(Reverse<usize>, &str, &str)> = Vec::new();
    let lines = |texts: &BTreeMap<String, String>| texts.values().map(|text| hashed(text)).collect::<Vec<_>>();
    let (gone_lines, new_lines) = (lines(gone), lines(new));
    let few = gone.len().saturating_mul(new.len()) <= MOST;
    for ((now, text), now_lines) in new.iter().zip(&new_lines) {
        for ((then, other), then_lines) in gone.iter().zip(&gone_lines) {
            let alike = if text == other {
                Some(PARTS)
            } else {
                few.then(|| likeness(then_lines, now_lines)).filter(|likeness| *likeness >= LEAST)
            };
            pairs.extend(alike.map(|alike| (Reverse(alike), now.as_str(), then.as_str())));
        }
    }
    pairs.sort_unstable();
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let mut taken: Vec<&str> = Vec::new();
    for (_, now, then) in pairs {
        if !found.contains_key(now) && !taken.contains(&then) {
            found.insert(now.to_owned(), then.to_owned());
            taken.push(then);
        }
    }
    found
}

/// Similarity of equal texts.
const PARTS: usize = 1_000;
/// Minimum similarity of two versions of one scenario.
const LEAST: usize = 750;

/// Hashes of the non-blank lines of a text, sorted.
fn hashed(text: &str) -> Vec<u64> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut hashes: Vec<u64> = lines
        .map(|line| {
            let mut hasher = DefaultHasher::new();
            line.hash(&mut hasher);
            hasher.finish()
        })
        .collect();
    hashes.sort_unstable();
    hashes
}

/// Share of the lines of the larger text that the other contains, in units of `1 / PARTS`.
fn likeness(one: &[u64], other: &[u64]) -> usize {
    let (mut a, mut b, mut same) = (0, 0, 0);
    while let (Some(x), Some(y)) = (one.get(a), other.get(b)) {
        same += usize::from(x == y);
        a += usize::from(x <= y);
        b += usize::from(y <= x);
    }
    (same * PARTS).checked_div(one.len().max(other.len())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(all: &[(&str, &str)]) -> BTreeMap<String, String> {
        all.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn the_most_alike_are_one() {
        let gone = texts(&[("a", "1\n2\n3\n4\n"), ("b", "1\n2\n3\n5\n"), ("c", "6\n7\n")]);
        let new = texts(&[("x", "5\n3\n2\n1\n"), ("y", "1\n2\n3\n9\n"), ("z", "6\n8\n")]);
        // x has all lines of b, and three of a; y three of both; z half of those of c
        let expected = [("x", "b"), ("y", "a")].map(|(now, then)| (now.to_owned(), then.to_owned()));
        assert_eq!(renames(&gone, &new), BTreeMap::from(expected));
    }
}
