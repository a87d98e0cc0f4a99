//! Price update: which prices of which offer go where in a text, calculated by hand; and that every other byte stays.

use crate::support::program::run;
use crate::support::{decimal, text_of};
use rackrent::catalog::{ListRequest, PriceList, read_list};
use rackrent::reprice::{KeptBecause, OfferChoice, OfferRequest, RepriceError, Repricing, reprice};
use rackrent::scenario::{Date, LoadRequest, load_as};
use rackrent::{FilesInMemory, Format};
use rust_decimal::Decimal;
use std::fs;
use std::path::Path;

const SCENARIO: &str = "\
# a comment
name: Repriced
currency: USD
horizon_months: 36
discount_rate: 0%
demand: { accelerators: 8, utilization: 50% }
rent:
  cloud: # another
    accelerator: H100 SXM
    accelerators_per_instance: 8
    on_demand_per_accelerator_hour: 6.88   # as of June
    spot: { per_instance_hour: '20.80', share: 80%, interruptions_per_month: 1 }
    commitments:
      year: { instances: 1, per_instance_hour: 40, term_months: 12 }
      three: { instances: 1, per_accelerator_hour: 3.5, term_months: 36 }
      two: { instances: 1, per_instance_hour: 35, term_months: 24 }
      off: { instances: 1, discount: 30%, term_months: 12 }
sources:
  rent.cloud.on_demand_per_accelerator_hour: { from: a quote, date: 2026-06-01, valid_until: 2026-07-01 } # kept
";

/// Eight in an instance: 49.6 / 8 = 6.2, and 26.9 / 8 = 3.3625.
const LIST: &str = "\
provider,instance,region,accelerator,accelerators,currency,as_of,on_demand_per_instance_hour,spot_per_instance_hour,\
committed_1_year_per_instance_hour,committed_3_years_per_instance_hour
aws,p5.48xlarge,us-east-1,H100,8,USD,2026-11-27,49.6,18.2,38.25,26.9
aws,p5.48xlarge,us-west-2,H100,8,USD,2026-11-26,51.2,18.2,38.25,26.9
aws,p5en.48xlarge,us-east-1,H200,8,USD,2026-11-27,58.2,,,
aws,p5.4xlarge,us-east-1,H100,1,USD,2026-11-27,6.9,,,
alpha,8x H100,eu-north,H100,8,EUR,2026-11-27,33,,,
beta,8x H100,eu-north,H100,8,USD,,30,,,
gamma,8x H100,eu-north,H100,8,USD,2026-11-27,0,,,30
delta,3x H100,eu-north,H100,3,USD,2026-11-27,20,,,
";

/// Prices of a list taken over into a scenario; `named` is the list's path in a source, if the file can name it.
fn repriced_in(
    (text, files): (&str, &FilesInMemory),
    (path, list): (&str, &str),
    offers: &[&str],
    named: Option<&str>,
) -> Result<Repricing, RepriceError> {
    let loaded = load_as("a.yaml", text, files, LoadRequest::default()).unwrap();
    let words = offers.iter().map(|words| OfferRequest::parse(words).unwrap());
    let mut choices: Vec<OfferChoice> = words.map(|words| OfferChoice::of(&words)).collect();
    let request = ListRequest { number: 0, name: path, path, as_of: None };
    let take = &mut |offer| choices.iter_mut().for_each(|choice| choice.take(&offer));
    let list: PriceList = read_list(&mut list.as_bytes(), request, take).unwrap();
    reprice(&loaded, vec![list], &choices, &|_, _| named.map(str::to_owned))
}

fn repriced(text: &str, offer: &str) -> Result<Repricing, RepriceError> {
    repriced_in((text, &FilesInMemory::none()), ("lists/today.csv", LIST), &[offer], None)
}

/// The text with the prices of an offer.
fn text(text: &str, offer: &str) -> String {
    let found = repriced(text, offer).unwrap();
    found.files.first().map_or_else(|| text.to_owned(), |file| file.after.clone())
}

fn refused(text: &str, offer: &str) -> String {
    repriced(text, offer).unwrap_err().to_string()
}

