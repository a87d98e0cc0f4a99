//! Reasons why no prices are taken over.

use super::NoOffer;
use crate::analysis::NoHourlyPrice;
use crate::catalog::ListKeeper;
use crate::scenario::{OptionId, Rejected};
use language::suggest::shown;
use std::error::Error;
use std::fmt;

/// Reason why no prices are updated. No file has changed.
#[derive(Debug)]
pub enum RepriceError {
    /// An option has no hourly price on demand.
    NoHourlyPrice(NoHourlyPrice),
    /// Words name no offer, or several.
    NoOffer {
        /// The option.
        option: OptionId,
        /// Reason.
        why: NoOffer,
    },
    /// The offer is one of other accelerators, or of another number of them.
    OtherInstance {
        /// The option.
        option: OptionId,
        /// Its accelerators, or their number.
        of_option: String,
        /// Those of the offer.
        of_offer: String,
    },
    /// The offer has the price of accelerators without their host.
    AcceleratorsAlone {
        /// The option.
        option: OptionId,
    },
    /// The prices have no date.
    Undated {
        /// The option.
        option: OptionId,
        /// The list.
        list: String,
        /// Line of the row.
        line: u64,
        /// Kind of list.
        keeper: ListKeeper,
    },
    /// A value has no text of its own: an anchor or a merge shares it with others.
    Shared {
        /// Its path.
        path: String,
    },
    /// A price and its source are stated in different files.
    SourceElsewhere {
        /// Path of the price.
        path: String,
        /// File of the price.
        price_file: String,
        /// File of its source, or of a part of it.
        source_file: String,
    },
    /// The scenario is not valid with the new prices.
    Refused(Box<Rejected>),
}

impl From<NoHourlyPrice> for RepriceError {
    fn from(why: NoHourlyPrice) -> RepriceError {
        RepriceError::NoHourlyPrice(why)
    }
}

impl fmt::Display for RepriceError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RepriceError::NoHourlyPrice(why) => why.fmt(out),
            RepriceError::NoOffer { option, why } => write!(out, "--offer {option}: {why}"),
            RepriceError::OtherInstance { option, of_option, of_offer } => {
                let (own, other) = (shown(of_option), shown(of_offer));
                write!(
                    out,
                    "the offer for `{option}` has {other}, the option {own}; choose an offer with the same accelerator and the \
                     same number per instance"
                )
            }
            RepriceError::AcceleratorsAlone { option } => write!(
                out,
                "the offer for `{option}` is the price of accelerators without their host; choose one of a whole instance"
            ),
            RepriceError::Undated { option, list, line, keeper } => {
                let (list, why) = (shown(list), undated(*keeper));
                write!(
                    out,
                    "the offer for `{option}` has no date (line {line}): {why} write the day before the list, 2026-11-20={list}"
                )
            }
            RepriceError::Shared { path } => write!(
                out,
                "cannot change `{path}` in place: its text has several lines, or an anchor or a merge shares it with other values; \
                 write it as a value of its own, on one line"
            ),
            RepriceError::SourceElsewhere { path, price_file, source_file } => write!(
                out,
                "`{path}` is stated in {}, and its source in {}; move both to one file, so that the new price has one source",
                shown(price_file),
                shown(source_file)
            ),
            RepriceError::Refused(_) => {
                out.write_str("the scenario is not valid with these prices; nothing was written")
            }
        }
    }
}

fn undated(keeper: ListKeeper) -> &'static str {
    match keeper {
        ListKeeper::Own | ListKeeper::History => "fill `as_of`, or",
        ListKeeper::Skypilot | ListKeeper::Gpuhunt => "such a list has none, so",
    }
}

impl Error for RepriceError {}
