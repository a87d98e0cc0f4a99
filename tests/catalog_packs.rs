//! Catalog packs: a folder in place of the shipped catalog, its errors at their places, and which commands rest on it.

use crate::support::program::{Ran, run};
use crate::support::text_of;
use rackrent::catalog::{CatalogPack, MANIFEST, SHIPPED_FILES, manifest_text, shipped_version};
use rackrent::scenario::Date;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Texts of the shipped catalog, as files of a pack.
fn shipped() -> BTreeMap<String, String> {
    SHIPPED_FILES.into_iter().map(|(file, text)| (file.to_owned(), text.to_owned())).collect()
}

/// Messages for a pack with these files, each with its place; the manifest is that of the files unless one is given.
fn found(files: &BTreeMap<String, String>, manifest: Option<&str>) -> Vec<String> {
    let version = Date::parse("2026-11-28").unwrap();
    let stated = manifest_text(version, files.iter().map(|(file, text)| (file.as_str(), text.as_str())));
    let open = |file: &str| match file {
        MANIFEST => Ok(manifest.unwrap_or(&stated).to_owned()),
        file => files.get(file).cloned().ok_or_else(|| "there is no such file".to_owned()),
    };
    let Err(rejected) = CatalogPack::read("pack", &open) else { return Vec::new() };
    let texts = rejected.iter().flat_map(|one| {
        one.diagnostics.iter().map(|finding| {
            let place = finding.place.map_or_else(|| one.sources.name().to_owned(), |place| one.sources.locate(place));
            format!("{place}: {}; {}", finding.message, finding.label)
        })
    });
    texts.collect()
}

#[test]
fn the_shipped_catalog_is_a_valid_pack() {
    assert_eq!(found(&shipped(), None), Vec::<String>::new());
    assert_eq!(shipped_version().to_string(), "2026-11-27");
    // every file of the catalog is one of a pack
    let folder = fs::read_dir("crates/engine/src/catalog/data").unwrap();
    let names: Vec<String> = folder.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(names.len(), SHIPPED_FILES.len());
    assert!(names.iter().all(|name| shipped().contains_key(name)), "{names:?}");
}

