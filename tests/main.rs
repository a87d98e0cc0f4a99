//! All tests of the program, except those that measure it as a process (`tests/hostile.rs`): one module per topic, with
//! shared code in [`support`] and random scenarios in [`generated`].
//!
//! `cargo test --test tests TOPIC` runs one topic, `cargo test --test tests TOPIC::NAME` one test. `.ci/regenerate` updates
//! recorded texts, for review.

#![allow(clippy::unwrap_used, reason = "what a test cannot read fails it")]

mod generated;
mod support;

mod agents;
mod api_lists;
mod architecture;
mod backtest;
mod baseline;
mod bounds;
mod browser;
mod cases;
mod cash_plan;
mod catalog;
mod catalog_packs;
mod check;
mod check_formats;
mod cliffs;
mod comments;
mod completions;
mod conformance;
mod contracts;
mod currencies;
mod dates;
mod decision;
mod decision_page;
mod diagnostics;
mod diff;
mod docs;
mod edited;
mod editor;
mod examples;
mod expectations;
mod explanations;
mod extends;
mod figures;
mod financing;
mod fit;
mod fixes;
mod flip;
mod fresh_prices;
mod fuzz;
mod hand;
mod horizons;
mod independent;
mod independent_loads;
mod inputs;
mod instructions;
mod integrations;
mod labels;
mod lanes;
mod lsp;
mod manual;
mod mistakes;
mod models;
mod mutations;
mod named_files;
mod new;
mod outputs;
mod packages;
mod plan;
mod policy;
mod portfolio;
mod price_history;
mod price_lists;
mod properties;
mod proposals;
mod published;
mod pull_requests;
mod rate;
mod readme;
mod replacement;
mod report;
mod reprice;
mod reviews;
mod rules;
mod runner_commands;
mod scan;
mod schema;
mod sentences;
mod serving_benchmarks;
mod shared_files;
mod simulate;
mod skypilot;
mod sound;
mod spark;
mod spreadsheets;
mod streams;
mod sweep;
mod taxes;
mod telemetry_sql;
mod terminal;
mod throughput;
mod timing;
mod timing_outlook;
mod tokens;
mod trace;
mod trace_slices;
mod transcripts;
mod workbook;
mod worked;

#[test]
fn every_file_next_to_this_one_is_a_module_or_a_target() {
    let modules = include_str!("main.rs");
    let targets = include_str!("../Cargo.toml");
    for entry in std::fs::read_dir("tests").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "rs") {
            let name = path.file_stem().unwrap().to_str().unwrap();
            let is_module = modules.contains(&format!("\nmod {name};\n"));
            let is_target = targets.contains(&format!("path = \"tests/{name}.rs\"\n"));
            assert!(is_module || is_target, "{} is not compiled: name it in tests/main.rs", path.display());
        }
    }
}
