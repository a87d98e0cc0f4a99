//! A comparison as a page for decision makers: one self-contained file with the content of the terminal output, in which
//! every text of a scenario stays text. A browser with axe-core tests the rest, if `node`, a Chromium and the packages of
//! `npm ci` in web/ are installed; otherwise the test reports that it is skipped.

use crate::support::ONE_SERVER;
use crate::support::program::{Ran, ended, run};
use rackrent::cli::Folder;
use rackrent::model::{OptionId, OptionKind};
use rackrent::{Canvas, Colour, Compared, Decimal, FilesInMemory, Format, ScenarioText};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Texts that would begin or end an element, an attribute or a comment if they were not escaped.
const HOSTILE: &str = r#"
name: "</title></script><script>alert(1)</script><!-- <img data-hostile src=x onerror=alert(2)>"
owner: "\"><svg onload=alert(3)>"
notes: "<!--<script>]]> & &amp; &#60;b>"
currency: USD
horizon_months: 12
discount_rate: 9%
demand: { accelerators: 8, utilization: 60% }
sources: { own.hgx.node.price: { from: "</template></div><img data-hostile src=y>", date: 2026-01-01 } }
own:
  hgx:
    label: "</script><img data-hostile src=z onerror=alert(4)>"
    node: { price: 298000, accelerators: 8, power_kw: 10.2 }
    nodes: 1
    useful_life_months: 60
    pue: 1.3
    electricity_per_kwh: 0.094
    operating: { staff: { label: "<b>' onclick='alert(5)", per_month: 100 } }
rent:
  neocloud: { label: "<!--", accelerators_per_instance: 8, on_demand_per_instance_hour: 55.04 }
"#;

fn chart_of(text: &str, format: Format) -> std::io::Result<Vec<u8>> {
    let files = FilesInMemory::none();
    let answer = ScenarioText::new(text, &files).compare().unwrap();
    let compared = Compared::of(&answer, rackrent::report::Extent::Whole, None);
    let mut chart = Vec::new();
    format.write(&compared, &Canvas::new(100, Colour::Plain), &mut chart).map(|()| chart)
}

fn page_of(text: &str) -> String {
    let files = FilesInMemory::none();
    let answer = ScenarioText::new(text, &files).compare().unwrap();
    let compared = Compared::of(&answer, rackrent::report::Extent::Whole, None);
    let mut page = Vec::new();
    Format::Html.write(&compared, &Canvas::new(100, Colour::Plain), &mut page).unwrap();
    String::from_utf8(page).unwrap()
}

fn page_of_example(name: &str) -> String {
    let ran = run(Path::new("."), &["compare", &format!("scenarios/{name}.yaml"), "--format", "html"]);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    ran.output
}

/// Every text between two others.
fn between<'t>(text: &'t str, from: &'t str, to: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(from).skip(1).filter_map(move |rest| rest.split(to).next())
}

/// The page without element contents that a browser does not parse as elements.
fn markup(page: &str) -> String {
    let mut markup = page.to_owned();
    for (from, to) in [("<style>", "</style>"), ("<script>", "</script>"), ("<script type", "</script>")] {
        let held: Vec<String> = between(page, from, to).map(str::to_owned).collect();
        for held in held {
            markup = markup.replacen(&format!("{from}{held}{to}"), "", 1);
        }
    }
    markup
}

#[test]
fn texts_of_a_scenario_are_text() {
    let page = page_of(HOSTILE);
    // one script, the scenario and the program
    assert_eq!(page.matches("<script").count(), 3);
    assert_eq!(page.matches("</script>").count(), 3);
    let markup = markup(&page);
    for element in ["<img", "<!--", "<b>'", "<svg onload", " onerror=alert(2)>\n", "</title></script>"] {
        assert!(!markup.contains(element), "{element}");
    }
    // all tags outside texts are the program's, and none has an attribute that runs code
    let tags = between(&markup, "<", ">").filter(|tag| tag.starts_with(|first: char| first.is_ascii_alphabetic()));
    let mut seen = 0;
    for tag in tags {
        assert!(!tag.contains(" on") || !tag.contains("=alert"), "<{tag}>");
        assert!(!tag.contains(" style=") && !tag.contains("javascript:"), "<{tag}>");
        seen += 1;
    }
    assert!(seen > 300, "{seen} tags");
    assert!(page.contains("&lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert(1)"));
    // the scenario round-trips unchanged
    let scenario = between(&page, "id=\"scenario\">", "</script>").next().unwrap();
    let scenario: Value = serde_json::from_str(scenario).unwrap();
    assert_eq!(scenario["text"], HOSTILE);
}