/// A file, what is replaced in it by what, and the error.
const INVALID: &[(&str, &str, &str, &str)] = &[
    (
        "rentals.csv",
        "eu-west-1,V100-16GB,4,32,244,13.22",
        "eu-west-1,V100-16GB,4,32,244,13.2x",
        "pack/rentals.csv:3:45: `on_demand_per_hour` is `13.2x`; write a number",
    ),
    (
        "rentals.csv",
        "eu-west-1,V100-16GB,4,",
        "eu-west-1,V100-16GB,0,",
        "pack/rentals.csv:3:36: `accelerators` is `0`; write a number above 0",
    ),
    (
        "rentals.csv",
        "eu-west-1,V100-16GB,4,32,244,13.22",
        "eu-west-1,V100-16GB,4,32,244,-13.22",
        "pack/rentals.csv:3:45: `on_demand_per_hour` is `-13.22`; write a number from 0",
    ),
    (
        "rentals.csv",
        "eu-west-1,V100-16GB,4,32,244,13.22",
        "eu-west-1,V100-16GB,4,32,244,1000000001",
        "pack/rentals.csv:3:45: `on_demand_per_hour` is `1000000001`; write a number from 0",
    ),
    (
        "rentals.csv",
        "eu-west-1,V100-16GB,4,32,244,",
        "eu-west-1,V100-16GB,4,many,244,",
        "pack/rentals.csv:3:38: `vcpus` is `many`; write a whole number",
    ),
    (
        "rentals.csv",
        "aws,p3.8xlarge,eu-west-1,V100-16GB,4,",
        "aws,p3.8xlarge,eu-west-1,V100-16GB,",
        "pack/rentals.csv:3:1: this row has 15 cells for 16 columns; put text with a comma",
    ),
    (
        "rentals.csv",
        "provider,instance",
        "provider,instances",
        "pack/rentals.csv:1:1: the columns are not those of this file; write provider,instance,region,",
    ),
    (
        "exchange_rates.csv",
        "EUR,1,2026-09-30",
        "EUR,1,yesterday",
        "pack/exchange_rates.csv:2:7: `as_of` is `yesterday`, which is not a date; write a day",
    ),
    (
        "rentals.csv",
        "244,13.22,3.9381,,,2026-06",
        "244,13.22,3.9381,,,2026-99-99",
        "pack/rentals.csv:3:60: `as_of` is `2026-99-99`, which is not a date",
    ),
    // the cell before it also has a choice of words
    (
        "rentals.csv",
        "13.22,3.9381,,,2026-06,estimated,B",
        "13.22,3.9381,,,2026-06,estimated,Z",
        "pack/rentals.csv:3:78: `grade` is `Z`; write A, B or C",
    ),
    (
        "measures.csv",
        "electricity_per_kwh,0.2274",
        "electricity_per_kwh,electricity_per_kwh",
        "pack/measures.csv:2:21: `value` is `electricity_per_kwh`; write a number",
    ),
    ("servers.csv", "DGX A100 320GB,", " ,", "pack/servers.csv:2:1: `name` is blank; write it; it identifies the row"),
    (
        "exchange_rates.csv",
        "EUR,1,",
        "EUR,0,",
        "pack/exchange_rates.csv:2:5: `per_euro` is `0`; write a number above 0",
    ),
    (
        "servers.csv",
        "DGX A100 320GB,A100-40GB-SXM4,",
        "DGX A100 320GB,A101,",
        "pack/servers.csv:2:16: `accelerator` is `A101`; write the name of a row of accelerators.csv",
    ),
    (
        "throughput.csv",
        ",deepseek-r1,offline",
        ",deepseek-r9,offline",
        "`model` is `deepseek-r9`; add this model to throughput_models.csv",
    ),
    (
        "throughput_rounds.csv",
        "5.1,",
        "5.2,",
        "pack/throughput.csv:2:1: `id` is `5.1-0024`; add the round before the `-`",
    ),
    (
        "throughput_models.csv",
        "803.79,3886.23",
        "803.79,0",
        "`output` is `0`; write a number above 0, or leave it blank",
    ),
];

/// Line and column in characters were counted by hand: the third row of rentals is
/// `aws,p3.8xlarge,eu-west-1,V100-16GB,4,32,244,13.22,…`.
#[test]
fn an_error_is_at_its_file_line_and_column() {
    for (file, from, to, expected) in INVALID {
        let mut files = shipped();
        let text = files[*file].replacen(from, to, 1);
        assert_ne!(text, files[*file], "{from}");
        files.insert((*file).to_owned(), text);
        let found = found(&files, None);
        assert!(found.first().is_some_and(|first| first.contains(expected)), "{to}: {found:?}");
    }
    let mut files = shipped();
    files.remove("measures.csv");
    assert!(found(&files, None)[0].contains("lacks the SHA-256 of measures.csv"), "{:?}", found(&files, None));
}

/// A row of each file that is written again, the exchange rate with another value, is at the line after the last.
#[test]
fn a_file_has_one_row_for_an_entry() {
    for (file, text) in SHIPPED_FILES {
        let last = if file == "exchange_rates.csv" { "USD,9.9,2026-11-20,x,A" } else { text.lines().last().unwrap() };
        let before = if file == "exchange_rates.csv" { 3 } else { text.lines().count() };
        let mut files = shipped();
        files.get_mut(file).unwrap().extend([last, "\n"]);
        let line = text.lines().count() + 1;
        let expected = format!(
            "pack/{file}:{line}:1: this row describes the same entry as line {before}; remove one of the two rows"
        );
        assert_eq!(found(&files, None), [expected]);
    }
}

#[test]
fn a_catalog_has_accelerators() {
    let header = |file: &str| shipped()[file].lines().next().unwrap().to_owned() + "\n";
    let files: BTreeMap<String, String> = shipped().into_keys().map(|file| (file.clone(), header(&file))).collect();
    let found = found(&files, None);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("pack/accelerators.csv:1:1: the catalog has no accelerators; add a row"), "{found:?}");
}

