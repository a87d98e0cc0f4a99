//! New scenarios that begin with a model and its tokens: sizes by hand, every shipped model at every target, and errors.

use super::{begin, holds};
use crate::support::program::{Ran, run};
use rackrent::ScenarioText;
use rackrent::catalog::BenchmarkScenario;
use rackrent::fit::{Model, NumberFormat, shipped_model, shipped_models};
use rackrent::template::{
    AmountOfWork, Answers, DECISIONS, NewScenario, ServedModel, Service, Site, Template, Terms, accelerator,
    service_template,
};
use rust_decimal::Decimal;
use std::fs;
use std::path::Path;

fn served(name: &str) -> ServedModel {
    let shipped = shipped_model(name).unwrap();
    ServedModel { name: shipped.name.clone(), source: Some(shipped.source.clone()), model: shipped.model.clone() }
}

/// Forty million requests of 1,000 and 300 tokens.
fn service(model: &str) -> Service {
    Service {
        model: served(model),
        work: AmountOfWork::Requests(40_000_000.into()),
        input: 1_000.into(),
        output: 300.into(),
        cached: Decimal::ZERO,
        target: BenchmarkScenario::Server,
        weights: None,
    }
}

fn template() -> Template {
    service_template("serve").unwrap()
}

#[track_caller]
fn begun(service: &Service, one: &str, place: &'static Site) -> NewScenario {
    let accelerator = if one.is_empty() { service.proposed().unwrap() } else { accelerator(one).unwrap().accelerator };
    let sized = service.sized(accelerator, place).unwrap();
    let (count, utilization) = (sized.count, sized.utilization);
    let terms = Terms::default();
    begin(
        &template(),
        &Answers { accelerator, count, utilization, place, price: None, name: None, terms, service: Some(sized) },
    )
}

fn us() -> &'static Site {
    Site::named("us").unwrap()
}

