//! Writes the random scenarios of the property tests to a folder, the same in every run:
//! `cargo test --bench scenarios -- FOLDER COUNT`. Half of them have workloads. `distribution.py` measures them.

#[allow(clippy::unwrap_used, dead_code, unused_imports, reason = "it belongs to the tests")]
#[path = "../tests/generated/mod.rs"]
mod generated;

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let [folder, count] = arguments.as_slice() else {
        // `cargo test` and `cargo bench` run every benchmark
        return Ok(());
    };
    std::fs::create_dir_all(folder)?;
    for (at, scenario) in generated::numbered().enumerate().take(count.parse()?) {
        std::fs::write(Path::new(folder).join(format!("{at:03}.yaml")), scenario)?;
    }
    Ok(())
}
