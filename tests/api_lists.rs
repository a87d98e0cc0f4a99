//! Price lists of APIs, as `catalog --read` reads them: excerpts of real lists with prices per million tokens calculated by
//! hand, what is left out, wrong lists, and the YAML of a price.

use crate::support::decimal;
use crate::support::program::run;
use rackrent::catalog::{
    ApiListEntry, ApiListKeeper, ApiPrice, ApiPriceList, LeftOutReason, ListRequest, PriceListError,
    PricesPerMillionTokens, RequestLengths, catalog_api_prices, is_json, pasted_prices, read_api_list,
};
use rackrent::fit::shipped_models;
use rackrent::scenario::Date;
use rust_decimal::Decimal;
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn read(text: &str, day: Option<&str>) -> Result<(ApiPriceList, Vec<ApiPrice>), PriceListError> {
    let mut prices = Vec::new();
    let as_of = day.map(|day| Date::parse(day).unwrap());
    let request = ListRequest { number: 0, name: "list.json", path: "list.json", as_of };
    let take = &mut |entry| match entry {
        ApiListEntry::Price(price) => prices.push(*price),
        ApiListEntry::LeftOut(_) => {}
    };
    let list = read_api_list(&mut text.as_bytes(), request, take)?;
    Ok((list, prices))
}

/// An excerpt, read with the day of its list.
fn excerpt(name: &str, day: Option<&str>) -> (ApiPriceList, Vec<ApiPrice>) {
    let text = fs::read_to_string(Path::new("tests/price_lists").join(name)).unwrap();
    assert!(is_json(text.as_bytes()));
    read(&text, day).unwrap()
}

/// Messages for a rejected text.
fn refused(text: &str) -> Vec<String> {
    match read(text, None) {
        Ok((list, prices)) => panic!("{list:?} {prices:?}"),
        Err(PriceListError::Header(why)) => vec![why],
        Err(PriceListError::Rows(faults, more)) => {
            let printed = faults.iter().map(|fault| format!("{}: {}", fault.line, fault.text()));
            printed.chain((more > 0).then(|| format!("{more} more"))).collect()
        }
        Err(fault @ (PriceListError::Unreadable(_) | PriceListError::TooLarge)) => panic!("{fault:?}"),
    }
}

/// Input, cached input, cache write and output; `-` if unknown.
fn said(prices: &PricesPerMillionTokens) -> String {
    prices.all().map(|price| price.map_or("-".to_owned(), |price| price.to_string())).join(" ")
}

/// Lengths of requests, standard and batch prices of each row of a model.
fn rows(prices: &[ApiPrice], provider: &str, model: &str) -> Vec<(String, String, String)> {
    let of = prices.iter().filter(|price| price.provider == provider && price.model == model);
    of.map(|price| (price.requests.to_string(), said(&price.standard), said(&price.batch))).collect()
}

fn left_out(list: &ApiPriceList) -> Vec<(LeftOutReason, u64)> {
    list.left_out.iter().map(|of| (of.reason, of.models)).collect()
}

const NONE: &str = "- - - -";

/// 23 entries: 1 description of the format, an image model, a transcription and a size class without a kind of work are other
/// work; an alias; one per second; one of price 0; one per request; two with prices of reasoning; one by the hour.
#[test]
fn the_list_of_litellm_is_read_and_what_it_leaves_out_is_counted() {
    let (list, prices) = excerpt("litellm.json", Some("2026-11-27"));
    assert_eq!((list.keeper, list.models, list.priced), (ApiListKeeper::Litellm, 23, 12));
    let expected = [
        (LeftOutReason::OtherWork, 4),
        (LeftOutReason::OtherName, 1),
        (LeftOutReason::NoPrice, 1),
        (LeftOutReason::Free, 1),
        (LeftOutReason::PerRequest, 1),
        (LeftOutReason::OtherTokens, 2),
        (LeftOutReason::ByHour, 1),
    ];
    assert_eq!(left_out(&list), expected);
    // gemini-2.5-pro has two ranges, qwen3-coder-flash four
    assert_eq!(prices.len(), 12 + 1 + 3);
    assert!(prices.iter().all(|price| price.as_of.as_deref() == Some("2026-11-27") && price.list == Some(0)));
}