/// A spreadsheet writes a byte order mark, quotes and other line ends.
#[test]
fn a_file_of_a_spreadsheet_is_read() {
    let mut files = shipped();
    let text = files["rentals.csv"].replacen("provider,", "\"provider\",", 1).replace('\n', "\r\n");
    files.insert("rentals.csv".to_owned(), format!("\u{feff}{text}"));
    assert_eq!(found(&files, None), Vec::<String>::new());
    files.insert("rentals.csv".to_owned(), format!("\u{feff}{}", text.replacen("244,13.22", "244,x", 1)));
    assert_eq!(found(&files, None), ["pack/rentals.csv:3:45: `on_demand_per_hour` is `x`; write a number"]);
}

#[test]
fn a_manifest_of_another_schema_or_of_other_files_is_refused() {
    let files = shipped();
    let version = Date::parse("2026-11-28").unwrap();
    let valid = manifest_text(version, files.iter().map(|(file, text)| (file.as_str(), text.as_str())));
    let cases = [
        (
            "schema = 1",
            "schema = 2",
            "pack/catalog.toml:2:10: the pack has the schema 2, and this program reads 1; use a rackrent that reads it",
        ),
        ("schema = 1", "schema = \"1\"", "pack/catalog.toml:2:10: `schema` must be a number; write `schema = 1`"),
        ("schema = 1\n", "", "pack/catalog.toml:1:1: the manifest lacks `schema`; write `schema = 1`"),
        ("\"2026-11-28\"", "\"November\"", "pack/catalog.toml:3:11: `version` must be a day in quotes; write the day"),
        ("version =", "versoin =", "`versoin` is not a key of a manifest; did you mean `version`?"),
        ("\"rentals.csv\"", "\"rental.csv\"", "`rental.csv` is not a file of a pack; did you mean `rentals.csv`?"),
        ("[sha256]", "[sha256", "this is not TOML"),
        ("\"rentals.csv\" = \"", "\"rentals.csv\" = \"0", "the SHA-256 of `rentals.csv` must be 64 hexadecimal digits"),
    ];
    for (from, to, expected) in cases {
        let found = found(&files, Some(&valid.replacen(from, to, 1)));
        assert!(found.iter().any(|one| one.contains(expected)), "{to}: {found:?}");
    }
    let mut changed = files.clone();
    changed.insert("rentals.csv".to_owned(), files["rentals.csv"].replacen("13.22", "13.23", 1));
    let found = found(&changed, Some(&valid));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("pack/catalog.toml:")
            && found[0].contains("`rentals.csv` was changed: its SHA-256 is not the one in this manifest")
    );
}

/// A folder with a pack, whose rentals are one offer, and a scenario.
fn folder() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    let ran = run(root.path(), &["catalog", "--export", "prices/ours"]);
    assert_eq!((ran.status, ran.output.as_str()), (0, ""), "{}", ran.errors);
    let path = root.path().join("prices/ours/rentals.csv");
    let header = fs::read_to_string(&path).unwrap().lines().next().unwrap().to_owned();
    let row = "ours,pod,here,H100-80GB-SXM5,8,,,8,,,,2026-11-20,exact,A,our contract,";
    fs::write(&path, format!("{header}\n{row}\n")).unwrap();
    let texts: Vec<(&str, String)> = SHIPPED_FILES
        .iter()
        .map(|(file, _)| (*file, fs::read_to_string(root.path().join("prices/ours").join(file)).unwrap()))
        .collect();
    let version = Date::parse("2026-11-28").unwrap();
    let manifest = manifest_text(version, texts.iter().map(|(file, text)| (*file, text.as_str())));
    fs::write(root.path().join("prices/ours/catalog.toml"), manifest).unwrap();
    fs::create_dir(root.path().join(".git")).unwrap();
    fs::write(root.path().join("a.yaml"), text_of("scenarios/serving-8xh100.yaml")).unwrap();
    root
}

fn manifest_sha256(root: &Path) -> String {
    let text = fs::read_to_string(root.join("prices/ours/catalog.toml")).unwrap();
    rackrent::diagnostic::Sources::new("", text, Vec::new()).sha256()
}