#[test]
fn a_page_loads_nothing_and_its_policy_allows_its_own_style_and_script() {
    let page = page_of_example("serving-8xh100");
    // links to sections of the page load nothing
    let markup = markup(&page).replace(" href=\"#", "");
    for loads in [" src=", " href=", "url(", "@import", "http-equiv=\"refresh\""] {
        assert!(!markup.contains(loads), "{loads}");
    }
    let policy = between(&page, "Content-Security-Policy\" content=\"", "\"").next().unwrap();
    assert!(policy.starts_with("default-src 'none'; "), "{policy}");
    let fingerprint = |text: &str| -> Vec<u8> { Sha256::digest(text.as_bytes()).to_vec() };
    for (of, from, to) in [("style-src", "<style>", "</style>"), ("script-src", "<script>", "</script>")] {
        let text = between(&page, from, to).next().unwrap();
        let printed = between(policy, &format!("{of} 'sha256-"), "'").next().map(from_base64).unwrap();
        assert_eq!(printed, fingerprint(text), "{of}");
    }
}

/// Bytes of a base 64 text.
fn from_base64(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let bits: Vec<u8> = text.bytes().filter(|letter| *letter != b'=').map(value).collect();
    let byte = |at: usize| {
        let (first, shift) = (at * 8 / 6, at * 8 % 6);
        let pair = u16::from(bits[first]) << 6 | bits.get(first + 1).copied().map_or(0, u16::from);
        u8::try_from(pair >> (4 - shift) & 0xff).unwrap()
    };
    (0..bits.len() * 6 / 8).map(byte).collect()
}

#[test]
fn every_reference_has_exactly_one_target() {
    let page = markup(&page_of_example("department"));
    let ids: Vec<&str> = between(&page, " id=\"", "\"").collect();
    let known: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), known.len(), "every identity is given once");
    for attribute in [" aria-labelledby=\"", " popovertarget=\"", " aria-describedby=\""] {
        for id in between(&page, attribute, "\"") {
            assert!(known.contains(id), "{attribute}{id}");
        }
    }
    // formulas and inputs shared by figures occur once, and all referenced ones exist
    let shared = between(&page, "<template class=\"shared\">", "</template>").next().unwrap();
    let is_input = |item: &&str| item.contains("<small>");
    let inputs: Vec<&str> = between(shared, "<li>", "</li>").filter(is_input).collect();
    assert_eq!(inputs.len(), inputs.iter().collect::<BTreeSet<_>>().len(), "an input is described once");
    let shared = shared.matches("<li><b>").count() + inputs.len();
    let named =
        between(&page, "data-shared=\"", "\"").flat_map(|steps| steps.split(' ').filter(|step| !step.is_empty()));
    let named: BTreeSet<usize> = named.map(|step| step.parse().unwrap()).collect();
    assert_eq!(named, (0..shared).collect());
}

#[test]
fn every_chart_has_its_finding_and_its_figures() {
    for name in ["department", "serving-8xh100", "doubted-utilization"] {
        let page = page_of_example(name);
        let figures: Vec<&str> = between(&page, "<figure id=", "</figure>").collect();
        assert!(figures.len() >= 4, "{name}: {}", figures.len());
        for figure in figures {
            assert!(figure.contains("<figcaption><h3 id="), "{name}: {figure}");
            assert_eq!(figure.matches("<svg ").count(), 2, "{name}: for a window and for a telephone");
            // cases and the spread have their tables in separate chapters
            let is_beside = figure.starts_with("\"spread\"") || figure.starts_with("\"cases\"");
            assert!(figure.contains("<table") || is_beside, "{name}: {figure}");
            assert!(!figure.contains("NaN") && !figure.contains("inf"), "{name}: {figure}");
        }
    }
}

