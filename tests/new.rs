//! New scenarios from a few answers: every template with accelerators and places is compared and checked; prices are from
//! the catalog; answers and options give the same bytes; no input breaks a file.

mod service;

use crate::support::program::{Ran, run};
use rackrent::FilesInMemory;
use rackrent::ScenarioText;
use rackrent::check::Policy;
use rackrent::diagnostic::Severity;
use rackrent::template::{
    Answers, HOLES, NewScenario, NewScenarioError, Question, Site, Template, Terms, accelerator, count, new_scenario,
    offered, service_template, start, tax_rate, templates, utilization,
};
use rust_decimal::Decimal;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Answers as a user types them.
fn answers(one: &str, many: &str, busy: &str, place: &str) -> Answers {
    Answers {
        accelerator: accelerator(one).unwrap().accelerator,
        count: count(many).unwrap(),
        utilization: utilization(busy).unwrap(),
        place: Site::named(place).unwrap(),
        price: None,
        name: None,
        terms: Terms::default(),
        service: None,
    }
}

fn template(name: &str) -> Template {
    templates().into_iter().find(|template| template.name() == name).unwrap()
}

#[track_caller]
fn begin(template: &Template, answers: &Answers) -> NewScenario {
    match new_scenario(template, answers, "begun.yaml", &FilesInMemory::none()) {
        Ok(created) => created,
        Err(NewScenarioError::Template(error)) => panic!("{error}"),
        Err(NewScenarioError::Refused(checked)) => panic!("{:#?}", checked.findings),
    }
}

/// Open rules listed in the head of a file.
fn listed(text: &str) -> BTreeSet<String> {
    let head = text.lines().take_while(|line| line.starts_with('#'));
    let rules = head.filter_map(|line| line.strip_prefix("# - ")?.split_once(": "));
    rules.map(|(rule, _)| rule.to_owned()).collect()
}

/// Findings allowed in a new, unreviewed scenario: left-out costs, old prices, no owner, a verdict that is close or depends
/// on a guess, a discount rate that nobody confirmed as after tax, a published rate of other requests, answers that do not fit each other well, and hardware that
/// only one provider rents and nobody sells. Any other finding of a check is an error of the template.
const MAY_BE_OPEN: &[&str] = &[
    "close-call",
    "commitment-below-need",
    "commitment-unused",
    "discount-before-tax",
    "fleet-above-need",
    "left-out",
    "line-dominates",
    "metrics-disagree",
    "no-owner",
    "one-option",
    "one-price-kind",
    "payback-turns",
    "rate-of-other-requests",
    "stale-price",
    "unsourced-flip",
    "unused-allowance",
    "utilization-high",
];

/// Asserts that a scenario has an answer, and that a check finds exactly what its head lists.
#[track_caller]
fn holds(created: &NewScenario, case: &str) {
    let files = FilesInMemory::none();
    let scenario = ScenarioText::new(&created.text, &files).named("begun.yaml");
    let verdict =
        scenario.compare().unwrap_or_else(|rejected| panic!("{case}: {:#?}", rejected.diagnostics)).comparison.verdict;
    let winner = verdict.winner.unwrap_or_else(|| panic!("{case}: nothing wins"));
    assert!(created.text.contains(&format!("  winner: {winner}\n")), "{case}: {winner}");
    let checked = scenario.check(&Policy::default());
    let found: BTreeSet<String> = checked.findings.iter().map(|finding| name_of(finding.code)).collect();
    assert_eq!(found, listed(&created.text), "{case}");
    for finding in &checked.findings {
        assert_ne!(finding.severity, Severity::Error, "{case}: {}", finding.message);
        assert!(
            MAY_BE_OPEN.contains(&name_of(finding.code).as_str()),
            "{case}: {:?} {}",
            finding.code,
            finding.message
        );
    }
    assert!(!created.text.contains('<') && created.guesses > 5, "{case}: {}", created.text);
    assert!(created.text.lines().all(|line| line.trim_end() == line), "{case}");
}

