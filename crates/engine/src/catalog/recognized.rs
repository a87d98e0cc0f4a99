//! Which accelerators an option has, from what it says of them or from what it is called.

use super::published::RENTAL_KINDS;
use super::{Kinds, Rental, kinds, rentals};

/// The accelerators that an option means: those that it names; or else those that its own name does, as `hgx-h100`; or else
/// those of the only family of instances in the catalog that is a word of its name, as `p5en` of `aws-p5en`.
///
/// ```
/// use engine::catalog::recognized;
/// let first = |says, name| Some(recognized(says, name)?.accelerators().first()?.name.clone());
/// assert_eq!(first(Some("H200 SXM"), "cluster"), Some("H200-141GB-SXM5".to_owned()));
/// assert_eq!(first(None, "hgx-h100"), Some("H100-80GB-SXM5".to_owned()));
/// assert_eq!(first(None, "aws-p5en"), Some("H200-141GB-SXM5".to_owned()));
/// assert_eq!(first(None, "cluster"), None);
/// ```
#[must_use]
pub fn recognized(says: Option<&str>, name: &str) -> Option<Kinds> {
    match says {
        // what is said and not known is another accelerator
        Some(says) => kinds(says),
        None => kinds(name).or_else(|| of_family(name)),
    }
}

/// The accelerators of the family of instances that a word of a name is, where all of them have the same.
fn of_family(name: &str) -> Option<Kinds> {
    let words: Vec<&str> = name.split(['-', '_', '.']).collect();
    let is_named = |row: &Rental| row.instance.split_once('.').is_some_and(|(family, _)| words.contains(&family));
    let offers = rentals().iter().zip(RENTAL_KINDS.iter());
    let mut offered = offers.filter(|(row, _)| is_named(row)).map(|(_, kinds)| kinds.as_ref());
    let first = offered.next()??;
    offered.all(|other| other.is_some_and(|other| other.overlap(first))).then(|| first.clone())
}