#[test]
fn a_page_has_every_figure_of_the_terminal_tables() {
    let arguments = |format| ["compare", "scenarios/department.yaml", "--format", format];
    let table = run(Path::new("."), &arguments("markdown")).output;
    let page = page_of_example("department").replace("&nbsp;", " ");
    let mut compared = 0;
    let cells = table.lines().filter(|line| line.starts_with('|')).flat_map(|line| line.split('|'));
    for cell in cells.map(|cell| cell.trim().trim_matches('*')) {
        let is_figure = |cell: &str| cell.chars().all(|c| c.is_ascii_digit() || ",.−+ %".contains(c));
        if !cell.is_empty() && is_figure(cell) {
            assert!(page.contains(&format!(">{cell}<")), "{cell}");
            compared += 1;
        }
    }
    assert!(compared > 150, "{compared} figures");
}

#[test]
fn the_largest_pages_are_small_enough_for_mail() {
    for name in ["department", "endpoint-or-own", "training-512xh100"] {
        let bytes = page_of_example(name).len();
        assert!(bytes <= 4_000_000, "{name}: {bytes} bytes");
        let file = format!("scenarios/{name}.yaml");
        let page = run(Path::new("."), &["compare", &file, "--format", "html", "--static"]).output;
        assert!(page.len() <= 1_000_000, "{name}: {} bytes", page.len());
        assert!(!page.contains("id=\"scenario\"") && !page.contains("id=\"engine\""), "{name}: it holds no file");
        assert!(page.contains("script-src 'sha256-") && !page.contains("wasm-unsafe-eval"), "{name}");
    }
}

#[test]
fn several_files_are_one_document_and_a_file_without_answer_writes_none() {
    let folder = tempfile::tempdir().unwrap();
    let written = folder.path().join("both.html");
    let output = written.to_str().unwrap();
    let both = ["compare", "scenarios/serving-8xh100.yaml", "scenarios/edge-fleet.yaml", "--output", output];
    assert_eq!(run(Path::new("."), &both).status, 0);
    let page = markup(&std::fs::read_to_string(&written).unwrap());
    assert_eq!(page.matches("<h1 ").count(), 2);
    let ids: Vec<&str> = between(&page, " id=\"", "\"").collect();
    assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len());
    let none = folder.path().join("none.html");
    let refused = ["compare", "tests/bad/share-above-one.yaml", "--output", none.to_str().unwrap()];
    assert_eq!(run(Path::new("."), &refused).status, 2);
    assert!(!none.exists());
}

#[test]
fn charts_show_hand_calculated_values() {
    // 600 at once, or 10 for each of the 100 hours of a month, half of them useful
    let files = FilesInMemory::none();
    let answer = ScenarioText::new(ONE_SERVER, &files).compare().unwrap();
    let number = |value: i64| Decimal::from(value);
    // with twice the demand there is work at all hours
    let factors = [Decimal::ZERO, Decimal::ONE, Decimal::new(12, 1), Decimal::TWO];
    let costs = answer.cost_by_demand(&factors);
    assert_eq!(costs[0], [600; 4].map(|cost| Some(number(cost))));
    assert_eq!(costs[1], [0, 500, 600, 1000].map(|cost| Some(number(cost))));
    assert_eq!(answer.cash_by_month(), [[600, 600], [0, 500]].map(|paid| paid.map(number)));
    let load = answer.firm_load(&OptionId::own("lab")).unwrap();
    assert_eq!((load.levels.first(), load.owned), (Some(&(Decimal::ONE, Decimal::new(5, 1))), Decimal::ONE));
    assert_eq!(load.committed, None);
}