/// Lines that differ, before and after.
fn changed(before: &str, after: &str) -> (Vec<String>, Vec<String>) {
    let only = |one: &str, other: &str| {
        let others: Vec<&str> = other.lines().collect();
        one.lines().filter(|line| !others.contains(line)).map(str::to_owned).collect::<Vec<String>>()
    };
    (only(before, after), only(after, before))
}

const EAST: &str = "rent.cloud=p5.48xlarge us-east-1";

#[test]
fn every_stated_price_that_the_list_has_is_replaced_in_its_notation() {
    let after = text(SCENARIO, EAST);
    let sha256 = rackrent::diagnostic::Sources::new("", LIST, Vec::new()).sha256();
    let (gone, new) = changed(SCENARIO, &after);
    let from = format!("\"aws p5.48xlarge us-east-1, today.csv, sha256 {sha256}\"");
    assert_eq!(gone.len(), 5, "{gone:?}");
    let expected = [
        "    on_demand_per_accelerator_hour: 6.20   # as of June".to_owned(),
        "    spot: { per_instance_hour: '18.20', share: 80%, interruptions_per_month: 1 }".to_owned(),
        "      year: { instances: 1, per_instance_hour: 38.25, term_months: 12 }".to_owned(),
        "      three: { instances: 1, per_accelerator_hour: 3.3625, term_months: 36 }".to_owned(),
        format!("  rent.cloud.on_demand_per_accelerator_hour: {{ from: {from}, date: 2026-11-27 }} # kept"),
    ];
    assert_eq!(new[..5], expected);
    // each other price gets a source of its own
    let sources =
        ["spot.per_instance_hour", "commitments.year.per_instance_hour", "commitments.three.per_accelerator_hour"];
    let added: Vec<String> = sources
        .iter()
        .flat_map(|path| {
            [format!("  rent.cloud.{path}:"), format!("    from: {from}"), "    date: 2026-11-27".to_owned()]
        })
        .collect();
    assert_eq!(after.lines().rev().take(9).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>(), added);
    assert!(load_as("a.yaml", &after, &FilesInMemory::none(), LoadRequest::default()).is_ok());
}

#[test]
fn prices_changes_and_reasons_are_reported() {
    let found = repriced(SCENARIO, EAST).unwrap();
    let [option] = &found.options[..] else { panic!("{found:?}") };
    let prices: Vec<(&str, Decimal, Decimal, u32)> = option
        .prices
        .iter()
        .map(|price| (price.path.as_str(), price.before.into(), price.after.into(), price.line))
        .collect();
    let of = |path, before, after, line| (path, decimal(before), decimal(after), line);
    assert_eq!(
        prices,
        [
            of("rent.cloud.on_demand_per_accelerator_hour", "6.88", "6.2", 11),
            of("rent.cloud.spot.per_instance_hour", "20.8", "18.2", 12),
            of("rent.cloud.commitments.year.per_instance_hour", "40", "38.25", 14),
            of("rent.cloud.commitments.three.per_accelerator_hour", "3.5", "3.3625", 15),
        ]
    );
    // 38.25 / 40 - 1, and 18.2 / 20.8 - 1
    let change = |at: usize| option.prices[at].change.map(Decimal::from);
    assert_eq!((change(2), change(1)), (Some(decimal("-0.04375")), Some(decimal("-0.125"))));
    let kept: Vec<(&str, KeptBecause)> = option.kept.iter().map(|kept| (kept.path.as_str(), kept.because)).collect();
    assert_eq!(
        kept,
        [
            ("rent.cloud.commitments.two.per_instance_hour", KeptBecause::OtherTerm),
            ("rent.cloud.commitments.off.discount", KeptBecause::Discount),
        ]
    );
    assert!(option.same_accelerator && !found.written);
    assert_eq!((option.offer.line, option.offer.date.as_str()), (2, "2026-11-27"));
}

#[test]
fn a_second_update_from_the_same_list_changes_nothing() {
    let after = text(SCENARIO, EAST);
    let again = repriced(&after, EAST).unwrap();
    assert!(again.files.is_empty() && again.changed().next().is_none(), "{again:?}");
}