/// The head of a file in one line, as it was before it was wrapped.
fn head(text: &str) -> String {
    let head = text.lines().take_while(|line| line.starts_with('#'));
    head.map(|line| line.trim_start_matches('#').trim()).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn states(created: &NewScenario, expected: &[&str]) {
    let head = head(&created.text);
    for expected in expected {
        assert!(head.contains(expected) || created.text.contains(expected), "{expected}\n{}", created.text);
    }
}

/// Llama 2 70B has a published rate on H100: 61,101.3 tokens/s written by 16 of them, with weights in fp8 and requests of 222.33 and
/// 294.45 tokens: 61,101.3 / 16 × 516.78 / 294.45 = 6,702.31 read and written.
///
/// Memory: 68,451,041,280 weights in 8 bits and 525,606,912 in 16 are 69.50 GB. A token caches 2 × 8 × 128 × 80 × 2 bytes, 1,300 of
/// them 425,984,000. Of the 72 GB that each of four may use, weights take 17,377,542,144 and activations 1,946,157,056; the rest
/// holds 494 sequences of 106,496,000 bytes: (72 − 17.38 − 1.946) / 0.1065 = 494.6. One, two and eight hold 1, 165 and 1,152.
///
/// Load: 40,000,000 / 2,628,000 = 15.22 requests a second. The 168 hours of `business_hours` add up to 60.57 peaks, 36.05 %, so the
/// peak with headroom is 50.66, and 9.83 accelerators, 2.457 replicas of four, do 50.66 × 1,300 tokens. With (2 + 300 × 0.2) / 2 = 31 s,
/// 1,570.47 requests are in progress: 1,571 replicas of one, 10 of two (20), 4 of four (16) or 2 of eight (16).
///
/// Range: the published results, 6,702.31 and 6,706.23, are within 80 % and 125 % of the rate, 5,361.8 and 8,377.9.
#[test]
fn a_published_rate_is_taken_with_its_weights_and_source() {
    let created = begun(&service("llama-2-70b"), "H100 SXM", us());
    states(
        &created,
        &[
            "Weights in fp8, as in the published result, take 69.5 GB; the KV cache of a request of 1_300 tokens in fp16 takes 0.426 GB.",
            "Each accelerator of a replica of 4 × H100-80GB-SXM5 may use 72 GB (90% of 80 GB): 17.38 GB of weights, 1.946 GB for \
             activations (8_192 tokens of a pass, an assumption), and 0.1065 GB for each of 494 requests.",
            "15.22 requests a second on average; at the peak, with headroom, 15.22 / 36.05% × 1.2 = 50.66 a second.",
            "50.66 × 31 s = 1_570.5, so 1_571 requests.",
            "6_702.31 tokens/s read and written, published. 16 × H100-80GB-SXM5 wrote 61_101.3 tokens/s, weights in fp8",
            "50.66 × 1_300 tokens / (4 × 6_702.31 tokens/s) = 2.457, so 3 by rate; 1_571 / 494 = 3.18, so 4 by memory; the larger of \
             the two, in whole replicas: 4 × 4 = 16 × H100-80GB-SXM5, in 2 servers of 8.",
            "tokens.reference.tokens_per_second: { low: 5_360, high: 8_380 }\n",
            "          tokens_per_second: 6_702.31\n",
            "          at: { input: 222.33, output: 294.45 }\n          latency: \"TTFT p99 2 s, TPOT p99 200 ms\"\n          grade: published\n",
            "      replica_accelerators: 4 ",
            "      requires: { accelerators_per_instance: 4 } ",
            "    nodes: 2\n",
            "    from: \"derived from MLPerf™ Inference v5.1 Closed llama2-70b-99.9 Server, result 5.1-0015, Cisco\"\n    date: 2025-09-09\n",
        ],
    );
}

/// No rate of Llama 3.1 8B is published, because the tokens that its requests write are unknown; the nearest model with results is
/// Mixtral 8x7B. Eight H200s wrote 59,992.8 tokens/s with weights in fp8: 59,992.8 / 8 × 572.23 / 144.84 = 29,627.2 each. Of Mixtral
/// 12,748,353,536 parameters are active, of Llama 7,504,924,672, in 16 bits instead of 8: 29,627.2 × 1.6987 / 2 = 25,163, about 25,000.
///
/// Memory: 8,030,261,248 weights are 16.06 GB; a token caches 2 × 8 × 128 × 32 × 2 bytes, 1,300 of them 170,393,600. An H200 may use
/// 126.9 GB; without weights and 973,078,528 bytes of activations it holds 644 sequences. Load as for Llama 2 70B: 50.66 × 1,300 /
/// 25,000 = 2.63 accelerators, 1,571 / 644 = 2.44 replicas.
#[test]
fn a_guess_names_both_models_and_every_factor() {
    let created = begun(&service("llama-3.1-8b"), "", us());
    states(
        &created,
        &[
            "25_000 tokens/s read and written, a guess from mixtral-8x7b, the nearest model with results. 8 × H200-141GB-SXM5 wrote \
             59_992.8 tokens/s",
            "= 29_627.2; then × 12.7 / 7.5 billion active parameters × 8 / 16 bits of a weight.",
            "Published results of llama-3.1-8b itself state no tokens per request",
            "for each of 644 requests.",
            "/ (1 × 25_000 tokens/s) = 2.634, so 3 by rate; 1_571 / 644 = 2.439, so 3 by memory; the larger of the two, in whole \
             replicas: 3 × 1 = 3 × H200-141GB-SXM5, in 1 server of 8.",
            "          tokens_per_second: 25_000     # guess: measure it with your model and your requests\n",
            "          grade: estimated\n",
            "tokens.reference.tokens_per_second: { low: 12_500, high: 50_000 }\n",
            "    from: \"a guess from MLPerf™ Inference v5.1 Closed mixtral-8x7b Server, result 5.1-0007, ",
            "# - rate-of-other-requests: ",
        ],
    );
}

#[test]
fn weights_targets_and_accelerators_change_the_basis_of_the_rate() {
    // weights in another format than the published result are a guess, and fewer bits gain nothing
    let quantized = Service { weights: Some(NumberFormat::Bf16), ..service("llama-2-70b") };
    states(
        &begun(&quantized, "H100 SXM", us()),
        &["a guess from its own results. ", "; then × 8 / 16 bits of a weight."],
    );
    let quantized = Service { weights: Some(NumberFormat::Int4), ..service("llama-2-70b") };
    let created = begun(&quantized, "H100 SXM", us());
    states(&created, &["tokens_per_second: 6_700 ", "Weights in int4, as requested, take "]);
    assert!(!created.text.contains("bits of a weight"), "{}", created.text);
    // an A100 has 2,039 of 3,350 GB/s (0.609) and 312 of 989 Tflops (0.315)
    let created = begun(&service("llama-2-70b"), "A100 80GB SXM", us());
    states(&created, &["× 0.315, the lower ratio of memory bandwidth and of compute to H100-80GB-SXM5"]);
    // a batch fills all hours, and has neither a profile, nor headroom, nor a limit: 15.2207 × 31 = 471.84
    let batch = Service { target: BenchmarkScenario::Offline, ..service("llama-2-70b") };
    let created = begun(&batch, "H100 SXM", us());
    states(
        &created,
        &[
            "kind: batch_inference",
            "15.22 requests a second on average; a batch fills all hours.",
            "15.22 × 31 s = 471.8, so 472 requests.",
            "because a batch has none",
        ],
    );
    for key in ["profile:", "headroom:", "replica_accelerators:", "latency:"] {
        assert!(!created.text.contains(&format!("      {key}")), "{key}: {}", created.text);
    }
}

#[test]
fn prices_of_an_api_are_those_of_the_model_or_a_guess_from_the_nearest() {
    // of four prices for 1,000 and 300 tokens: Nebius 0.00025, DeepInfra 0.00052, OVHcloud 0.00087, OCI 0.00094
    let created = begun(&service("llama-3.1-70b"), "", us());
    states(
        &created,
        &[
            "  nebius-api:                           # nebius, meta-llama/Meta-Llama-3.1-70B-Instruct;",
            "      input: 0.13\n      cached_input: 0.13\n      output: 0.4\n",
            "  ovhcloud-api: ",
            "    until_delivery: nebius-api\n    burst_to: nebius-api\n",
        ],
    );
    assert!(!created.text.contains("deepinfra") && !created.text.contains("oci-api"), "{}", created.text);
    // of two prices of DeepInfra the lower one: 0.000032; then Novita 0.000035, Nebius 0.000038, Cerebras and OVHcloud 0.00013,
    // Weights & Biases 0.000286
    let created = begun(&service("llama-3.1-8b"), "", us());
    states(
        &created,
        &[
            "  deepinfra-api:                        # deepinfra, meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo;",
            "  cerebras-api: ",
            "    until_delivery: deepinfra-api\n    burst_to: deepinfra-api\n",
        ],
    );
    // a price of cached input, of the third of four: DeepInfra 0.000072, Fireworks 0.0001425, Groq 0.00014625, AWS 0.00016
    let cached = Service { cached: Decimal::new(5, 1), ..service("gpt-oss-20b") };
    states(&begun(&cached, "", us()), &["      cached_input: 0.0375\n", "        cached: 50% "]);
    // no price is listed
    let created = begun(&service("llama-2-70b"), "", Site::named("germany").unwrap());
    states(
        &created,
        &[
            "      input: 0.13 USD                   # guess: ask a provider for its price of this model\n",
            "a guess, the price of llama-3.1-70b, the nearest model with prices (69.5 and 68.7 billion active parameters): nebius meta-llama/",
        ],
    );
}

/// For a million requests of 1,000 and 300 tokens that wait: `DeepInfra` 88, Novita 125, AWS and Groq 165 in a batch, Nebius and Together
/// 330, Cerebras 575. At once, AWS and Groq ask for 330, and so do Nebius and Together.
#[test]
fn a_batch_has_the_prices_of_a_batch() {
    let created = begun(&Service { target: BenchmarkScenario::Offline, ..service("gpt-oss-120b") }, "", us());
    states(
        &created,
        &[
            "  deepinfra-api:                        # deepinfra, openai/gpt-oss-120b;",
            "  groq-api:                             # groq, openai/gpt-oss-120b; prices in a batch\n",
            "      input: 0.075\n      cached_input: 0.075\n      output: 0.3\n",
        ],
    );
    assert_eq!(created.text.matches("prices in a batch").count(), 1, "{}", created.text);
    assert!(!begun(&service("gpt-oss-120b"), "", us()).text.contains("prices in a batch"));
}

/// For 9,000 and 300 tokens: Nebius 9,900, Fireworks 27,900, Together 32,550, Google 49,800. Together has a context of 4,096 tokens,
/// which leaves three. The only price of Mixtral 8x7B is for up to 32,000 tokens.
#[test]
fn an_api_has_room_for_a_request() {
    let long = Service { input: 9_000.into(), ..service("llama-3.1-405b") };
    let created = begun(&long, "", us());
    states(&created, &["  nebius-api: ", "  fireworks-api: "]);
    assert!(!created.text.contains("together"), "{}", created.text);
    let just = Service { input: 31_700.into(), ..service("mixtral-8x7b") };
    states(&begun(&just, "", us()), &["  ovhcloud-api: "]);
    let longer = Service { input: 31_701.into(), ..service("mixtral-8x7b") };
    states(&begun(&longer, "", us()), &["the nearest model with prices for requests of this length ("]);
}

#[test]
fn every_shipped_model_is_compared_at_every_target_and_place() {
    let mut places = Site::all().iter().cycle();
    let amounts = ["30000", "300000", "40000000", "1000000000"].map(|text| Decimal::from_str_exact(text).unwrap());
    let mut amounts = amounts.into_iter().cycle();
    let targets = BenchmarkScenario::ALL;
    for shipped in shipped_models() {
        for target in targets {
            let work = AmountOfWork::Requests(amounts.next().unwrap());
            let service = Service { target, work, ..service(&shipped.name) };
            let place = places.next().unwrap();
            let created = begun(&service, "", place);
            let case = format!("{} {target:?} {} {work:?}", shipped.name, place.name);
            holds(&created, &case);
            for side in ["\nown:\n", "\nrent:\n", "-api:", "on_demand_per_instance_hour: "] {
                assert!(created.text.contains(side), "{case}: {side}: {}", created.text);
            }
        }
    }
}

#[test]
fn every_accelerator_that_is_offered_serves_it() {
    let service = Service { work: AmountOfWork::Millions(20_000.into()), ..service("llama-3.1-8b") };
    let accelerators = service.accelerators();
    assert!(accelerators.len() > 15, "{accelerators:?}");
    for one in accelerators {
        holds(&begun(&service, &one.name, us()), &one.name);
    }
    // DeepSeek V3 needs 673 GB: neither eight H100s nor four PCIe cards hold it
    let large = self::service("deepseek-v3");
    let names: Vec<&str> = large.accelerators().iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["H200-141GB-SXM5", "B200-180GB-SXM6", "B300-288GB-SXM6", "MI300X"]);
    let refused = large.sized(accelerator("H100 SXM").unwrap().accelerator, us()).unwrap_err().to_string();
    assert_eq!(
        refused,
        "deepseek-v3 does not fit one server of 8 × H100-80GB-SXM5: its weights in fp8 take 673 GB, and each accelerator has 80 GB; \
         name another accelerator, or smaller weights with --weights"
    );
}

