//! Files that sources name with a SHA-256 (quotes, saved pages, price lists), as they are now. Read before the rules run, since
//! rules open no files.

use crate::catalog::{ListRequest, MOST_BYTES, Offer, OfferCovers, OfferListed, read_list};
use crate::scenario::document::{Fingerprint, Located, Origin};
use crate::scenario::quantities::{PricePerAcceleratorHour, PricePerInstanceHour};
use crate::scenario::quantity::{Money, ReadNumber};
use crate::scenario::{Files, Loaded, Provenance, why_unread};
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use std::io;

/// Files of a scenario's sources, by the path that each source is for.
#[derive(Debug, Default)]
pub(super) struct NamedFiles {
    by_source: BTreeMap<String, NamedFile>,
}

/// File of a source.
#[derive(Debug)]
pub(super) struct NamedFile {
    /// Current fingerprint, or why the file cannot be read.
    pub(super) now: Result<Fingerprint, String>,
    /// Whether the file contains the price of the source.
    pub(super) price: ListMatch,
}

/// Whether a list contains a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListMatch {
    /// Unknown: the file is not a known price list, the source is not for an hourly price, or the list has no price in its
    /// currency.
    Unknown,
    /// In no row.
    Nowhere,
    /// In the row that starts at this line, and possibly in later ones.
    AtLine(u64),
}

/// An hourly price as written in the scenario.
#[derive(Clone, Copy, Debug)]
struct ScenarioPrice {
    value: Decimal,
    /// Number of written decimals, to which the author may have rounded: 6.90 has two, 6.9 has one.
    digits: u32,
    currency: &'static str,
    of: PriceUnit,
}

/// What the hourly price is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PriceUnit {
    Instance,
    Accelerator,
}

/// Sources that name the same file.
#[derive(Debug, Default)]
struct SourceGroup<'a> {
    /// Path that each source is for, with its price if that is hourly.
    of: Vec<(&'a str, Option<ScenarioPrice>)>,
}

impl NamedFiles {
    /// Reads the files of all sources with a SHA-256, each file once.
    pub(super) fn read(loaded: &Loaded, files: &dyn Files) -> NamedFiles {
        let mut by_path: BTreeMap<String, SourceGroup<'_>> = BTreeMap::new();
        for source in &loaded.scenario.sources {
            if let Some((from, _)) = locked(&source.value) {
                let price = ScenarioPrice::at(loaded, &source.name);
                by_path.entry(loaded.path_from_scenario(from).into_owned()).or_default().of.push((&source.name, price));
            }
        }
        let looked_at = by_path.iter().filter(|(path, _)| files.has_source(path));
        let by_source = looked_at.flat_map(|(path, naming)| naming.read(path, files));
        NamedFiles { by_source: by_source.collect() }
    }

    /// File of the source for a path; `None` if the source has no SHA-256.
    pub(super) fn of(&self, source: &str) -> Option<&NamedFile> {
        self.by_source.get(source)
    }
}

/// File name and SHA-256 of a source, if it has one.
pub(super) fn locked(source: &Provenance) -> Option<(&Located<String>, Located<Fingerprint>)> {
    Some((&source.from, source.sha256?))
}

impl SourceGroup<'_> {
    fn read(&self, path: &str, files: &dyn Files) -> Vec<(String, NamedFile)> {
        let now = files.open_shared(path).and_then(|mut file| Fingerprint::of(&mut *file, MOST_BYTES));
        let now = now.map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => format!("it is larger than {} MiB", MOST_BYTES >> 20),
            _ => why_unread(&error),
        });
        let listed = if now.is_ok() { self.listed(path, files) } else { vec![ListMatch::Unknown; self.of.len()] };
        let named = self.of.iter().zip(listed);
        named.map(|((source, _), price)| ((*source).to_owned(), NamedFile { now: now.clone(), price })).collect()
    }

    /// Whether the file contains each of the prices, if it is a price list.
    fn listed(&self, path: &str, files: &dyn Files) -> Vec<ListMatch> {
        let unknown = vec![ListMatch::Unknown; self.of.len()];
        if self.of.iter().all(|(_, price)| price.is_none()) {
            return unknown;
        }
        let mut listed = unknown.clone();
        let request = ListRequest { number: 0, name: path, path, as_of: None };
        let take = &mut |offer: Offer| {
            for ((_, price), listed) in self.of.iter().zip(&mut listed) {
                *listed = price.map_or(ListMatch::Unknown, |price| price.looked_for_in(&offer, *listed));
            }
        };
        let read = files.open_shared(path).is_ok_and(|mut file| read_list(&mut *file, request, take).is_ok());
        // an invalid row may be the one with the price
        if read { listed } else { unknown }
    }
}

impl ScenarioPrice {
    /// The hourly price at a path, if the scenario file itself contains one there.
    fn at(loaded: &Loaded, path: &str) -> Option<ScenarioPrice> {
        let at = loaded.document.find(path).filter(|at| loaded.document.origin(*at) == Origin::File)?;
        let ReadNumber { kind, value, currency, .. } = loaded.document.number(at)?;
        let is = |name: &str| kind.name == name;
        let of = [
            (PricePerInstanceHour::KIND.name, PriceUnit::Instance),
            (PricePerAcceleratorHour::KIND.name, PriceUnit::Accelerator),
        ];
        let (_, of) = of.into_iter().find(|(name, _)| is(name))?;
        let currency = currency.unwrap_or(loaded.scenario.currency.value).code();
        let (_, fraction) = loaded.document.text(at)?.split_once('.').unwrap_or_default();
        let digits = fraction.chars().take_while(char::is_ascii_digit).count();
        Some(ScenarioPrice { value, digits: u32::try_from(digits).ok()?, currency, of })
    }

    /// Search result after one more offer of a list.
    fn looked_for_in(self, offer: &Offer, before: ListMatch) -> ListMatch {
        let prices = match (self.of, offer.covers) {
            (PriceUnit::Instance, OfferCovers::Instance) => offer.per_hour,
            (PriceUnit::Instance, OfferCovers::AcceleratorsAlone) => return before,
            (PriceUnit::Accelerator, OfferCovers::Instance | OfferCovers::AcceleratorsAlone) => {
                offer.per_accelerator_hour()
            }
        };
        if offer.currency != self.currency {
            return before;
        }
        let is_it = |price: &Decimal| {
            price.round_dp(self.digits) == self.value || price.trunc_with_scale(self.digits) == self.value
        };
        let is_here = prices.all().iter().flatten().any(is_it);
        match (before, offer.listed) {
            (ListMatch::AtLine(_), _) => before,
            (ListMatch::Unknown | ListMatch::Nowhere, OfferListed::Read { line, .. }) if is_here => {
                ListMatch::AtLine(line)
            }
            (ListMatch::Unknown | ListMatch::Nowhere, OfferListed::Read { .. } | OfferListed::Catalog) => {
                ListMatch::Nowhere
            }
        }
    }
}