#[test]
fn a_price_that_the_list_lacks_stays_with_its_source() {
    let text = "name: A\ncurrency: USD\nhorizon_months: 36\ndiscount_rate: 0%\ndemand: { accelerators: 8, utilization: 50% }\n\
                rent:\n  cloud:\n    accelerators_per_instance: 8\n    on_demand_per_instance_hour: 40\n    \
                spot: { per_instance_hour: 20, interruptions_per_month: 1 }\nsources:\n  rent.cloud: { from: q, date: 2026-01-01 }\n";
    let found = repriced(text, "rent.cloud=gamma").unwrap();
    let because: Vec<KeptBecause> = found.options[0].kept.iter().map(|kept| kept.because).collect();
    assert_eq!(because, [KeptBecause::PriceOfZero, KeptBecause::NotInList]);
    assert!(found.files.is_empty() && found.options[0].prices.is_empty());
    assert!(!found.options[0].same_accelerator, "it names none");
}

#[test]
fn an_offer_is_one_of_the_same_accelerators_and_as_many() {
    let cases = [
        (
            "rent.cloud=p5.48xlarge",
            "`p5.48xlarge` fits 2 offers; add words: aws p5.48xlarge us-east-1, 8 × H100 at 49.6 USD, spot 18.2; ",
        ),
        (
            "rent.cloud=p5.48xlarge eu-west-1",
            "no offer of the lists has all words of `p5.48xlarge eu-west-1`; nearest: aws p5.48xlarge us-east-1",
        ),
        (
            "rent.cloud=nowhere at all",
            "no offer of the lists has all words of `nowhere at all`; `rackrent catalog --read LIST`",
        ),
        ("rent.cloud=p5en.48xlarge", "the offer for `rent.cloud` has H200, the option H100 SXM"),
        ("rent.cloud=p5.4xlarge", "the offer for `rent.cloud` has 1 in an instance, the option 8 in an instance"),
        (
            "rent.cloud=beta",
            "the offer for `rent.cloud` has no date (line 7): fill `as_of`, or write the day before the list, 2026-11-20=lists/today.csv",
        ),
        ("rent.clod=p5.48xlarge", "there is no option `rent.clod`; did you mean `rent.cloud`?"),
    ];
    for (offer, expected) in cases {
        let said = refused(SCENARIO, offer);
        assert!(said.contains(expected), "{offer}: {said}");
    }
    let monthly = SCENARIO.replace("on_demand_per_accelerator_hour: 6.88", "dedicated_per_accelerator_month: 4000");
    let monthly: String = monthly
        .lines()
        .filter(|line| {
            !line.contains("spot:")
                && !line.contains("instances: 1")
                && !line.contains("commitments:")
                && !line.contains("sources")
                && !line.contains("rent.cloud.")
        })
        .flat_map(|line| [line, "\n"])
        .collect();
    assert!(refused(&monthly, EAST).starts_with("`rent.cloud` has no on-demand price per hour"));
    for wrong in ["rent.cloud", "=x", "rent.cloud= "] {
        assert!(OfferRequest::parse(wrong).unwrap_err().starts_with("write the option and the words"), "{wrong}");
    }
}

/// Zones of one region share a price on demand, and differ on spot.
#[test]
fn offers_that_differ_only_in_prices_that_the_option_does_not_state_are_one() {
    let list = "InstanceType,AcceleratorName,AcceleratorCount,Price,SpotPrice,Region,AvailabilityZone\n\
                p5.48xlarge,H100,8,55.04,20.8,us-east-1,us-east-1a\np5.48xlarge,H100,8,55.04,19,us-east-1,us-east-1b\n";
    let of = |text: &str, offer: &str| {
        let words = OfferRequest::parse(offer).unwrap();
        let loaded = load_as("a.yaml", text, &FilesInMemory::none(), LoadRequest::default()).unwrap();
        let mut choice = OfferChoice::of(&words);
        let as_of = Some(Date::parse("2026-11-20").unwrap());
        let request = ListRequest { number: 0, name: "sky/aws/vms.csv", path: "sky/aws/vms.csv", as_of };
        let list = read_list(&mut list.as_bytes(), request, &mut |offer| choice.take(&offer)).unwrap();
        reprice(&loaded, vec![list], &[choice], &|_, _| None)
    };
    let several = of(SCENARIO, EAST).unwrap_err().to_string();
    assert!(several.contains("fits 2 offers"), "{several}");
    let found = of(SCENARIO, "rent.cloud=p5.48xlarge us-east-1b").unwrap();
    assert_eq!(found.options[0].prices[1].after, decimal("19"));
    // the list keeps its folder, which names the provider
    assert!(found.files[0].after.contains("aws p5.48xlarge us-east-1 us-east-1b, aws/vms.csv, sha256 "));
    let without_spot: String =
        SCENARIO.lines().filter(|line| !line.contains("spot:")).flat_map(|line| [line, "\n"]).collect();
    assert_eq!(of(&without_spot, EAST).unwrap().options[0].offer.line, 2);
}