/// Prices per token times a million: 7.1e-07 is 0.71, 0.00012 is 120.
#[test]
fn prices_per_token_become_prices_per_million() {
    let (_, prices) = excerpt("litellm.json", None);
    let of = |provider: &str, model: &str| {
        let all = rows(&prices, provider, model);
        let [(_, standard, batch)] = &all[..] else { panic!("{provider} {model}: {all:?}") };
        (standard.clone(), batch.clone())
    };
    let expected = [
        ("openai", "gpt-4o-mini", "0.15 0.075 - 0.6", "0.075 - - 0.3"),
        // an embedding writes nothing: its price of 0 for that is none
        ("openai", "text-embedding-3-small", "0.02 - - -", "0.01 - - -"),
        ("mistral", "mistral-embed", "0.1 - - -", NONE),
        ("azure_ai", "Llama-3.3-70B-Instruct", "0.71 - - 0.71", NONE),
        ("vertex_ai-deepseek_models", "deepseek-ai/deepseek-v3.2-maas", "0.56 0.056 - 1.68", "0.28 - - 0.84"),
        ("groq", "openai/gpt-oss-120b", "0.15 0.075 - 0.6", NONE),
        ("bedrock_converse", "google.gemma-3-12b-it", "0.09 - - 0.29", "0.05 - - 0.15"),
        ("bedrock_converse", "anthropic.claude-haiku-4-5-20251001-v1:0", "1 0.1 1.25 5", "0.5 - - 2.5"),
        ("openai", "gpt-5-pro", "15 - - 120", "7.5 - - 60"),
        ("deepinfra", "deepseek-ai/DeepSeek-V3.2", "0.26 0.13 - 0.38", NONE),
    ];
    for (provider, model, standard, batch) in expected {
        assert_eq!(of(provider, model), (standard.to_owned(), batch.to_owned()), "{provider} {model}");
    }
    let mini = prices.iter().find(|price| price.model == "gpt-4o-mini").unwrap();
    assert_eq!((mini.context_tokens, mini.note.as_deref()), (Some(128_000), Some("deprecated on 2027-01-14")));
    assert_eq!((mini.as_of.as_deref(), mini.grade, mini.source.as_deref()), (None, None, None));
}

#[test]
fn longer_requests_have_rows_of_their_own() {
    let (_, prices) = excerpt("litellm.json", None);
    let row = |range: &str, standard: &str, batch: &str| (range.to_owned(), standard.to_owned(), batch.to_owned());
    // keys with `_above_200k_tokens`
    let expected = [
        row("up to 200,000", "1.25 0.125 - 10", "0.625 0.125 - 5"),
        row("above 200,000", "2.5 0.25 - 15", "1.25 0.25 - 7.5"),
    ];
    assert_eq!(rows(&prices, "gemini", "gemini-2.5-pro"), expected);
    // `tiered_pricing`, whose last range has an end
    let expected = [
        row("up to 32,000", "0.3 0.08 - 1.5", NONE),
        row("32,000 to 128,000", "0.5 0.12 - 2.5", NONE),
        row("128,000 to 256,000", "0.8 0.2 - 4", NONE),
        row("256,000 to 1,000,000", "1.6 0.4 - 9.6", NONE),
    ];
    assert_eq!(rows(&prices, "dashscope", "qwen3-coder-flash"), expected);
    // `base` with `tiers`
    let (_, prices) = excerpt("genai-prices.json", None);
    let expected = [row("up to 200,000", "1.25 0.125 - 10", NONE), row("above 200,000", "2.5 0.25 - 15", NONE)];
    assert_eq!(rows(&prices, "google", "gemini-2.5-pro"), expected);
}