#[test]
fn the_load_chart_shows_owned_and_committed_capacity() {
    // four accelerators in half of the hours; one server of two plus one committed instance of one; or one instance of one
    let text = "
name: One server
currency: USD
horizon_months: 1
hours_per_month: 100
discount_rate: 0%
demand: { accelerators: 4, utilization: 50% }
own:
  lab:
    node: { price: 600, accelerators: 2 }
    nodes: 1
    useful_life_months: 12
    value_at_horizon: none
    burst_to: { option: cloud, commitments: { month: 1 } }
rent:
  cloud:
    accelerators_per_instance: 1
    on_demand_per_instance_hour: 10
    commitments:
      month: { instances: 1, per_instance_hour: 2, term_months: 1 }
";
    let files = FilesInMemory::none();
    let answer = ScenarioText::new(text, &files).compare().unwrap();
    let half = Decimal::new(5, 1);
    for (option, owned, committed) in [(OptionId::own("lab"), 2, 3), (OptionId::rent("cloud"), 0, 1)] {
        let load = answer.firm_load(&option).unwrap();
        assert_eq!(load.levels.first(), Some(&(Decimal::from(4), half)), "{option}");
        assert_eq!((load.owned, load.committed), (Decimal::from(owned), Some(Decimal::from(committed))), "{option}");
    }
}

#[test]
fn the_load_chart_shows_a_month_with_servers_in_service() {
    // the servers arrive months after the decision, and demand is the same before and after
    let files = Folder::of("scenarios/dollar-quotes-in-europe.yaml");
    let text = std::fs::read_to_string("scenarios/dollar-quotes-in-europe.yaml").unwrap();
    let answer = ScenarioText::new(&text, &files).compare().unwrap();
    let option = answer.comparison.options.iter().find(|option| option.kind == OptionKind::Own).unwrap();
    let nodes = Decimal::from(option.nodes.unwrap());
    let load = answer.firm_load(&option.name).unwrap();
    // of eight accelerators each
    assert_eq!(load.owned, nodes * Decimal::from(8));
}

/// Whether a browser is installed; otherwise prints what is not tested.
fn has_browser(not_tested: &str) -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let has_node = Command::new("node").arg("--version").output().is_ok_and(|ran| ran.status.success());
    let has_browser = std::env::var_os("CHROMIUM").is_some()
        || ["chromium", "chromium-browser", "google-chrome"]
            .iter()
            .any(|name| Path::new("/usr/bin").join(name).exists());
    let has_all = has_node && has_browser && root.join("web/node_modules/axe-core").exists();
    if !has_all {
        // bypasses the test harness, which hides the output of passing tests
        let skipped = format!("skipped: {not_tested}; node, chromium and `npm ci` in web/ are needed\n");
        std::io::stderr().write_all(skipped.as_bytes()).unwrap();
    }
    has_all
}

/// Page of a command, written to a folder.
fn written(folder: &Path, name: &str, arguments: &[&str]) -> PathBuf {
    let file = folder.join(format!("{name}.html"));
    let ran = run(Path::new(env!("CARGO_MANIFEST_DIR")), &[arguments, &["--format", "html"]].concat());
    assert_eq!(ran.status, 0, "{}", ran.errors);
    std::fs::write(&file, ran.output).unwrap();
    file
}

/// Runs a check of `web/tests` in a browser.
fn judged(judge: &str, arguments: &[impl AsRef<OsStr>]) -> Ran {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
    ended(Command::new("node").arg(format!("tests/{judge}")).args(arguments).current_dir(web), "")
}

#[test]
fn a_browser_reports_no_problem() {
    if !has_browser("what a browser and axe-core say of a page") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let hostile = folder.path().join("hostile.html");
    std::fs::write(&hostile, page_of(HOSTILE)).unwrap();
    let commands: [(&str, &[&str]); 7] = [
        ("largest", &["compare", "scenarios/department.yaml"]),
        ("smallest", &["compare", "scenarios/serving-8xh100.yaml"]),
        ("flip", &["flip", "scenarios/serving-8xh100.yaml"]),
        ("plan", &["plan", "scenarios/department.yaml"]),
        ("unsure", &["compare", "scenarios/doubted-utilization.yaml"]),
        ("everything", &["report", "scenarios/doubted-utilization.yaml"]),
        ("several", &["report", "scenarios/serving-8xh100.yaml", "scenarios/edge-fleet.yaml"]),
    ];
    let files = commands.map(|(name, arguments)| written(folder.path(), name, arguments));
    let judged = judged("page.mjs", &[vec![hostile], files.into()].concat());
    assert_eq!((judged.status, judged.output.as_str()), (0, ""), "{}", judged.errors);
}