#[test]
fn an_offer_in_another_currency_is_written_with_its_code_and_needs_a_rate() {
    let alpha = "rent.cloud=alpha";
    let Err(RepriceError::Refused(rejected)) = repriced(SCENARIO, alpha) else { panic!("euros have no rate") };
    assert!(rejected.to_string().contains("exchange_rates"), "{rejected}");
    let with_rate = SCENARIO
        .replace("horizon_months", "exchange_rates: { EUR: 1.1 }\nhorizon_months")
        .replace("    commitments:", "    operating: { support: { per_month: 1 EUR } }\n    commitments:");
    let after = text(&with_rate, alpha);
    // 33 / 8
    assert!(after.contains("    on_demand_per_accelerator_hour: 4.125 EUR   # as of June\n"), "{after}");
    let found = repriced(&with_rate, alpha).unwrap();
    assert_eq!((found.options[0].prices[0].change, found.options[0].prices[0].currency_after.as_str()), (None, "EUR"));
    // back in dollars, the code stays, as its author wrote it
    assert!(text(&after, EAST).contains("    on_demand_per_accelerator_hour: 6.200 USD   # as of June\n"));
}

/// 20 / 3 has no end: 12 digits, which `check` finds in the list again.
#[test]
fn a_price_without_an_end_has_twelve_digits() {
    let three = SCENARIO
        .replace("accelerators_per_instance: 8", "accelerators_per_instance: 3")
        .replace("accelerators: 8", "accelerators: 3");
    assert!(text(&three, "rent.cloud=delta").contains("on_demand_per_accelerator_hour: 6.66666666667 "));
}

#[test]
fn the_date_of_the_prices_moves_with_the_latest() {
    let dated = SCENARIO.replace("currency: USD", "date: 2026-06-01   # of all prices\ncurrency: USD");
    let found = repriced(&dated, EAST).unwrap();
    let date = found.date.as_ref().map(|date| (date.before.as_str(), date.after.as_str()));
    assert_eq!(date, Some(("2026-06-01", "2026-11-27")));
    assert!(found.files[0].after.contains("date: 2026-11-27   # of all prices\n"));
    let later = SCENARIO.replace("currency: USD", "date: 2026-12-01\ncurrency: USD");
    assert!(repriced(&later, EAST).unwrap().date.is_none());
}

/// A list beside the scenario is named by its path, with its SHA-256; a later one of the same name renews the source of every price.
#[test]
fn a_list_of_the_repository_is_named_with_its_fingerprint() {
    let none = FilesInMemory::none();
    let of =
        |text: &str, list: &str| repriced_in((text, &none), ("l.csv", list), &[EAST], Some("lists/l.csv")).unwrap();
    let first = of(SCENARIO, LIST).files[0].after.clone();
    let sha256 = |text: &str| rackrent::diagnostic::Sources::new("", text, Vec::new()).sha256();
    let expected = format!("{{ from: lists/l.csv, date: 2026-11-27, sha256: {} }} # kept", sha256(LIST));
    assert!(first.contains(&expected), "{first}");
    let later = LIST.replace("2026-11-27", "2026-12-04");
    let renewed = of(&first, &later);
    assert_eq!(renewed.changed().count(), 0);
    let after = &renewed.files[0].after;
    assert_eq!(after.matches(&sha256(&later)).count(), 4, "{after}");
    assert!(!after.contains(&sha256(LIST)) && !after.contains("2026-11-27"));
    // from the list of another place, the fingerprint goes
    let today = LIST.replace("2026-11-26", "2026-11-27");
    let west = &["rent.cloud=p5.48xlarge us-west-2"];
    let elsewhere =
        repriced_in((&first, &none), ("lists/today.csv", &today), west, None).unwrap().files[0].after.clone();
    let line = elsewhere.lines().find(|line| line.ends_with("# kept")).unwrap().to_owned();
    assert!(line.contains("us-west-2, today.csv, sha256 ") && !line.contains("sha256:"), "{line}");
}