/// A list states for a range only the prices that differ from those below it.
#[test]
fn a_price_without_a_key_for_a_range_is_that_of_the_range_below() {
    let members = r#""input_cost_per_token": 1e-6, "output_cost_per_token": 4e-6, "cache_read_input_token_cost": 1e-7,
        "output_cost_per_token_batches": 2e-6, "input_cost_per_token_above_32k_tokens": 2e-6,
        "output_cost_per_token_above_128k_tokens": 8e-6"#;
    let (_, prices) = read(&litellm(members), None).unwrap();
    let row = |range: &str, standard: &str| (range.to_owned(), standard.to_owned(), "- - - 2".to_owned());
    let expected =
        [row("up to 32,000", "1 0.1 - 4"), row("32,000 to 128,000", "2 0.1 - 4"), row("above 128,000", "2 0.1 - 8")];
    assert_eq!(rows(&prices, "p", "m"), expected);
}

/// 20 models: two by the hour, one without prices, one per request, one with prices of reasoning and citations.
#[test]
fn the_list_of_genai_prices_is_read_on_its_day() {
    let (list, prices) = excerpt("genai-prices.json", Some("2026-08-21"));
    assert_eq!((list.keeper, list.models, list.priced), (ApiListKeeper::GenaiPrices, 20, 15));
    let mut expected = vec![
        (LeftOutReason::NoPrice, 1),
        (LeftOutReason::PerRequest, 1),
        (LeftOutReason::OtherTokens, 1),
        (LeftOutReason::ByHour, 2),
    ];
    assert_eq!(left_out(&list), expected);
    assert_eq!(prices.len(), 15 + 1);
    let of = |provider: &str, model: &str| rows(&prices, provider, model)[0].1.clone();
    // searches, and writing to a cache for an hour, are options of a request
    assert_eq!(of("anthropic", "claude-3-5-haiku-latest"), "0.8 0.08 1 4");
    // sound has its own prices
    assert_eq!(of("google", "gemini-2.5-flash"), "0.3 0.03 - 2.5");
    assert_eq!(of("openai", "text-embedding-3-small"), "0.02 - - -");
    assert_eq!(of("deepseek", "deepseek-v4-pro"), "0.435 0.003625 - 0.87");

    // o3 costs a fifth since 2025-06-10; without a day, no price is right
    let o3 = |day| rows(&excerpt("genai-prices.json", Some(day)).1, "openai", "o3")[0].1.clone();
    assert_eq!((o3("2025-06-09"), o3("2025-06-10")), ("10 0.5 - 40".to_owned(), "2 0.5 - 8".to_owned()));
    let (list, prices) = excerpt("genai-prices.json", None);
    expected.push((LeftOutReason::ByDay, 1));
    assert_eq!((left_out(&list), rows(&prices, "openai", "o3")), (expected, Vec::new()));
}

/// Prices of a batch are those of its variant; a price that the variant lacks is the standard one.
#[test]
fn batches_have_the_prices_of_their_variants() {
    let batch =
        |day, provider, model| rows(&excerpt("genai-prices-batch.json", Some(day)).1, provider, model)[0].2.clone();
    let day = "2026-11-27";
    assert_eq!(batch(day, "openai", "gpt-4o-mini"), "0.075 0.075 - 0.3");
    assert_eq!(batch(day, "anthropic", "claude-haiku-4-5"), "0.5 0.05 0.625 2.5");
    assert_eq!(batch(day, "groq", "openai/gpt-oss-120b"), "0.075 0.075 - 0.3");
    // the variants begin on 2026-10-14
    assert_eq!(batch("2026-10-13", "openai", "gpt-4o-mini"), NONE);
    let long = &rows(&excerpt("genai-prices-batch.json", Some(day)).1, "openai", "gpt-6-luna")[1];
    let expected = ("above 272,000", "0.2 0.02 0.25 0.75", "0.1 0.01 0.125 0.375");
    assert_eq!((long.0.as_str(), long.1.as_str(), long.2.as_str()), expected);
}

