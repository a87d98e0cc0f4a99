//! Sentences about a price update.

use crate::number::counted;
use crate::report::page::Section;
use crate::reprice::{KeptBecause, RepricedOption, RepricedPrice, Repricing};
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// How many prices change, and whether they were written.
pub(super) fn answer(of: &Repricing) -> Vec<String> {
    let (changed, all) = (of.changed().count(), of.options.iter().map(|option| option.prices.len()).sum::<usize>());
    let same = all - changed;
    let mut said = match (changed, same) {
        (0, 0) => "The offers have no price that the options use.".to_owned(),
        (0, _) => format!("{} as in the list.", are(same)),
        (_, 0) => format!("{}.", change(changed)),
        (_, _) => format!("{}, {} the same.", change(changed), stay(same)),
    };
    let kept: usize = of.options.iter().map(|option| option.kept.len()).sum();
    if kept > 0 {
        said = format!(
            "{said} {} as stated.",
            if kept == 1 { "1 other stays".to_owned() } else { format!("{kept} others stay") }
        );
    }
    let files = counted(of.files.len(), "file");
    let wrote = match (of.files.is_empty(), of.written) {
        (true, _) => "No file changes.".to_owned(),
        (false, true) => format!("{files} written."),
        (false, false) => format!("Nothing was written; --write changes {files}."),
    };
    vec![said, wrote]
}

fn change(prices: usize) -> String {
    if prices == 1 { "1 price changes".to_owned() } else { format!("{prices} prices change") }
}

fn are(prices: usize) -> String {
    if prices == 1 { "1 price is".to_owned() } else { format!("{prices} prices are") }
}

fn stay(prices: usize) -> String {
    if prices == 1 { "1 stays".to_owned() } else { format!("{prices} stay") }
}

/// Title of the table, with the currency of all prices if they have one.
pub(super) fn of_table(of: &Repricing) -> String {
    let prices = || of.options.iter().flat_map(|option| &option.prices);
    let currencies = prices().flat_map(|price| [&price.currency_before, &price.currency_after]);
    let currencies: BTreeSet<&String> = currencies.collect();
    match currencies.into_iter().collect::<Vec<_>>()[..] {
        [one] => format!("{one} per hour"),
        _ => "prices per hour, before and after in their own currencies".to_owned(),
    }
}

/// Line of a price, with the file unless it is the scenario's own, and with the currencies where they differ.
pub(super) fn line(of: &Repricing, price: &RepricedPrice) -> String {
    let file = if price.file == of.header.file { String::new() } else { format!("{}:", price.file) };
    let (before, after) = (&price.currency_before, &price.currency_after);
    let currencies = (before != after).then(|| format!(", {before} to {after}"));
    format!("{file}{}{}", price.line, currencies.unwrap_or_default())
}

/// Sections below the table.
pub(super) fn details(of: &Repricing) -> Vec<Section> {
    let kept = of.options.iter().flat_map(|option| &option.kept);
    let details = [
        Section::detail("Offers", of.options.iter().map(offer).collect()),
        Section::detail("Files", of.files.iter().map(|file| file.name.clone()).collect()),
        Section::detail("Unchanged", kept.map(|kept| format!("{}: {}", kept.path, reason(kept.because))).collect()),
        Section::detail("Note", notes(of)),
        Section::detail(
            "Lists",
            of.lists.iter().map(|list| format!("{} · sha256 {}", list.name, list.sha256)).collect(),
        ),
    ];
    details.into_iter().flatten().collect()
}

fn offer(of: &RepricedOption) -> String {
    let offer = &of.offer;
    let name = [&offer.provider, &offer.instance, &offer.region].into_iter().flatten();
    format!(
        "{}: {}, {} × {}, {}, {} line {}",
        of.option,
        name.map(String::as_str).collect::<Vec<_>>().join(" "),
        Decimal::from(offer.accelerators).normalize(),
        offer.accelerator,
        offer.date,
        offer.list,
        offer.line
    )
}

fn notes(of: &Repricing) -> Vec<String> {
    let unnamed = of.options.iter().filter(|option| !option.same_accelerator);
    let unnamed = unnamed
        .map(|option| format!("{} names no accelerator, so it was not compared with that of the offer", option.option));
    let date = of.date.iter().map(|date| {
        format!(
            "`date` moves from {} to {}, the day of the latest price; sources without a date keep the earlier one",
            date.before, date.after
        )
    });
    let ranges = of
        .changed()
        .filter(|(_, price)| !price.also_stated.is_empty())
        .map(|(_, price)| format!("{} keeps other values, review them: {}", price.path, price.also_stated.join(", ")));
    unnamed.chain(ranges).chain(date).collect()
}

/// Name of a reason in CSV.
pub(super) fn reason_name(because: KeptBecause) -> &'static str {
    match because {
        KeptBecause::NotInList => "not_in_list",
        KeptBecause::PriceOfZero => "price_of_zero",
        KeptBecause::OtherTerm => "other_term",
        KeptBecause::UntilDate => "until_date",
        KeptBecause::Discount => "discount",
        KeptBecause::PricePath => "price_path",
        KeptBecause::NewerSource => "newer_source",
    }
}

fn reason(because: KeptBecause) -> &'static str {
    match because {
        KeptBecause::NotInList => "the offer has no such price",
        KeptBecause::PriceOfZero => "the offer has a price of 0, which may mean unknown",
        KeptBecause::OtherTerm => "lists have prices of one and three years only",
        KeptBecause::UntilDate => "the commitment ends on a date, as a contract does",
        KeptBecause::Discount => "a discount, which lists do not have",
        KeptBecause::PricePath => "lists have no later prices",
        KeptBecause::NewerSource => "its source is newer than the offer",
    }
}