/// The step with the size of a file.
fn size(text: &str) -> String {
    head(text).split("Size: ").nth(1).unwrap().split(". ").next().unwrap().to_owned()
}

fn new(folder: &Path, arguments: &[&str]) -> Ran {
    run(folder, &[&["new"], arguments].concat())
}

#[test]
fn options_are_the_service_and_tokens_are_as_good_as_requests() {
    let folder = tempfile::tempdir().unwrap();
    let plain = ["serve", "--model", "Llama-3.1-70B", "--defaults", "--output", "-"];
    let created = new(folder.path(), &plain);
    assert_eq!((created.status, created.errors.as_str()), (0, ""));
    // what --defaults accepts, said
    let said = "serve --model llama-3.1-70b --requests 1m --input-tokens 1k --output-tokens 300 --cached 0 --target server \
                --accelerator h100-sxm --where us --output -";
    assert_eq!(new(folder.path(), &said.split_whitespace().collect::<Vec<_>>()).output, created.output);
    // a shipped model is proposed, as soon as anything is said about its requests
    assert_eq!(
        new(folder.path(), &["serve", "--requests", "1 M/month", "--defaults", "--output", "-"]).output,
        created.output
    );
    // one million requests of 1,300 tokens
    let tokens = new(folder.path(), &[&plain[..], &["--tokens", "1300M"]].concat());
    assert!(tokens.output.contains("        millions_per_month: 1_300 "), "{}", tokens.output);
    assert_eq!(size(&tokens.output), size(&created.output));
    let [of_requests, of_tokens] = [&created.output, &tokens.output]
        .map(|text| ScenarioText::new(text, &rackrent::FilesInMemory::none()).compare().unwrap().comparison.verdict);
    assert_eq!(of_requests.winner, of_tokens.winner);
    // both decisions begin in the same way, under their own name
    assert!(DECISIONS.iter().all(|decision| service_template(decision).unwrap().name() == *decision));
    let endpoint = new(folder.path(), &["endpoint", "--model", "llama-3.1-70b", "--defaults"]);
    assert_eq!(endpoint.status, 0, "{}", endpoint.errors);
    assert!(endpoint.output.contains("Verdict"), "{}", endpoint.output);
    assert_eq!(fs::read_to_string(folder.path().join("endpoint.yaml")).unwrap(), created.output);
    // without a model, both describe accelerators, as before
    assert!(!new(folder.path(), &["serve", "--defaults", "--output", "-"]).output.contains("tokens"));
}