#[test]
fn numbers_are_read_to_their_last_digit() {
    let input = |number: &str| {
        let text =
            format!(r#"{{"a/b": {{"litellm_provider": "a", "mode": "chat", "input_cost_per_token": {number}}}}}"#);
        read(&text, None).map(|(_, prices)| prices[0].standard.input.unwrap().to_string())
    };
    for (number, price) in [
        ("6e-07", "0.6"),
        ("6E-7", "0.6"),
        ("0.0000006", "0.6"),
        ("1.0399999999999998e-06", "1.0399999999999998"),
        ("1.234567890123456789e-06", "1.234567890123456789"),
        ("1", "1000000"),
    ] {
        assert_eq!(input(number).unwrap(), price, "{number}");
    }
    for number in ["1e7", "1e400", "1e-400", "1e99999999999", "-1e-9", "\"6e-07\"", "[]", "{}", "true", "\"NaN\""] {
        assert!(matches!(input(number), Err(PriceListError::Rows(..))), "{number}");
    }
}

/// A list that begins with an entry of LiteLLM.
fn litellm(members: &str) -> String {
    format!("{{\n\"p/m\": {{\"litellm_provider\": \"p\", \"mode\": \"chat\", {members}}}\n}}")
}

/// A list of genai-prices with one model.
fn genai(model: &str) -> String {
    format!("[\n{{\"id\": \"p\", \"models\": [\n{model}\n]}}]")
}

#[test]
fn each_invalid_entry_is_reported_at_its_line() {
    for (members, printed) in [
        (r#""input_cost_per_token": -1e-7"#, "2: `p/m` `input_cost_per_token` is `-1e-7`; it must not be negative"),
        (
            r#""input_cost_per_token": "6e-07""#,
            "2: `p/m` `input_cost_per_token` is `\"6e-07\"`; write a number such as 6e-07, without quotes",
        ),
        (r#""input_cost_per_token": 1e999"#, "2: `p/m` `input_cost_per_token` is `1e999`; it has too many digits"),
        (r#""input_cost_per_token": 2e6"#, "2: `p/m` `input_cost_per_token` is `2e6`; it is too large for a price"),
        (
            r#""input_cost_per_token": 1e-7, "max_input_tokens": 1.5"#,
            "2: `p/m` `max_input_tokens` is `1.5`; write a whole number of tokens",
        ),
        (
            r#""input_cost_per_token": 1e-7, "deprecation_date": "soon""#,
            "2: `p/m` `deprecation_date` is `\"soon\"`; write a day such as \"2026-11-21\"",
        ),
        (
            r#""tiered_pricing": [{"range": [9, 5], "input_cost_per_token": 1e-7}]"#,
            "2: `p/m` `range` is `[9, 5]`; its second number must be above the first",
        ),
        (r#""tiered_pricing": {}"#, "2: `p/m` `tiered_pricing` is `{}`; write an array, in brackets"),
        (r#""tiered_pricing": [1]"#, "2: `p/m` must be an object with keys, in braces"),
    ] {
        assert_eq!(refused(&litellm(members)), [printed], "{members}");
    }
    for (model, printed) in [
        ("5", "3: `a model of p` must be an object with keys, in braces"),
        (r#"{"prices": {}}"#, "3: `a model of p` lacks the key `id`"),
        (r#"{"id": "m"}"#, "3: `p m` lacks the key `prices`"),
        (r#"{"id": "m", "prices": {"input_mtok": {}}}"#, "3: `p m` lacks the key `base`"),
        (
            r#"{"id": "m", "prices": {"input_mtok": {"base": 1, "tiers": [{"start": -1, "price": 1}]}}}"#,
            "3: `p m` `start` is `-1`; it must not be negative",
        ),
        (
            r#"{"id": "m", "prices": [{"constraint": {"weekday": 1}, "prices": {}}]}"#,
            "3: `p m` `constraint` is `{\"weekday\": 1}`; only `start_date`, or `start_time` with `end_time`, is known",
        ),
    ] {
        assert_eq!(refused(&genai(model)), [printed], "{model}");
    }
    // all entries are read, and the first twenty errors are reported
    let many: Vec<String> = (0..25).map(|at| format!("\"m{at}\": {{\"litellm_provider\": 5, \"mode\": 5}}")).collect();
    let many = refused(&format!("{{{}}}", many.join(",")));
    assert_eq!((many.len(), many.last().map(String::as_str)), (21, Some("5 more")));
}

#[test]
fn other_json_is_not_recognized() {
    for text in ["{}", "[]", "{\"json\": true}", "[1, 2]", "[{\"id\": \"p\"}]", "{\"a\": {\"mode\": \"chat\"}}"] {
        assert!(refused(text)[0].starts_with("unrecognised format: it is JSON, but neither"), "{text}");
    }
    assert_eq!(
        refused("{\n\"a\": {\"litellm_provider\": \"p\"}"),
        ["2: it is not valid JSON: EOF while parsing an object at line 2 column 30"]
    );
    for text in ["{\"a\": NaN}", "{\"a\": 1} x", "{\"a\" 1}", "[01]"] {
        assert!(refused(text)[0].contains("it is not valid JSON"), "{text}");
    }
    assert!(is_json(b"\xef\xbb\xbf \n{") && is_json(b"[") && !is_json(b"provider,instance") && !is_json(b""));
}

/// Nothing recurses, and with time or memory that grow faster than the text this would not end.
#[test]
fn hostile_lists_are_refused_or_read() {
    let deep = "[".repeat(50 << 20);
    assert!(refused(&deep)[0].contains("it is not valid JSON"));
    let nested = format!("{{\"a\": {}{}}}", "[".repeat(20 << 20), "]".repeat(20 << 20));
    assert!(refused(&nested)[0].starts_with("unrecognised format"));
    let wide = litellm(&(0..500_000).map(|at| format!("\"k{at}\": 1")).collect::<Vec<_>>().join(","));
    assert_eq!(
        refused(&wide),
        [
            "unrecognised format: it is JSON, but neither the list of genai-prices (providers with `id` and `models`) nor that of LiteLLM (models with `litellm_provider`)"
        ]
    );
    let entry = litellm("\"input_cost_per_token\": 1e-7");
    let entry = entry.trim_matches(['{', '}', '\n']);
    let many = format!("{{{}}}", vec![format!("{entry}}}"); 50_000].join(","));
    assert_eq!(read(&many, None).unwrap().0.priced, 50_000);
    let large = " ".repeat((64 << 20) + 1);
    assert_eq!(refused(&large), ["it is larger than 64 MiB, the most for a list of APIs"]);
}

/// The facts that ship: each is listed by litellm 1.110.2, and graded B where genai-prices 0.2.3 lists the same prices.
#[test]
fn every_shipped_price_is_plausible() {
    let mut seen = BTreeSet::new();
    for price in catalog_api_prices() {
        assert!(seen.insert((price.provider.clone(), price.model.clone(), price.requests.above)), "{price:?}");
        let both = [(price.standard.input, price.batch.input), (price.standard.output, price.batch.output)];
        assert!(both.iter().all(|(full, batch)| batch.is_none() || batch < full), "{price:?}");
        let PricesPerMillionTokens { input, cached_input, cache_write, output } = price.standard;
        let input = input.unwrap();
        assert!(input > Decimal::ZERO && input <= decimal("10"), "{price:?}");
        assert!(cached_input.is_none_or(|cached| cached < input), "{price:?}");
        assert!(cache_write.is_none_or(|write| write >= input), "{price:?}");
        assert!(output.is_none_or(|output| output >= input && output <= decimal("50")), "{price:?}");
        assert_eq!(output.is_none(), price.model.to_lowercase().contains("embed") || price.provider == "voyage");
        assert!(price.as_of.is_some() && price.requests.above < price.requests.up_to.or(Some(u64::MAX)), "{price:?}");
        let source = price.source.clone().unwrap();
        let is_in_both = source == "litellm 1.110.2; genai-prices 0.2.3";
        assert!(is_in_both || source == "litellm 1.110.2", "{source}");
        assert_eq!(price.grade == Some(rackrent::catalog::Grade::B), is_in_both, "{price:?}");
    }
    assert_eq!(seen.len(), 95);
}

/// A new scenario takes the prices of an open model for requests of any length and as long as they last.
#[test]
fn every_open_model_of_a_price_is_shipped_and_stays() {
    let mut open = BTreeSet::new();
    for price in catalog_api_prices() {
        let Some(name) = &price.open_model else { continue };
        assert!(shipped_models().iter().any(|model| model.name == *name), "{price:?}");
        assert!(price.standard.output.is_some() && price.requests == RequestLengths::default(), "{price:?}");
        assert!(!price.note.as_ref().is_some_and(|note| note.contains("deprecated")), "{price:?}");
        open.insert(name.clone());
    }
    assert!(open.len() > 10, "{open:?}");
}

#[test]
fn shipped_prices_are_those_of_the_excerpts() {
    let (_, litellm) = excerpt("litellm.json", None);
    let shipped: Vec<ApiPrice> = catalog_api_prices().collect();
    for (provider, of_list, model) in [
        ("openai", "openai", "gpt-4o-mini"),
        ("azure", "azure_ai", "Llama-3.3-70B-Instruct"),
        ("google gemini", "gemini", "gemini-2.5-pro"),
        ("deepinfra", "deepinfra", "deepseek-ai/DeepSeek-V3.2"),
        ("openai", "openai", "text-embedding-3-small"),
    ] {
        let standard = |prices: &[ApiPrice], provider: &str| -> Vec<(String, String)> {
            rows(prices, provider, model).into_iter().map(|(range, standard, _)| (range, standard)).collect()
        };
        let listed = standard(&litellm, of_list);
        assert_eq!(standard(&shipped, provider), listed, "{provider} {model}");
        assert!(!listed.is_empty());
    }
}

fn pasted(prices: &[ApiPrice], list: &ApiPriceList) -> Option<String> {
    pasted_prices(prices, std::slice::from_ref(list)).map(|lines| lines.join("\n"))
}

/// gpt-4o-mini: 0.075 / 0.15 and 0.3 / 0.6 are half. gemma-3-12b: 0.05 / 0.09 and 0.15 / 0.29 are not one discount.
#[test]
fn a_price_becomes_an_option_with_its_source() {
    let (list, prices) = excerpt("litellm.json", Some("2026-11-27"));
    let of = |model: &str| -> String {
        let of: Vec<ApiPrice> = prices.iter().filter(|price| price.model == model).cloned().collect();
        pasted(&of, &list).unwrap()
    };
    let sha256 = &list.sha256[..8];
    let expected = format!(
        "rent:
  openai-gpt-4o-mini:
    # prices in USD
    # `batch_discount` applies to cached input, too; its price in a batch is unknown
    # deprecated on 2027-01-14
    price_per_million_tokens: {{ input: 0.15, cached_input: 0.075, output: 0.6, batch_discount: 50% }}
sources:
  rent.openai-gpt-4o-mini.price_per_million_tokens:
    from: \"openai gpt-4o-mini: list.json, sha256 {sha256}\"
    date: 2026-11-27"
    );
    assert_eq!(of("gpt-4o-mini"), expected);
    let gemma = of("google.gemma-3-12b-it");
    assert!(gemma.contains("price_per_million_tokens: { input: 0.09, output: 0.29 }"), "{gemma}");
    assert!(gemma.contains("# not counted: prices in a batch, which are not one discount (read: 0.05, written: 0.15)"));
    let embedding = of("text-embedding-3-small");
    assert!(embedding.contains("    # the model writes no tokens\n"), "{embedding}");
    assert!(embedding.contains("{ input: 0.02, output: 0, batch_discount: 50% }"), "{embedding}");
    // an unknown price is left out
    let members = r#""input_cost_per_token": 1e-6, "input_cost_per_token_batches": 5e-7"#;
    let (unknown_list, unknown) = read(&litellm(members), None).unwrap();
    let unknown = pasted(&unknown, &unknown_list).unwrap();
    let comment = "    # the price of written tokens is unknown: add `output`, 0 if the model writes none\n";
    assert!(unknown.contains(comment) && unknown.contains("{ input: 1 }\n"), "{unknown}");
    let haiku = of("anthropic.claude-haiku-4-5-20251001-v1:0");
    assert!(haiku.contains("# not counted: tokens written to the cache, 1.25 USD per million"), "{haiku}");
    let pro = of("gemini-2.5-pro");
    assert!(pro.contains(
        "  gemini-gemini-2-5-pro-up-to-200-000:\n    # prices in USD, for requests whose input is up to 200,000"
    ));
    // more than three are no choice yet, and none is none
    assert_eq!((pasted(&prices, &list), pasted(&[], &list)), (None, None));
}

/// The pasted prices replace those of an example, and `check` has nothing against them.
#[test]
fn a_scenario_reads_the_pasted_prices() {
    let folder = tempfile::tempdir().unwrap();
    let example = fs::read_to_string("scenarios/chat-by-the-token.yaml").unwrap();
    let shared = example.replace("\nname: A 70B chat by the token\n", "\n");
    assert_ne!(shared, example);
    fs::write(folder.path().join("chat.yaml"), shared).unwrap();
    let found = run(Path::new("."), &["catalog", "azure", "llama", "--format", "json"]).report();
    let paste = found["paste"].as_str().unwrap();
    let text = format!("extends: chat.yaml\nname: With Azure\n{paste}\n");
    fs::write(folder.path().join("azure.yaml"), text).unwrap();
    let compared = run(folder.path(), &["compare", "azure.yaml", "--format", "json"]).report();
    let options = compared["options"].as_array().unwrap();
    let option = options.iter().find(|option| option["name"] == "rent.azure-llama-3-3-70b-instruct").unwrap();
    // 40 M requests of 1,280 tokens are 51,200 M a month, for 36 months, at 0.71
    assert_eq!(option["total"], json!("1308672.00"));
}

#[test]
fn a_list_is_searched_as_the_catalog_is() {
    let list = "2026-11-27=tests/price_lists/litellm.json";
    let here = Path::new(".");
    let report =
        run(here, &["catalog", "gemini", "pro", "--kind", "apis", "--read", list, "--format", "json"]).report();
    let prices = report["api_prices"].as_array().unwrap();
    // two of the catalog and two of the list
    let lists: Vec<_> = prices.iter().map(|price| price["list"].as_str()).collect();
    assert_eq!(lists.iter().filter(|list| list.is_some()).count(), 2, "{report}");
    assert_eq!((prices.len(), &report["api_lists"][0]["priced"]), (4, &json!(12)));
    assert_eq!(prices[0]["requests"], json!({"above": null, "up_to": 200_000}));
    // of two prices in a batch one is unknown
    let ran = run(here, &["catalog", "gemini-embedding-001"]);
    assert!(ran.output.contains("   0.075, —   "), "{}", ran.output);
    // a word of the list is known, and a near one is proposed
    let ran = run(here, &["catalog", "qwen3-coder-flash", "chf", "--read", list]);
    assert_eq!(ran.errors, "error: no entry contains all words of `qwen3-coder-flash chf`; remove one of them\n");
    let ran = run(here, &["catalog", "depseek"]);
    assert_eq!(
        (ran.status, ran.errors.as_str()),
        (2, "error: no entry contains `depseek`; did you mean `deepseek`?\n")
    );
    // a model that is left out is named with its reason
    let ran = run(here, &["catalog", "o3", "--read", "tests/price_lists/genai-prices.json"]);
    let expected = "error: no price for `o3`: openai o3 is left out, with prices that change on a day (give the day of the list: \
                    DATE=FILE)\n";
    assert_eq!((ran.status, ran.errors.as_str()), (2, expected));
    let report = run(here, &["catalog", "deepseek", "--read", list, "--format", "json"]).report();
    let name = "tests/price_lists/litellm.json";
    assert_eq!(report["left_out"], json!([{"name": "deepseek-v4-flash", "reason": "by_hour", "list": name}]));
    // `scan` ranks rentals by the hour
    let ran = run(here, &["scan", "scenarios/chat-by-the-token.yaml", "--offers", "tests/price_lists/litellm.json"]);
    assert_eq!(ran.status, 2);
    assert!(
        ran.errors.contains("it is JSON, as price lists of APIs are; this command reads rentals by the hour"),
        "{}",
        ran.errors
    );
}