#[test]
fn a_text_that_several_values_share_is_refused() {
    let shared = "name: A\ncurrency: USD\nhorizon_months: 36\ndiscount_rate: 0%\ndemand: { accelerators: 8, utilization: 50% }\n\
                  rent:\n  cloud: &cloud\n    accelerators_per_instance: 8\n    on_demand_per_instance_hour: 40\n  \
                  other:\n    <<: *cloud\n    location: north\n";
    let said = refused(shared, EAST);
    assert!(
        said.contains("cannot change `rent.other.on_demand_per_instance_hour` in place: ")
            && said.contains("an anchor"),
        "{said}"
    );
    // the one that is merged gets a price of its own
    let after = text(shared, "rent.other=p5.48xlarge us-east-1");
    assert!(
        after.contains("    location: north\n    on_demand_per_instance_hour: 49.6\n") && after.contains("hour: 40\n"),
        "{after}"
    );
}

#[test]
fn every_other_byte_stays_whatever_the_line_ends_and_the_style() {
    let windows = SCENARIO.replace('\n', "\r\n");
    assert_eq!(text(&windows, EAST), text(SCENARIO, EAST).replace('\n', "\r\n"));
    let marked = format!("\u{feff}{SCENARIO}");
    assert_eq!(text(&marked, EAST), format!("\u{feff}{}", text(SCENARIO, EAST)));
    let json = r#"{"name":"A","currency":"USD","horizon_months":36,"discount_rate":"0%","demand":{"accelerators":8,"utilization":"50%"},
"rent":{"cloud":{"accelerators_per_instance":8,"on_demand_per_instance_hour":40}}}"#;
    let after = text(json, EAST);
    assert!(after.contains(r#""on_demand_per_instance_hour":49.6}}, sources: { rent.cloud."#), "{after}");
    // without sources, and without an end of the last line
    let bare = SCENARIO[..SCENARIO.find("sources:").unwrap()].trim_end();
    assert!(
        text(bare, EAST)
            .contains("term_months: 12 }\nsources:\n  rent.cloud.on_demand_per_accelerator_hour:\n    from: ")
    );
}

#[test]
fn a_price_of_a_shared_file_is_changed_there() {
    let shared = "rent:\n  cloud:\n    accelerator: H100 SXM\n    accelerators_per_instance: 8\n    on_demand_per_instance_hour: 40\n";
    let own = "extends: shared/p.yaml\nname: A\ncurrency: USD\nhorizon_months: 36\ndiscount_rate: 0%\n\
               demand: { accelerators: 8, utilization: 50% }\nrent:\n  cloud: { spot: { per_instance_hour: 20, interruptions_per_month: 1 } }\n";
    let files = FilesInMemory::none().with("shared/p.yaml", shared);
    let found = repriced_in((own, &files), ("l.csv", LIST), &[EAST], None).unwrap();
    let [scenario, below] = &found.files[..] else { panic!("{:?}", found.files) };
    assert_eq!((scenario.name.as_str(), below.name.as_str()), ("a.yaml", "shared/p.yaml"));
    assert!(
        scenario.after.contains("per_instance_hour: 18.2,")
            && scenario.after.contains("  rent.cloud.spot.per_instance_hour:\n")
    );
    assert!(
        below
            .after
            .contains("on_demand_per_instance_hour: 49.6\nsources:\n  rent.cloud.on_demand_per_instance_hour:\n")
    );
    assert_eq!(found.options[0].prices[0].file, "shared/p.yaml");
}

/// A repository with a scenario, a shared file and a list.
fn repository() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for folder in [".git", "shared", "teams"] {
        fs::create_dir_all(root.path().join(folder)).unwrap();
    }
    for (from, to) in [
        ("shared/prices.yaml", "shared/prices.yaml"),
        ("shared/site.yaml", "shared/site.yaml"),
        ("shared/finance.yaml", "shared/finance.yaml"),
    ] {
        fs::copy(Path::new("scenarios").join(from), root.path().join(to)).unwrap();
    }
    let text = text_of("scenarios/search-team.yaml").replace("shared/", "../shared/");
    fs::write(root.path().join("teams/search.yaml"), text).unwrap();
    fs::write(root.path().join("shared/offers.csv"), LIST).unwrap();
    root
}