/// A config of one's own has no results and no price of its own, but that of a shipped model has the same size.
#[test]
fn a_config_is_sized_as_the_shipped_model_of_its_shape() {
    let folder = tempfile::tempdir().unwrap();
    let config = r#"{"model_type": "llama", "torch_dtype": "bfloat16", "hidden_size": 8192, "intermediate_size": 28672,
        "num_hidden_layers": 80, "num_attention_heads": 64, "num_key_value_heads": 8, "vocab_size": 128256,
        "max_position_embeddings": 131072, "tie_word_embeddings": false}"#;
    assert!(Model::read(config).is_ok());
    fs::write(folder.path().join("mine.json"), config).unwrap();
    let mine = new(folder.path(), &["serve", "--model", "mine.json", "--defaults", "--output", "-"]);
    assert_eq!((mine.status, mine.errors.as_str()), (0, ""));
    let shipped = new(folder.path(), &["serve", "--model", "llama-3.1-70b", "--defaults", "--output", "-"]);
    assert_eq!(size(&mine.output), size(&shipped.output));
    assert!(mine.output.contains("serving:                            # mine.json\n"), "{}", mine.output);
    assert!(mine.output.contains("a guess, the price of llama-3.1-70b"), "{}", mine.output);
    fs::write(folder.path().join("bad.json"), r#"{"model_type": "llama"}"#).unwrap();
    let refused = new(folder.path(), &["serve", "--model", "bad.json", "--defaults", "--output", "-"]);
    assert!(refused.status == 2 && refused.errors.contains("bad.json"), "{}", refused.errors);
}

