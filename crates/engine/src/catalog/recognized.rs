//! Recognition of an option's accelerators from its keys or its name.

use super::published::RENTAL_KINDS;
use super::{Kinds, Rental, kinds, rentals};

/// Accelerators of an option: from its `accelerator`; else from its own name, such as `hgx-h100`; else from a family of instances
/// in the catalog that is a word of its name, such as `p5en` in `aws-p5en`.
///
/// ```
/// use engine::catalog::recognized;
/// let first = |says, name| Some(recognized(says, name)?.accelerators().first()?.name.to_string());
/// assert_eq!(first(Some("H200 SXM"), "cluster"), Some("H200-141GB-SXM5".to_owned()));
/// assert_eq!(first(None, "hgx-h100"), Some("H100-80GB-SXM5".to_owned()));
/// assert_eq!(first(None, "aws-p5en"), Some("H200-141GB-SXM5".to_owned()));
/// assert_eq!(first(None, "cluster"), None);
/// ```
#[must_use]
pub fn recognized(says: Option<&str>, name: &str) -> Option<Kinds> {
    match says {
        // an unknown name means another accelerator
        Some(says) => kinds(says),
        None => kinds(name).or_else(|| of_family(name)),
    }
}

/// Accelerators of the instance family that is a word of a name, if all its instances have the same.
fn of_family(name: &str) -> Option<Kinds> {
    let words: Vec<&str> = name.split(['-', '_', '.']).collect();
    let is_named = |row: &Rental| row.instance.split_once('.').is_some_and(|(family, _)| words.contains(&family));
    let offers = rentals().iter().enumerate().filter(|(_, row)| is_named(row));
    let mut offered = offers.map(|(at, _)| RENTAL_KINDS[at].as_ref());
    let first = offered.next()??;
    offered.all(|other| other.is_some_and(|other| other.overlap(first))).then(|| first.clone())
}