const ASKED: [&str; 5] =
    ["reprice", "teams/search.yaml", "--offers", "shared/offers.csv", "--offer=rent.aws-p5=p5.48xlarge us-east-1"];

#[test]
fn the_program_writes_only_if_it_is_told_to_and_the_check_then_finds_the_list() {
    let root = repository();
    let prices = || fs::read_to_string(root.path().join("shared/prices.yaml")).unwrap();
    let before = prices();
    let shown = run(root.path(), &ASKED);
    assert_eq!((shown.status, prices()), (0, before.clone()));
    assert!(shown.output.contains("Nothing was written"), "{}", shown.output);
    let written = run(root.path(), &[&ASKED[..], &["--write", "--format", "json"]].concat());
    assert_eq!((written.status, written.report()["written"].as_bool()), (0, Some(true)), "{}", written.errors);
    let (gone, new) = changed(&before, &prices());
    assert_eq!((gone.len(), new.len()), (3, 3), "{new:?}");
    assert_eq!(new[0], "    on_demand_per_accelerator_hour: 6.20");
    let checked = run(root.path(), &["check", "teams", "--format", "concise"]);
    assert!(!checked.output.contains("source-differs"), "{}", checked.output);
    // a file of a stranger in its place is not followed
    #[cfg(unix)]
    {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("p.yaml"), &before).unwrap();
        fs::remove_file(root.path().join("shared/prices.yaml")).unwrap();
        std::os::unix::fs::symlink(outside.path().join("p.yaml"), root.path().join("shared/prices.yaml")).unwrap();
        let refused = run(root.path(), &[&ASKED[..], &["--write"]].concat());
        assert_eq!((refused.status, fs::read_to_string(outside.path().join("p.yaml")).unwrap()), (2, before));
    }
}

#[test]
fn wrong_usage_writes_nothing() {
    let root = repository();
    let before = fs::read_to_string(root.path().join("shared/prices.yaml")).unwrap();
    let cases: [(&[&str], &str); 4] = [
        (&["--offer=rent.aws-p5=us-west-2", "--write"], "`rent.aws-p5` has two offers; name one"),
        (&["--output", "json=shared/prices.yaml", "--write"], "is an input of this command"),
        (&["--output", "json=shared/offers.csv"], "is an input of this command"),
        (&["--offers", "absent.csv"], "cannot read absent.csv: there is no such file"),
    ];
    for (more, expected) in cases {
        let ran = run(root.path(), &[&ASKED[..], more].concat());
        assert_eq!(ran.status, 2, "{more:?}");
        assert!(ran.errors.contains(expected), "{more:?}: {}", ran.errors);
    }
    let ran = run(root.path(), &["reprice", "-", "--offers", "shared/offers.csv", "--offer=rent.a=b", "--write"]);
    assert!(ran.status == 2 && ran.errors.contains("standard input cannot be changed in place"), "{}", ran.errors);
    assert_eq!(fs::read_to_string(root.path().join("shared/prices.yaml")).unwrap(), before);
}