/// A folder can have templates that begin with a model.
#[test]
fn a_template_with_the_placeholder_of_a_model_begins_with_one() {
    let folder = tempfile::tempdir().unwrap();
    let printed = new(folder.path(), &["serve", "--model", "llama-3.1-8b", "--print-template"]);
    assert!(printed.output.contains("<model>"), "{}{}", printed.output, printed.errors);
    fs::create_dir(folder.path().join("ours")).unwrap();
    fs::write(folder.path().join("ours/chat.template.yaml"), &printed.output).unwrap();
    fs::write(folder.path().join("ours/other.template.yaml"), "# Other\nname: <name>\n").unwrap();
    let ours = ["--templates", "ours", "--output", "-", "--defaults"];
    let created = new(folder.path(), &[&["chat"], &ours[..]].concat());
    let shipped = new(folder.path(), &["serve", "--model", "llama-3.1-70b", "--defaults", "--output", "-"]);
    assert_eq!((created.errors.as_str(), created.output), ("", shipped.output));
    let refused = new(folder.path(), &[&["other", "--model", "llama-3.1-8b"], &ours[..]].concat());
    let expected = "error: `other` does not use --model, which applies to `serve` and `endpoint`: omit it\n";
    assert_eq!((refused.status, refused.errors.as_str()), (2, expected));
}