#[track_caller]
fn with(ran: &Ran, status: i32) {
    assert_eq!(ran.status, status, "{}{}", ran.output, ran.errors);
}

/// Formats that name the pack, for each command; docs/guide/catalog.md lists those that don't.
const NAMING: [(&[&str], &[&str]); 12] = [
    (&["catalog", "h100", "--kind", "rentals"], &["table", "json", "markdown", "text"]),
    (&["catalog", "throughput", "llama2-70b"], &["table", "json", "markdown", "text"]),
    (&["scan", "a.yaml", "--throughput", "H100=1"], &["table", "json", "markdown", "text", "html"]),
    (&["compare", "a.yaml"], &["table", "json", "markdown", "text", "html", "svg"]),
    (&["flip", "a.yaml"], &["table", "json", "markdown", "text", "html"]),
    (&["sensitivity", "a.yaml"], &["table", "json", "markdown", "text", "html", "svg"]),
    (&["plan", "a.yaml"], &["table", "json", "markdown", "text", "html", "svg"]),
    (&["rate", "a.yaml"], &["table", "json", "markdown", "text", "html"]),
    (&["report", "a.yaml"], &["table", "json", "markdown", "text", "html"]),
    (&["diff", "a.yaml", "a.yaml"], &["table", "json", "markdown", "text", "html"]),
    (&["explain", "a.yaml", "own.hgx-h100.nodes"], &["json", "markdown"]),
    (&["check", "a.yaml"], &["human", "json", "markdown", "sarif", "junit"]),
];

#[test]
fn every_output_that_rests_on_a_pack_names_it() {
    let root = folder();
    let sha256 = manifest_sha256(root.path());
    let named = format!("prices/ours 2026-11-28, sha256 {}", &sha256[..8]);
    for (command, formats) in NAMING {
        for format in formats {
            let arguments = [command, &["--catalog", "prices/ours", "--format", format]].concat();
            let ran = run(root.path(), &arguments);
            let output = ran.output.split_whitespace().collect::<Vec<_>>().join(" ");
            let is_named = match *format {
                "json" | "sarif" => {
                    let all = ran.report();
                    let catalog =
                        if *format == "json" { &all["catalog"] } else { &all["runs"][0]["properties"]["catalog"] };
                    catalog["name"] == "prices/ours"
                        && catalog["version"] == "2026-11-28"
                        && catalog["sha256"] == sha256
                }
                _ => output.contains(&named),
            };
            assert!(is_named, "{arguments:?}: {output}{}", ran.errors);
        }
        let plain = run(root.path(), &[command, &["--format", formats[0]]].concat());
        assert!(!plain.output.contains("prices/ours"), "{command:?}");
    }
    // the head of a new scenario, whose prices come from it
    with(&run(root.path(), &["catalog", "--export", "prices/all"]), 0);
    for decision in ["serve", "train", "quote", "endpoint", "extend", "edge"] {
        let accelerator = if decision == "edge" { "L40S" } else { "H100 SXM" };
        let new =
            ["new", decision, "--accelerator", accelerator, "--defaults", "--output", "-", "--catalog", "prices/all"];
        let ran = run(root.path(), &new);
        let head = ran.output.lines().take(8).collect::<String>();
        assert!(
            head.contains("Prices come from catalog prices/all 2026-11-27, sha256 "),
            "{}{}",
            ran.output,
            ran.errors
        );
        let ran = run(root.path(), &new[..7]);
        assert!(ran.output.contains("# Prices come from the catalog of rackrent;"), "{}", ran.output);
    }
}