#[test]
fn every_format_has_every_price() {
    let found = repriced(SCENARIO, EAST).unwrap();
    for format in Format::ALL.iter().filter(|format| format.is_text() && !format.is_chart()) {
        let mut out = Vec::new();
        let canvas = rackrent::Canvas::new(100, rackrent::Colour::Plain);
        format.write(&found, &canvas, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(["6.88", "3.3625"].iter().all(|price| text.contains(price)), "{format:?}: {text}");
    }
}

/// Instances whose names contain that of their accelerator.
const NAMED: &str = "\
provider,instance,region,accelerator,accelerators,currency,as_of,on_demand_per_instance_hour
lambda,gpu_8x_h100_pcie,r-1,H100 PCIe,8,USD,2026-11-27,20
lambda,gpu_8x_h100,r-1,H100,8,USD,2026-11-27,24
alpha,8x H100,r-1,H100,8,USD,2026-11-27,25
alpha,8x H100 NVL,r-1,H100 NVL,8,USD,2026-11-27,26
";

#[test]
fn words_of_an_instance_are_not_taken_for_its_accelerator() {
    let of = |offer: &str| repriced_in((SCENARIO, &FilesInMemory::none()), ("named.csv", NAMED), &[offer], None);
    let price = |offer: &str| Decimal::from(of(offer).unwrap().options[0].prices[0].after);
    assert_eq!(price("rent.cloud=lambda gpu_8x_h100 r-1"), decimal("3"));
    assert_eq!(price("rent.cloud=alpha 8x H100"), decimal("3.125"));
    for other in ["rent.cloud=gpu_8x_h100_sxm5", "rent.cloud=gpu_4x_h100 r-1"] {
        let refused = of(other).unwrap_err().to_string();
        assert!(refused.contains("no offer of the lists has all words"), "{refused}");
    }
}

#[test]
fn a_price_with_a_newer_source_stays() {
    let newer = SCENARIO.replace("date: 2026-06-01, valid_until: 2026-07-01", "date: 2026-12-05");
    let found = repriced(&newer, EAST).unwrap();
    let kept = &found.options[0].kept[0];
    assert_eq!(kept.path, "rent.cloud.on_demand_per_accelerator_hour");
    assert_eq!(kept.because, KeptBecause::NewerSource);
    let after = text(&newer, EAST);
    assert!(after.contains("on_demand_per_accelerator_hour: 6.88 ") && after.contains("date: 2026-12-05"), "{after}");
}

#[test]
fn sources_without_a_date_keep_that_of_the_scenario() {
    let other = "  other: { accelerators_per_instance: 8, on_demand_per_instance_hour: 50 }\nsources:\n  \
                 rent.other.on_demand_per_instance_hour: { from: a quote }\n";
    let dated = SCENARIO.replace("name: Repriced\n", "name: Repriced\ndate: 2026-06-01\n").replace("sources:\n", other);
    let after = text(&dated, EAST);
    assert!(after.contains("\ndate: 2026-11-27\n"), "{after}");
    assert!(after.contains("rent.other.on_demand_per_instance_hour: { from: a quote, date: 2026-06-01 }"), "{after}");
}

#[test]
fn a_source_in_another_file_than_its_price_is_refused() {
    let shared = "rent: { cloud: { accelerator: H100 SXM, accelerators_per_instance: 8, on_demand_per_instance_hour: 55.04 } }\n";
    let child = "extends: shared.yaml\nname: Child\ncurrency: USD\nhorizon_months: 36\ndiscount_rate: 0%\n\
                 demand: { accelerators: 8, utilization: 50% }\n\
                 sources: { rent.cloud.on_demand_per_instance_hour: { from: mine, date: 2026-06-01 } }\n";
    let files = FilesInMemory::none().with("shared.yaml", shared);
    let refused = repriced_in((child, &files), ("today.csv", LIST), &[EAST], None).unwrap_err().to_string();
    assert_eq!(
        refused,
        "`rent.cloud.on_demand_per_instance_hour` is stated in shared.yaml, and its source in a.yaml; move both to one file, so \
         that the new price has one source"
    );
}

#[test]
fn ranges_and_cases_of_a_changed_price_are_named() {
    let path = "rent.cloud.on_demand_per_accelerator_hour";
    let uncertain =
        format!("{SCENARIO}uncertainty: {{ {path}: {{ low: 5, high: 8 }} }}\ncases: {{ dear: {{ {path}: 7 }} }}\n");
    let found = repriced(&uncertain, EAST).unwrap();
    let price = found.options[0].prices.iter().find(|price| price.path == path).unwrap();
    assert_eq!(price.also_stated, [format!("uncertainty.{path}"), format!("cases.dear.{path}")]);
    let after = &found.files[0].after;
    assert!(after.contains("{ low: 5, high: 8 }") && after.contains(&format!("{path}: 7")), "{after}");
}