#[test]
fn an_error_is_shown_above_the_last_result() {
    if !has_browser("what a page shows of a change that is not possible") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let page = written(folder.path(), "page", &["compare", "scenarios/serving-8xh100.yaml"]);
    // one server of 8 accelerators, nothing else
    let arguments = [page.as_os_str(), OsStr::new("demand.accelerators"), OsStr::new("80"), OsStr::new("7")];
    let judged = judged("refused.mjs", &arguments);
    assert_eq!((judged.status, judged.output.as_str()), (0, ""), "{}", judged.errors);
}

#[test]
fn a_panel_shows_where_the_verdict_turns_and_takes_what_people_type() {
    if !has_browser("what the panel of a page does") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let page = |name: &str| written(folder.path(), name, &["compare", &format!("scenarios/{name}.yaml")]);
    // the others have the longest answers of the examples
    let price = OsStr::new("rent.aws-p5.on_demand_per_accelerator_hour");
    let phone = ["department", "training-512xh100", "university"].map(page);
    let panel = page("serving-8xh100");
    let arguments = [panel.as_os_str(), price].into_iter().chain(phone.iter().map(|file| file.as_os_str()));
    let judged = judged("panel.mjs", &arguments.collect::<Vec<_>>());
    assert_eq!((judged.status, judged.output.as_str()), (0, ""), "{}", judged.errors);
}

#[test]
fn scenarios_are_edited_and_saved_in_pages_and_created_in_the_app() {
    if !has_browser("what is edited and saved in a page") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let page = written(folder.path(), "page", &["compare", "scenarios/serving-8xh100.yaml"]);
    let app = folder.path().join("app.html");
    assert_eq!(run(Path::new("."), &["app", "--output", app.to_str().unwrap()]).status, 0);
    assert!(std::fs::metadata(&app).unwrap().len() <= 3_000_000, "it is small enough to be sent");
    let judged = judged("edited.mjs", &[page.as_os_str(), app.as_os_str(), folder.path().as_os_str()]);
    assert_eq!((judged.status, judged.output.as_str()), (0, ""), "{}", judged.errors);
    // the program reads what was saved, with all settings and edits
    let saved = |name: &str| folder.path().join("saved").join(name);
    let yaml = std::fs::read_to_string(saved("serving-8xh100.yaml")).unwrap();
    assert!(yaml.contains("utilization: 12%") && yaml.contains("pue: 1.25"), "{yaml}");
    let json = |file: &Path| run(Path::new("."), &["compare", file.to_str().unwrap(), "--format", "json"]);
    let compared = json(&saved("serving-8xh100.yaml"));
    assert_eq!(compared.status, 0, "{}", compared.errors);
    let again = std::fs::read_to_string(saved("serving-8xh100.html")).unwrap();
    assert!(again.contains("id=\"engine\"") && !again.contains(">(the program)<"), "the page carries the program on");
    let workbook = std::fs::read(saved("serving-8xh100.xlsx")).unwrap();
    assert!(workbook.starts_with(b"PK"), "a workbook is a package");
    let begun = std::fs::read_to_string(saved("train.yaml")).unwrap();
    assert!(begun.contains("H200"), "{begun}");
}