#[test]
fn answers_that_contradict_or_leave_nothing_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (options, expected) in [
        ("--model llama-3.1-70", "no shipped model `llama-3.1-70`; did you mean `llama-3.1-70b`?"),
        ("--model unheard-of", "shipped models: gemma-3-27b, "),
        ("--model no/config.json", "cannot read no/config.json"),
        ("--model llama-3.1-70b --count 8", "--count contradicts --model: accelerators and their utilization follow"),
        ("--target none --utilization 8", "--utilization contradicts --target: "),
        ("--model llama-3.1-70b --price 8", "does not use --price"),
        ("--requests 5k --tokens 5M", "cannot be used with '--tokens <NUMBER>'"),
        ("--requests 0", "which leaves nothing to compare"),
        ("--requests many", "write a number such as 300k, or 20 M tokens a day"),
        ("--tokens 0", "which leaves nothing to compare"),
        ("--output-tokens 0", "a request reads and writes at least one token"),
        ("--input-tokens 200k", "a request of 200,300 tokens is longer than the 131,072 of llama-3.1-70b"),
        ("--cached 101%", "must be from 0% to 100%"),
        ("--target fast", "possible values: interactive, relaxed, none"),
        ("--weights fp9", "possible values: fp32"),
        (
            "--model llama-3.1-70b --accelerator L4",
            "llama-3.1-70b does not fit one server of 4 × L4: its weights in bf16 take 141.1 GB",
        ),
        ("--accelerator tpu-v5e --model llama-3.1-405b", "does not fit one instance of 1 × TPU-v5e"),
        ("--model deepseek-v3 --weights fp32", "does not fit one server of 8 × B300-288GB-SXM6"),
        ("--requests 1_000_000m --output-tokens 10k", "more than a scenario can have"),
    ] {
        let arguments = ["serve", "--defaults"].into_iter().chain(options.split(' ')).collect::<Vec<_>>();
        let ran = new(folder.path(), &arguments);
        assert!(ran.status == 2 && ran.errors.contains(expected), "{options}: {}", ran.errors);
        assert_eq!(ran.output, "", "{options}");
    }
    let ran = new(folder.path(), &["serve", "--model", "llama-3.1-70b"]);
    let expected = "error: there is no terminal to ask on; pass `--requests`, `--input-tokens`, `--output-tokens`, `--cached`, \
                    `--target`, `--accelerator` and `--where`, or accept the proposals with --defaults\n";
    assert_eq!((ran.status, ran.errors.as_str()), (2, expected));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    // large amounts have an answer
    let most = ["serve", "--model", "llama-3.1-8b", "--tokens", "100_000_000M/year", "--defaults", "--output", "-"];
    assert_eq!(new(folder.path(), &most).status, 0);
}