fn name_of(code: rackrent::diagnostic::Code) -> String {
    use rackrent::language::diagnostic::Coded;
    code.name().to_owned()
}

#[test]
fn every_template_works_for_every_accelerator_that_it_accepts() {
    let place = Site::named("us").unwrap();
    for template in templates() {
        let proposed = template.proposed().unwrap();
        let taken = offered().into_iter().filter(|one| template.takes(one, place).is_ok());
        let mut tried = 0;
        for accelerator in taken {
            let proposed = proposed.clone();
            let answers = Answers {
                accelerator,
                count: proposed.count,
                utilization: proposed.utilization,
                place,
                price: None,
                name: None,
                terms: Terms::default(),
                service: None,
            };
            holds(&begin(&template, &answers), &format!("{} {}", template.name(), accelerator.name));
            tried += 1;
        }
        assert!(tried >= 5, "{} takes {tried}", template.name());
    }
}

#[test]
fn every_template_works_for_every_place() {
    for template in templates() {
        for (place, (many, busy)) in
            Site::all().iter().zip([("1", "5%"), ("24", "50%"), ("1000", "95%")].iter().cycle())
        {
            let one = if template.name() == "edge" { "L40S" } else { "H100 SXM" };
            let answers = answers(one, many, busy, &place.name);
            holds(&begin(&template, &answers), &format!("{} {} {many} {busy}", template.name(), place.name));
        }
    }
}