#[test]
fn a_command_uses_the_named_catalog_or_fails() {
    let root = folder();
    // its only offer is that of the pack; without it, the outputs name no catalog
    let ran =
        run(root.path(), &["catalog", "h100", "--kind", "rentals", "--catalog", "prices/ours", "--format", "csv"]);
    assert!(ran.output.lines().count() <= 4 && ran.output.contains("ours"), "{}", ran.output);
    let plain = run(root.path(), &["compare", "a.yaml", "--format", "json"]).report();
    assert!(plain.get("catalog").is_none());
    // a price of 6.88 an hour is far above the only published one, 8 / 8
    let far = run(root.path(), &["check", "a.yaml", "--catalog", "prices/ours", "--format", "json"]).report();
    let codes =
        far["files"][0]["findings"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap().to_owned());
    assert!(codes.clone().any(|code| code == "outside-published"), "{:?}", codes.collect::<Vec<_>>());
    // arguments that name an accelerator are parsed with the pack
    let new = |accelerator: &str, catalog: &str| {
        run(root.path(), &["new", "quote", catalog, "--accelerator", accelerator, "--defaults", "--output", "-"])
    };
    with(&run(root.path(), &["catalog", "--export", "prices/all"]), 0);
    with(&new("H100 SXM", "--catalog=prices/all"), 0);
    with(&new("H900", "--catalog=prices/all"), 2);
    let app = run(root.path(), &["app", "--catalog", "prices/ours"]);
    with(&app, 2);
    assert!(app.errors.contains("the app computes with the shipped catalog"), "{}", app.errors);
    // and a result never overwrites a file of the pack
    let ran = run(
        root.path(),
        &["compare", "a.yaml", "--catalog", "prices/ours", "--output", "json=prices/ours/rentals.csv"],
    );
    with(&ran, 2);
    assert!(ran.errors.contains("is an input of this command"), "{}", ran.errors);
    // an export overwrites nothing
    let ran = run(root.path(), &["catalog", "--export", "prices/ours"]);
    with(&ran, 2);
    assert!(ran.errors.contains("prices/ours/accelerators.csv already exists"), "{}", ran.errors);
    // it is the shipped catalog that is exported
    let ran = run(root.path(), &["catalog", "--export", "prices/other", "--catalog", "prices/ours"]);
    with(&ran, 2);
    assert!(ran.errors.contains("--export writes the shipped catalog; omit --catalog"), "{}", ran.errors);
    with(&run(root.path(), &["catalog", "--catalog", "none"]), 2);
}

/// `--catalog=` and a name that is not UTF-8 is the catalog, or an error, never the shipped catalog; neither is the value of
/// another option a catalog.
#[cfg(unix)]
#[test]
fn the_catalog_of_the_command_line_is_the_parsed_one() {
    use std::os::unix::ffi::OsStrExt as _;
    let root = folder();
    let folder = std::ffi::OsStr::from_bytes(b"prices/nu\xff");
    fs::rename(root.path().join("prices/ours"), root.path().join("prices").join("nu")).unwrap();
    std::os::unix::fs::symlink("nu", root.path().join(folder)).unwrap();
    let program = || {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_rackrent"));
        program.current_dir(root.path());
        program
    };
    let joined = std::ffi::OsString::from_iter([std::ffi::OsStr::new("--catalog="), folder]);
    let ran = program().args(["catalog", "h100"]).arg(joined).output().unwrap();
    let errors = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(ran.status.code() == Some(2) && errors.contains("begin with it: rackrent --catalog DIR"), "{errors}");
    let ran = program().arg("--catalog").arg(folder).args(["catalog", "h100", "--kind", "rentals"]).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(String::from_utf8_lossy(&ran.stdout).contains("ours"));
    let name = ["new", "quote", "--name", "--catalog", "prices/nu", "--output", "-"];
    let ran = run(root.path(), &name);
    with(&ran, 2);
}

#[test]
fn a_catalog_without_offers_is_no_empty_price_list() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("a.yaml"), text_of("scenarios/serving-8xh100.yaml")).unwrap();
    let mut files = shipped();
    let header = files["rentals.csv"].lines().next().unwrap().to_owned() + "\n";
    files.insert("rentals.csv".to_owned(), header);
    fs::create_dir(root.path().join("p")).unwrap();
    let version = Date::parse("2026-11-28").unwrap();
    let manifest = manifest_text(version, files.iter().map(|(file, text)| (file.as_str(), text.as_str())));
    files.insert(MANIFEST.to_owned(), manifest);
    for (file, text) in files {
        fs::write(root.path().join("p").join(file), text).unwrap();
    }
    let scan = run(root.path(), &["scan", "a.yaml", "--throughput", "H100=1", "--catalog", "p"]);
    with(&scan, 2);
    assert!(
        scan.errors.contains("the catalog has no rental offers; add a price list: --offers FILE"),
        "{}",
        scan.errors
    );
    let new =
        run(root.path(), &["new", "quote", "--accelerator", "h100", "--defaults", "--output", "-", "--catalog", "p"]);
    with(&new, 2);
    assert!(new.errors.contains("the catalog has no rental offer for any of its accelerators"), "{}", new.errors);
}