#[test]
fn a_chart_is_a_separate_file_in_which_names_are_text() {
    let chart = String::from_utf8(chart_of(HOSTILE, Format::Svg).unwrap()).unwrap();
    assert!(chart.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "), "{}", &chart[..80]);
    for element in ["<script", "<img", "<!--", "<b>", " onerror=alert(4)>", "<style", " class=", "href", "url("] {
        assert!(!chart.contains(element), "{element}");
    }
    assert!(chart.contains("<title id=\"title\">") && chart.contains("&lt;!--"), "the names are said");
    // text is drawn as outlines: no font is needed
    assert!(!chart.contains("<text") && chart.matches("<path").count() > 20);
    let pixels = chart_of(HOSTILE, Format::Png).unwrap();
    assert!(pixels.starts_with(b"\x89PNG\r\n\x1a\n"));
    let word = |at: usize| u32::from_be_bytes(pixels[at..at + 4].try_into().unwrap());
    // 588 wide with its margins, at three pixels each
    assert!(word(16) == 1764 && word(20) > 900, "{} × {}", word(16), word(20));
}

#[test]
fn letters_without_outlines_are_text_in_svg_and_refused_in_png() {
    let text = HOSTILE.replace("<!--\", accelerators", "日本\", accelerators");
    let chart = String::from_utf8(chart_of(&text, Format::Svg).unwrap()).unwrap();
    assert!(chart.contains("日本</text>"));
    let refused = chart_of(&text, Format::Png).unwrap_err().to_string();
    assert_eq!(refused, "PNG has no glyph for “日”; use SVG");
}

#[test]
fn the_simulated_price_of_a_walk_is_a_chart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let example = "scenarios/market-that-moves.yaml";
    run(Path::new("."), &["simulate", example, "--draws", "100", "--output", file.to_str().unwrap()]);
    let page = std::fs::read_to_string(&file).unwrap();
    assert!(page.contains("Simulated price of "));
    // 90 and 81 % at −10 % a year, times and divided by e^(1.28155 · 24 %) and by e^(1.28155 · 24 % · √2)
    for (after, prices) in [("today", [100; 3]), ("after 12 months", [122, 90, 66]), ("after 24 months", [125, 81, 52])]
    {
        let cells = prices.map(|price| format!("<td class=\"number\">{price}</td>")).concat();
        assert!(page.contains(&format!("{after}</th>{cells}")), "{after}");
    }
}

#[test]
fn each_chart_is_selected_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chart.svg");
    let written = |arguments: &[&str]| {
        let _ = std::fs::remove_file(&file);
        let ran = run(Path::new("."), &[arguments, &["--output", file.to_str().unwrap()]].concat());
        (ran.errors.lines().next().unwrap_or_default().to_owned(), std::fs::read_to_string(&file).unwrap_or_default())
    };
    let example = "scenarios/doubted-utilization.yaml";
    let mut seen = BTreeSet::new();
    for name in ["options", "demand", "cash", "parts", "years", "load", "cases", "spread"] {
        let (errors, chart) = written(&["compare", example, "--chart", name]);
        assert_eq!(errors, "", "{name}");
        assert!(seen.insert(chart), "{name} is a chart of its own");
    }
    assert!(seen.contains(&written(&["compare", example]).1), "the first, where none is asked for");
    let one = ["sweep", example, "--vary", "demand.utilization=20%..80%:10%"];
    for varied in [&one[..], &[&one[..], &["--vary", "discount_rate=5%,9%"]].concat()] {
        let (errors, chart) = written(varied);
        assert!(errors.is_empty() && chart.contains("<title id=\"title\">Winner"), "{errors}");
        assert!(seen.insert(chart), "{varied:?} is a chart of its own");
    }
    let (errors, chart) = written(&["plan", example, "--chart", "demand"]);
    assert_eq!(
        (errors.split(": ").last().unwrap(), chart.as_str()),
        ("this result has no chart `demand`; its charts are load", "")
    );
    let (errors, _) = written(&["flip", example]);
    assert!(errors.ends_with("this result has no chart"), "{errors}");
    let (errors, _) = written(&["compare", example, "scenarios/edge-fleet.yaml"]);
    assert!(errors.ends_with("a chart shows one scenario; give one file"), "{errors}");
    let ran = run(Path::new("."), &["compare", example, "--chart", "cash"]);
    assert!(
        ran.errors.contains("--chart requires the format svg or png, such as --output chart.svg"),
        "{}",
        ran.errors
    );
}