#[test]
fn prices_are_those_of_the_catalog_with_their_day_and_source() {
    let text = begin(&template("serve"), &answers("h100", "16", "40%", "us")).text;
    for expected in [
        // servers.csv: HGX/DGX H100 8-GPU from 230,000 to 375,000 USD on 2025-03-03; 302,500 is in the middle; 16 in two of them
        "      price: 302_500\n      accelerators: 8\n      power_kw: 10.2\n",
        "    nodes: 2\n",
        "  own.hgx-h100.node.price: { low: 230_000, high: 375_000 }\n",
        "    from: \"HGX/DGX H100 8-GPU, midpoint of 230_000 to 375_000 USD (Epoch AI (signalpulse 28750x8; viperatech 46875x8))\"\n    date: 2025-03-03\n",
        // rentals.csv: p5.48xlarge in us-east-1 is the cheapest of AWS 6.88, OCI 10, GCP 11.06 and Azure 12.29
        "  aws:                                  # p5.48xlarge, us-east-1\n",
        "    on_demand_per_instance_hour: 55.04\n",
        "    date: 2026-06-30\n",
        // measures.csv: United States, commercial
        "    electricity_per_kwh: 0.146                # United States\n",
        "    date: 2026-04-26\n",
        // 4.858 an hour for three years on GCP in us-central1; 16 × 40 % = 6.4 accelerators are busy on average
        "      three-year: { instances: 6, per_instance_hour: 4.858, term_months: 36 }",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

#[test]
fn a_place_uses_its_currency_with_a_dated_exchange_rate() {
    let text = begin(&template("serve"), &answers("h100", "8", "60%", "finland")).text;
    for expected in [
        // a dollar is 1 / 1.1355 euros on 2026-09-30
        "currency: EUR\nexchange_rates:\n  USD: 0.8807\n",
        "      price: 302_500 USD\n",
        // Eurostat, in euros
        "    electricity_per_kwh: 0.0939               # Finland\n",
        // 23.60 an hour for eight is the lowest of those in Europe
        "  nebius:                               # gpu-h100-sxm_8gpu-128vcpu-1600gb, eu-north1\n",
        "    on_demand_per_instance_hour: 23.6 USD\n",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    assert!(!begin(&template("serve"), &answers("h100", "8", "60%", "us")).text.contains("exchange_rates"));
}

#[test]
fn unpublished_prices_are_marked_as_guesses() {
    // no B300 price is published; the middle rent of 8 is 6.99 an accelerator-hour
    let text = begin(&template("serve"), &answers("B300", "8", "60%", "us")).text;
    let price = text.lines().find(|line| line.trim_start().starts_with("price: ")).unwrap();
    assert!(price.contains("# guess: ask a vendor for a quote"), "{price}");
    assert!(text.contains("a guess, no price is published: the median rent of 6.99 USD for "), "{text}");
    // a card of 2,500 to 3,266 USD and 2,500 for the rest: (2,883 + 2,500) each, a server has four
    let text = begin(&template("serve"), &answers("L4", "8", "60%", "us")).text;
    assert!(text.contains("      price: 21_532                     # guess"), "{text}");
}

#[test]
fn a_quote_is_used_unchanged() {
    let quoted = Answers { price: Some((265_000.into(), None)), ..answers("h100", "32", "60%", "us") };
    let created = begin(&template("quote"), &quoted);
    holds(&created, "quote");
    assert!(created.text.contains("      price: 265_000\n"), "{}", created.text);
}

#[test]
fn numbers_are_read_as_people_type_them_and_noted() {
    let folder = tempfile::tempdir().unwrap();
    let quote = |price: &str| {
        let (price, count) = (format!("--price={price}"), "--count=1,000");
        run(folder.path(), &["new", "quote", "--defaults", "--output", "-", &price, count, "--utilization=60"])
    };
    let expected = quote("265_000");
    assert!(expected.output.contains("      price: 265_000\n"), "{}{}", expected.output, expected.errors);
    assert!(expected.output.contains("  accelerators: 1_000\n  utilization: 60%"), "{}", expected.output);
    assert_eq!(expected.errors, "");
    for price in ["265,000", "$265,000", "265 000", "265k", "0.265m"] {
        let ran = quote(price);
        assert_eq!(ran.output, expected.output, "{price}");
        assert_eq!(ran.errors, format!("The price `{price}` was read as 265_000.\n"));
    }
    let ran = quote("265.000");
    let refused = "error: --price is `265.000`, which could be 265 or 265_000; write one of these\n";
    assert_eq!((ran.status, ran.output.as_str(), ran.errors.as_str()), (2, "", refused));
}

#[test]
fn a_start_and_taxes_are_written_with_their_keys() {
    for template in templates() {
        let one = if template.name() == "edge" { "L40S" } else { "H100 SXM" };
        let plain = answers(one, "16", "40%", "us");
        let terms = Terms { start: start("2027-04").ok(), tax: tax_rate("25").ok(), vat: tax_rate("19 %").ok() };
        let created = begin(&template, &Answers { terms, ..plain.clone() });
        holds(&created, template.name());
        for expected in ["\nstart: 2027-04\n", "\n  rate: 25%\n", "\nindirect_tax: 19% "] {
            assert!(created.text.contains(expected), "{expected}: {}", created.text);
        }
        let without = begin(&template, &plain).text;
        assert!(["\nstart:", "\ntax:", "\nindirect_tax:"].iter().all(|key| !without.contains(key)), "{without}");
    }
    let folder = tempfile::tempdir().unwrap();
    let terms = ["--start", "2027-04", "--tax", "25%", "--vat", "0.19"];
    let ran = begin_with(folder.path(), &[&terms[..], &["--output", "-"]].concat());
    let created = ScenarioText::new(&ran.output, &FilesInMemory::none()).compare().unwrap();
    let header = &created.comparison.header;
    assert_eq!(header.tax_rate.map(|rate| *rate), Some(Decimal::new(25, 2)), "{}", ran.errors);
    for wrong in
        [["--start", "2027-13"], ["--start", "April"], ["--start", "2027-4"], ["--tax", "101%"], ["--vat", "x"]]
    {
        assert_eq!(begin_with(folder.path(), &wrong).status, 2, "{wrong:?}");
    }
}

#[test]
fn accelerators_that_nobody_sells_are_only_rented() {
    let place = Site::named("us").unwrap();
    for name in ["TPU v6e", "TPU v5e", "TPU v5p"] {
        let only_rented = accelerator(name).unwrap().accelerator;
        for template in templates() {
            let buys = ["quote", "extend", "edge"].contains(&template.name());
            assert_eq!(template.takes(only_rented, place).is_err(), buys, "{} {name}", template.name());
        }
    }
    let created = begin(&template("serve"), &answers("TPU v6e", "16", "40%", "us"));
    assert!(!created.text.contains("\nown:") && !created.text.contains(" own."), "{}", created.text);
    holds(&created, "TPU");
}

fn begin_with(folder: &Path, arguments: &[&str]) -> Ran {
    run(
        folder,
        &[
            &["new", "serve", "--accelerator", "h100", "--count", "16", "--utilization", "40%", "--where", "us"],
            arguments,
        ]
        .concat(),
    )
}

#[test]
fn a_file_is_written_once_and_shows_its_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let ran = begin_with(folder.path(), &[]);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert!(ran.output.contains("Verdict") && ran.errors.contains("Next: "), "{}{}", ran.output, ran.errors);
    let written = fs::read_to_string(folder.path().join("serve.yaml")).unwrap();
    assert_eq!(begin_with(folder.path(), &["--output", "-"]).output, written);
    // the same words as in the suggested next command
    let compared = run(folder.path(), &["compare", "serve.yaml", "--brief"]);
    assert_eq!(ran.output, compared.output);
    fs::write(folder.path().join("serve.yaml"), "mine").unwrap();
    let again = begin_with(folder.path(), &[]);
    assert_eq!((again.status, again.output.as_str()), (2, ""));
    assert!(again.errors.starts_with("error: serve.yaml already exists"), "{}", again.errors);
    assert_eq!(fs::read_to_string(folder.path().join("serve.yaml")).unwrap(), "mine");
    assert_eq!(begin_with(folder.path(), &["--overwrite"]).status, 0);
    assert_eq!(fs::read_to_string(folder.path().join("serve.yaml")).unwrap(), written);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn without_a_terminal_missing_answers_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run(folder.path(), &["new", "serve", "--count", "8"]);
    let expected = "error: there is no terminal to ask on; pass `--accelerator`, `--utilization` and `--where`, or accept the \
                    proposals with --defaults\n";
    assert_eq!((ran.status, ran.errors.as_str()), (2, expected));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(run(folder.path(), &["new", "--defaults"]).status, 0);
    assert!(folder.path().join("serve.yaml").exists());
}

#[test]
fn typed_answers_are_refused_or_treated_as_data() {
    let folder = tempfile::tempdir().unwrap();
    let hostile =
        ["x\"\nown: {}", "a: b # c", "'; rm -rf", "\u{1b}[2J\u{7}", "<server.price>", "=1+1", "\u{202e}abc", "- x"];
    for text in hostile {
        for option in ["--accelerator", "--count", "--utilization", "--where", "--price"] {
            let given = format!("{option}={text}");
            let ran = run(folder.path(), &["new", "quote", "--defaults", &given]);
            assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{given:?}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{given:?}");
        }
        let ran = run(folder.path(), &["new", "serve", "--defaults", "--output", "-", &format!("--name={text}")]);
        assert_eq!(ran.status, 0, "{}", ran.errors);
        let created = ScenarioText::new(&ran.output, &FilesInMemory::none()).compare().unwrap();
        assert_eq!(created.loaded.scenario.name.value, text);
        assert!(ran.output.chars().all(|c| c == '\n' || rackrent::diagnostic::is_visible(c)), "{text:?}");
    }
    for absurd in ["1000001", "1e30", "-8", "0", "1.5"] {
        assert_eq!(
            run(folder.path(), &["new", "serve", "--defaults", &format!("--count={absurd}")]).status,
            2,
            "{absurd}"
        );
    }
    assert_eq!(run(folder.path(), &["new", "serve", "--defaults", "--count", "1000000"]).status, 0);
}

/// Options need a question in the template: by default every decision asks for everything except the price of a quote.
#[test]
fn an_option_without_a_placeholder_in_the_template_is_refused() {
    for template in templates() {
        for question in Question::ALL {
            let is_requested = question != Question::Price || template.name() == "quote";
            assert_eq!(template.asks(question), is_requested, "{} {question:?}", template.name());
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let ran = run(folder.path(), &["new", "serve", "--defaults", "--price", "300_000"]);
    let expected = "error: `serve` does not use --price, which applies to `quote`: omit it, and edit the file once it is \
                    written\n";
    assert_eq!((ran.status, ran.output.as_str(), ran.errors.as_str()), (2, "", expected));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let quoted = run(folder.path(), &["new", "quote", "--defaults", "--price", "300_000", "--output", "-"]);
    assert!(quoted.output.contains("      price: 300_000\n"), "{}{}", quoted.output, quoted.errors);
    let printed = run(folder.path(), &["new", "quote", "--print-template", "--price", "300_000"]);
    assert!(printed.status == 2 && printed.errors.contains("--price"), "{}", printed.errors);
    // a custom template with numbers instead of placeholders, except the name, which uses some of the answers
    let fixed = OURS
        .replace("<count>", "3")
        .replace("<utilization>", "60%")
        .replace("<server.accelerators>", "4")
        .replace("# defaults: --accelerator L4 --count 3", "# defaults: --accelerator L4");
    for (option, value) in [("--utilization", "40%"), ("--price", "1")] {
        let ran = with_options(&fixed, &[option, value]);
        let expected =
            format!("error: `rent-or-not` does not use {option}: omit it, and edit the file once it is written\n");
        assert_eq!((ran.status, ran.errors), (2, expected), "{option}");
    }
    assert_eq!(with_options(&fixed, &["--where", "us", "--name", "Ours"]).status, 0);
    // an answer that is not asked for is not missing
    fs::write(folder.path().join("ours.template.yaml"), &fixed).unwrap();
    let ran = run(folder.path(), &["new", "ours", "--templates", "."]);
    assert!(!ran.errors.contains("--utilization") && ran.errors.contains("`--where`"), "{}", ran.errors);
}

/// A company template, with its default answers.
fn with_template(text: &str) -> Ran {
    with_options(text, &[])
}

fn with_options(text: &str, options: &[&str]) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("ours")).unwrap();
    fs::write(folder.path().join("ours/rent-or-not.template.yaml"), text).unwrap();
    let arguments = ["new", "rent-or-not", "--defaults", "--templates", "ours", "--output", "-"];
    run(folder.path(), &[&arguments, options].concat())
}

const OURS: &str = "\
# Rent or not
# defaults: --accelerator L4 --count 3 --where germany
name: <name>
currency: <currency>
exchange_rates:
  <exchange>: <exchange.rate>
horizon_months: 12
discount_rate: 8%
demand: { accelerators: <count>, utilization: <utilization> }
own:
  <server>:
    node: { price: <server.price>, accelerators: <server.accelerators> }  # ours: <place>
    useful_life_months: 36
rent:
  <rental>: { accelerators_per_instance: <rental.accelerators>, on_demand_per_instance_hour: <rental.price> }
";

#[test]
fn a_folder_of_templates_replaces_those_of_the_program() {
    let ran = with_template(OURS);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    // three L4s in one server of four: 4 × (2,883 + 2,500)
    let expected = "    node: { price: 21_532 USD, accelerators: 4 }                          # ours: Germany; guess: ask a vendor";
    assert!(ran.output.contains(expected), "{}", ran.output);
    assert!(ran.output.starts_with("# Rent or not\nname: \"Rent or not: 3 × L4, Germany\"\n"), "{}", ran.output);
    assert!(ran.output.contains("\n  USD: 0.8807\n") && ran.output.contains("utilization: 60%"), "{}", ran.output);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("ours.template.yaml"), OURS).unwrap();
    let over = run(
        folder.path(),
        &["new", "ours", "--defaults", "--templates", ".", "--output", "./ours.template.yaml", "--overwrite"],
    );
    assert_eq!(
        (over.status, over.errors.as_str()),
        (2, "error: ./ours.template.yaml is an input of this command; write to another file\n")
    );
    // a check of its folder does not treat a template as a scenario
    let checked = run(folder.path(), &["check", "."]);
    assert!(
        checked.status == 2 && checked.errors.starts_with("error: there is no scenario in ."),
        "{}",
        checked.errors
    );
    fs::remove_file(folder.path().join("ours.template.yaml")).unwrap();
    let none = run(folder.path(), &["new", "serve", "--defaults", "--templates", "."]);
    assert_eq!(
        (none.status, none.errors.as_str()),
        (2, "error: . contains no templates (files whose names end in .template.yaml)\n")
    );
}

#[test]
fn an_error_in_a_template_is_reported_at_its_place() {
    for (from, to, expected) in [
        (
            "<count>",
            "<cuont>",
            "ours/rent-or-not.template.yaml:9:25: there is no placeholder `<cuont>`; did you mean `<count>`?",
        ),
        (
            "<server>:",
            "<server.price>:",
            "ours/rent-or-not.template.yaml:11:3: `<server.price>` is not a name, and a key must be one",
        ),
        ("name: <name>", "name: Our <name>", "ours/rent-or-not.template.yaml:3:11: `<name>` must be the whole value"),
        (
            "--count 3",
            "--count many",
            "ours/rent-or-not.template.yaml:2:1: the default `--count many`: is `many`, not a whole number",
        ),
        (
            "--count 3",
            "--output x",
            "ours/rent-or-not.template.yaml:2:1: the default `--output x`: it must be --accelerator",
        ),
        ("L4", "TPU v5e", ""),
        ("horizon_months: 12", "horizon_month: 12", "rent-or-not.yaml:6:1"),
    ] {
        let ran = with_template(&OURS.replacen(from, to, 1));
        assert_eq!(ran.status == 0, expected.is_empty(), "{to}: {}", ran.errors);
        assert!(ran.errors.contains(expected), "{to}: {}", ran.errors);
        assert!(expected.is_empty() || ran.output.is_empty(), "{to}");
    }
}

#[test]
fn every_placeholder_is_explained_in_the_guide_and_used_by_a_template() {
    let guide = fs::read_to_string("docs/guide/new.md").unwrap();
    let templates: Vec<Template> = templates().into_iter().chain(service_template("serve")).collect();
    for hole in HOLES {
        assert!(guide.contains(&format!("| `<{}>` | {} |", hole.name, hole.about)), "{}", hole.name);
        assert!(templates.iter().any(|template| template.has(hole.name)), "no template has `<{}>`", hole.name);
    }
}

/// Future rented prices are unknown: each is given as unchanged, with a range on both sides.
#[test]
fn no_template_states_a_change_of_rented_prices_without_a_range_around_it() {
    for template in templates() {
        let one = if template.name() == "edge" { "L40S" } else { "H100 SXM" };
        let text = begin(&template, &answers(one, "16", "40%", "us")).text;
        let document = rackrent::scenario::document::Document::parse(&text).unwrap();
        let changes = |document: &rackrent::scenario::document::Document, option: &str| {
            document
                .find(&format!("rent.{option}.price_change_per_year"))
                .map(|at| document.text(at).unwrap().to_owned())
        };
        let rent = document.find("rent").unwrap();
        for option in document.children(rent) {
            let at = *option;
            let option = document.key(at);
            // a contract as long as the horizon has no price change
            if document.member(at, "commitments").is_some() {
                assert_eq!(changes(&document, option), None, "{} {option}", template.name());
                continue;
            }
            assert_eq!(changes(&document, option).as_deref(), Some("0%"), "{} {option}", template.name());
            let range =
                text.lines().find(|line| line.contains(&format!("rent.{option}.price_change_per_year: {{ low: -")));
            let range = range.unwrap_or_else(|| panic!("{} {option} has no range:\n{text}", template.name()));
            assert!(range.contains("high: 27%"), "{range}");
        }
        assert!(!text.contains("list prices have fallen"), "{text}");
    }
}