#[test]
fn the_policy_of_a_repository_names_its_catalog() {
    let root = folder();
    let policy = |text: &str| fs::write(root.path().join("rackrent.toml"), text).unwrap();
    policy("catalog = \"prices/ours\"\n");
    let check = || run(root.path(), &["check", "."]);
    let named = format!("catalog prices/ours 2026-11-28, sha256 {}", &manifest_sha256(root.path())[..8]);
    assert!(check().output.contains(&named), "{}{}", check().output, check().errors);
    for arguments in [
        &["scan", "a.yaml", "--throughput", "H100=1"] as &[&str],
        &["catalog", "h100", "--kind", "rentals"],
        &["catalog", "throughput", "llama2-70b"],
    ] {
        let ran = run(root.path(), arguments);
        assert!(
            ran.output.split_whitespace().collect::<Vec<_>>().join(" ").contains(&named),
            "{}{}",
            ran.output,
            ran.errors
        );
    }
    for (text, expected) in [
        ("catalog = \"../elsewhere\"\n", "rackrent.toml:1:11"),
        ("catalog = \"/etc\"\n", "`catalog` must be the path of a folder below this file"),
        ("catalog = 3\n", "write a path such as \"prices/catalog\""),
        ("catalog = \"prices/none\"\n", "cannot read the catalog prices/none: there is no such folder"),
    ] {
        policy(text);
        let ran = check();
        with(&ran, 2);
        assert!(ran.errors.contains(expected), "{text}: {}", ran.errors);
    }
    policy("");
    fs::write(root.path().join("prices/rackrent.toml"), "catalog = \"ours\"\n").unwrap();
    fs::write(root.path().join("prices/b.yaml"), text_of("scenarios/serving-8xh100.yaml")).unwrap();
    let ran = check();
    with(&ran, 2);
    assert!(ran.errors.contains("`catalog` is only valid in the rackrent.toml at the root"), "{}", ran.errors);
    fs::remove_file(root.path().join("prices/rackrent.toml")).unwrap();
    #[cfg(unix)]
    {
        let outside = folder();
        std::os::unix::fs::symlink(outside.path().join("prices/ours"), root.path().join("linked")).unwrap();
        policy("catalog = \"linked\"\n");
        let ran = check();
        with(&ran, 2);
        assert!(ran.errors.contains("leads out of the repository"), "{}", ran.errors);
    }
    // two repositories with different catalogs
    let other = root.path().join("other");
    fs::create_dir_all(other.join(".git")).unwrap();
    fs::write(other.join("c.yaml"), text_of("scenarios/serving-8xh100.yaml")).unwrap();
    policy("catalog = \"prices/ours\"\n");
    let ran = run(root.path(), &["check", "a.yaml", "other/c.yaml"]);
    with(&ran, 2);
    assert!(ran.errors.contains("the policies of these scenarios name different catalogs, or none"), "{}", ran.errors);
    with(&run(root.path(), &["check", "a.yaml", "other/c.yaml", "--catalog", "prices/ours"]), 1);
    // paths of a named policy are below the root of the repository, not below the file
    policy("");
    fs::create_dir(root.path().join("config")).unwrap();
    fs::write(root.path().join("config/rackrent.toml"), "catalog = \"prices/ours\"\n").unwrap();
    let ran = run(root.path(), &["check", "a.yaml", "--config", "config/rackrent.toml"]);
    assert!(ran.output.contains(&named), "{}", ran.output);
}
