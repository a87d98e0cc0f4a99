//! The language server as an editor uses it: over standard input and output, message by message. Expected values are
//! hand-calculated; columns are UTF-16 units.

use crate::support::program::{RACKRENT, run};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;
use tempfile::TempDir;

/// Timeout, longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A client of the server.
struct Editor {
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Messages besides responses.
    set_aside: Vec<Value>,
    request_count: u64,
}

impl Editor {
    /// A client before its first message.
    fn silent() -> Editor {
        let mut command = Command::new(RACKRENT);
        let mut server = command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(server.stdout.take().unwrap());
        let (sender, messages) = mpsc::channel();
        std::thread::spawn(move || {
            loop {
                let mut length = None;
                let mut line = String::new();
                while output.read_line(&mut line).is_ok_and(|read| read > 0) && !line.trim().is_empty() {
                    length = line.trim().strip_prefix("Content-Length: ").and_then(|length| length.parse().ok());
                    line.clear();
                }
                let Some(length) = length else { return };
                let mut bytes = vec![0; length];
                output.read_exact(&mut bytes).unwrap();
                if sender.send(serde_json::from_slice(&bytes).unwrap()).is_err() {
                    return;
                }
            }
        });
        let input = server.stdin.take();
        Editor { server, input, messages, set_aside: Vec::new(), request_count: 0 }
    }

    /// A client in a folder.
    fn within(folder: &Path) -> Editor {
        let mut editor = Editor::silent();
        let printed = editor.ask("initialize", &json!({ "capabilities": {}, "rootUri": address(folder) }));
        assert_eq!(printed["serverInfo"]["name"], "rackrent");
        editor.tell("initialized", &json!({}));
        editor
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    fn tell(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The complete response to a request.
    fn answer(&mut self, method: &str, params: &Value) -> Value {
        self.request_count += 1;
        let id = self.request_count;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.messages.recv_timeout(PATIENCE).unwrap();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.set_aside.push(message);
        }
    }

    /// Result of a request.
    #[track_caller]
    fn ask(&mut self, method: &str, params: &Value) -> Value {
        let answer = self.answer(method, params);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    fn at(&mut self, what: &str, uri: &str, (line, character): (u32, u32)) -> Value {
        let position = json!({ "line": line, "character": character });
        self.ask(&format!("textDocument/{what}"), &json!({ "textDocument": { "uri": uri }, "position": position }))
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", &json!({ "textDocument": document }));
    }

    fn change(&mut self, uri: &str, version: i32, changes: &Value) {
        let document = json!({ "uri": uri, "version": version });
        self.tell("textDocument/didChange", &json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// Findings of a version of a text.
    fn findings(&mut self, uri: &str, version: i32) -> Vec<Value> {
        loop {
            let is_it = |message: &Value| {
                let printed = &message["params"];
                message["method"] == "textDocument/publishDiagnostics"
                    && printed["uri"] == uri
                    && printed["version"] == version
            };
            if let Some(at) = self.set_aside.iter().position(is_it) {
                let message = self.set_aside.remove(at);
                return message["params"]["diagnostics"].as_array().unwrap().clone();
            }
            let message = self.messages.recv_timeout(PATIENCE).unwrap();
            self.set_aside.push(message);
        }
    }

    fn lenses(&mut self, uri: &str) -> Vec<String> {
        let lenses = self.ask("textDocument/codeLens", &json!({ "textDocument": { "uri": uri } }));
        let title = |lens: &Value| {
            assert_eq!(lens["range"]["start"], json!({ "line": 0, "character": 0 }));
            lens["command"]["title"].as_str().unwrap().to_owned()
        };
        lenses.as_array().unwrap().iter().map(title).collect()
    }

    /// Shuts the server down, and returns its exit status.
    fn leave(mut self) -> i32 {
        assert_eq!(self.ask("shutdown", &Value::Null), Value::Null);
        self.tell("exit", &Value::Null);
        self.server.wait().unwrap().code().unwrap()
    }
}

/// URI of a file whose name has spaces and non-ASCII letters.
fn address(path: &Path) -> String {
    let escaped = path.to_str().unwrap().replace('%', "%25").replace(' ', "%20").replace('ö', "%C3%B6");
    format!("file://{escaped}")
}

fn range(start: (u32, u32), end: (u32, u32)) -> Value {
    let position = |(line, character): (u32, u32)| json!({ "line": line, "character": character });
    json!({ "start": position(start), "end": position(end) })
}

/// Codes of findings of a severity: 1 is an error, 2 a warning.
fn codes(findings: &[Value], severity: u32) -> Vec<&str> {
    findings.iter().filter(|one| one["severity"] == severity).map(|one| one["code"].as_str().unwrap()).collect()
}

/// A temporary folder used as a repository.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join(".git")).unwrap();
    folder
}

/// One server for 600 against 100 hours, half of them useful, at 10 each.
const SOUND: &str = "name: One server
currency: USD
horizon_months: 1
hours_per_month: 100
discount_rate: 0%
demand: { unit: { name: \"🚀ö\", per_accelerator_hour: 1 }, accelerators: 1, utilization: 50% }
own:
  lab:
    node: { price: 600, accelerators: 1 }
    nodes: 1
    useful_life_months: 12
    value_at_horizon: none
rent:
  cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 10 }
";

#[test]
fn findings_update_while_a_scenario_is_typed() {
    let folder = folder();
    let uri = address(&folder.path().join("quote.yaml"));
    let mut editor = Editor::within(folder.path());
    editor.open(&uri, &SOUND.replace("accelerators: 1, utilization", "acelerators: 1, utilization"));
    let found = editor.findings(&uri, 1);
    assert_eq!(codes(&found, 1), ["unknown-key"]);
    // the rocket is two units, the letter one
    assert_eq!(found[0]["range"], range((5, 58), (5, 69)));
    assert_eq!(found[0]["message"], "`acelerators` is not a key of `demand`\ndid you mean `accelerators`?");
    assert_eq!(found[0]["source"], "rackrent");
    let page = found[0]["codeDescription"]["href"].as_str().unwrap();
    assert!(page.ends_with("docs/reference/errors.md#unknown-key"), "{page}");
    assert_eq!(editor.lenses(&uri), ["1 error"]);

    // `acc` instead of `ac`
    editor.change(&uri, 2, &json!([{ "range": range((5, 58), (5, 60)), "text": "acc" }]));
    let found = editor.findings(&uri, 2);
    assert_eq!(codes(&found, 1), Vec::<&str>::new());
    assert!(codes(&found, 2).contains(&"unsourced-price"), "{found:?}");
    // 600 - 500 is a sixth of 600
    assert_eq!(editor.lenses(&uri), ["Renting cloud costs USD 100 (17 %) less than owning lab, for the same work."]);

    let printed = editor.at("hover", &uri, (8, 14));
    assert_eq!(printed["range"], range((8, 12), (8, 17)));
    let text = printed["contents"]["value"].as_str().unwrap();
    assert!(
        text.ends_with(
            "Read as 600 USD/node.\n\nCost lines that use it today:\n- own.lab, nodes (purchase): 600.00 USD"
        ),
        "{text}"
    );
    assert_eq!(editor.at("hover", &uri, (99, 0)), Value::Null);

    editor.change(&uri, 3, &json!([{ "range": range((8, 39), (8, 39)), "text": ", po" }]));
    let offered = editor.at("completion", &uri, (8, 43));
    let names: Vec<&str> = offered.as_array().unwrap().iter().map(|one| one["label"].as_str().unwrap()).collect();
    let taxes = ["indirect_tax", "depreciation", "depreciation_months", "first_year_share"];
    assert_eq!(names, [&["discount", "power_kw", "nameplate_kw", "idle_power_kw"][..], &taxes].concat());
    assert_eq!(offered[0]["textEdit"], json!({ "range": range((8, 41), (8, 43)), "newText": "discount: " }));

    editor.tell("textDocument/didClose", &json!({ "textDocument": { "uri": uri } }));
    while !editor.set_aside.iter().any(|message| message["params"]["diagnostics"] == json!([])) {
        let message = editor.messages.recv_timeout(PATIENCE).unwrap();
        editor.set_aside.push(message);
    }
    assert_eq!(editor.leave(), 0);
}

/// A text with edits applied, the last first; the lines of the text are ASCII.
fn edited(text: &str, edits: &[Value]) -> String {
    let byte = |position: &Value| {
        let line = usize::try_from(position["line"].as_u64().unwrap()).unwrap();
        let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        before + usize::try_from(position["character"].as_u64().unwrap()).unwrap()
    };
    let mut text = text.to_owned();
    for edit in edits.iter().rev() {
        let (start, end) = (byte(&edit["range"]["start"]), byte(&edit["range"]["end"]));
        text.replace_range(start..end, edit["newText"].as_str().unwrap());
    }
    text
}

#[test]
fn edits_agree_with_the_fixes_of_check() {
    let folder = folder();
    let path = folder.path().join("quote.yaml");
    let wrong = SOUND
        .replace("name: \"🚀ö\"", "name: run")
        .replace("horizon_months", "Horizon-Months")
        .replace("price: 600", "price: $600")
        .replace("value_at_horizon: none", "value_at_horizon: nones");
    std::fs::write(&path, &wrong).unwrap();
    let uri = address(&path);
    let mut editor = Editor::within(folder.path());
    editor.open(&uri, &wrong);
    let found = editor.findings(&uri, 1);
    assert!(found.len() >= 3, "{found:?}");
    let ask = |editor: &mut Editor, range: Value, only: Value| {
        let context = json!({ "diagnostics": [], "only": only });
        let request_count = json!({ "textDocument": { "uri": uri }, "range": range, "context": context });
        editor.ask("textDocument/codeAction", &request_count).as_array().unwrap().clone()
    };
    let edits = |action: &Value| action["edit"]["changes"][&uri].as_array().unwrap().clone();

    let line = ask(&mut editor, range((2, 0), (2, 14)), json!(["quickfix"]));
    let [one] = line.as_slice() else { panic!("{line:?}") };
    assert_eq!(one["title"], "Replace `Horizon-Months` with `horizon_months`");
    assert_eq!((&one["isPreferred"], &one["diagnostics"][0]["code"]), (&json!(true), &json!("unknown-key")));
    assert_eq!(edits(one), [json!({ "range": range((2, 0), (2, 14)), "newText": "horizon_months" })]);

    let all = ask(&mut editor, range((0, 0), (0, 0)), json!(["source"]));
    let [all] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!(all["kind"], "source.fixAll");
    let mended = edited(&wrong, &edits(all));
    assert_ne!(mended, wrong);
    let ran = run(folder.path(), &["check", "quote.yaml", "--fix"]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), mended, "{}", ran.errors);

    // a fix that may change the meaning says so, and is not preferred
    let guessed = found.iter().find(|one| one["code"] == "unknown-choice").unwrap()["range"].clone();
    let actions = ask(&mut editor, guessed, json!(["quickfix"]));
    let [guess] = actions.as_slice() else { panic!("{actions:?}") };
    assert_eq!(guess["title"], "Replace `nones` with `none` (a guess: may change the meaning)");
    assert_eq!(guess["isPreferred"], json!(false));
    assert_eq!(editor.leave(), 0);
}

#[test]
fn files_next_to_a_scenario_are_used() {
    let repository = folder();
    let folder = repository.path().join("mögliche quotes");
    std::fs::create_dir(&folder).unwrap();
    let load = "demand: { workloads: { chat: { kind: batch_inference, trace: load.csv } } }";
    let demand = SOUND.lines().nth(5).unwrap();
    let text = SOUND.replace(demand, load);
    let uri = address(&folder.join("a quote.yaml"));
    let mut editor = Editor::within(repository.path());
    editor.open(&uri, &text);
    let found = editor.findings(&uri, 1);
    assert_eq!(codes(&found, 1), ["trace-unreadable"]);
    // the name of the file, on the line of the demand
    assert_eq!(found[0]["range"], range((5, 61), (5, 69)));

    std::fs::write(folder.join("load.csv"), "hour,accelerators\n0,1\n").unwrap();
    editor.tell("workspace/didChangeWatchedFiles", &json!({ "changes": [] }));
    let found = editor.findings(&uri, 1);
    assert_eq!(
        (&found[0]["code"], &found[0]["range"]),
        (&json!("trace-format"), &range((5, 61), (5, 69))),
        "{found:?}"
    );
    let line = &found[0]["relatedInformation"][0]["location"];
    assert_eq!(line, &json!({ "uri": address(&folder.join("load.csv")), "range": range((0, 0), (0, 17)) }));

    let plain = SOUND.replace("\"🚀ö\"", "run");
    editor.change(&uri, 2, &json!([{ "text": plain }]));
    assert!(codes(&editor.findings(&uri, 2), 2).contains(&"unsourced-price"));
    std::fs::write(repository.path().join("rackrent.toml"), "[severity]\nunsourced-price = \"off\"\n").unwrap();
    editor.tell("textDocument/didSave", &json!({ "textDocument": { "uri": uri } }));
    assert!(!codes(&editor.findings(&uri, 2), 2).contains(&"unsourced-price"));

    std::fs::write(repository.path().join("rackrent.toml"), "severity = 3\n").unwrap();
    editor.tell("textDocument/didSave", &json!({ "textDocument": { "uri": uri } }));
    let found = editor.findings(&uri, 2);
    let [one] = found.as_slice() else { panic!("{found:?}") };
    assert!(one["message"].as_str().unwrap().contains("rackrent.toml"), "{one}");
    assert_eq!(editor.leave(), 0);
}

#[test]
fn findings_of_a_shared_file_are_reported_with_its_location() {
    let repository = folder();
    let shared = repository.path().join("shared");
    std::fs::create_dir(&shared).unwrap();
    std::fs::create_dir(repository.path().join("teams")).unwrap();
    let prices = shared.join("prices.yaml");
    std::fs::write(&prices, "own:\n  lab:\n    node: { price: -600 }\n").unwrap();
    let text = SOUND.replace("price: 600, ", "") + "extends: ../shared/prices.yaml\n";
    let uri = address(&repository.path().join("teams/search.yaml"));
    let mut editor = Editor::within(repository.path());
    editor.open(&uri, &text);
    let found = editor.findings(&uri, 1);
    assert_eq!(codes(&found, 1), ["out-of-bounds"]);
    assert_eq!(found[0]["range"], range((14, 9), (14, 30)), "what names the file");
    let line = &found[0]["relatedInformation"][0]["location"];
    assert_eq!(line, &json!({ "uri": address(&prices), "range": range((2, 19), (2, 23)) }));
    let request_count =
        json!({ "textDocument": { "uri": uri }, "range": found[0]["range"], "context": { "diagnostics": [] } });
    assert!(editor.ask("textDocument/codeAction", &request_count).as_array().is_none_or(Vec::is_empty));

    // findings of the file known by a baseline are known in the scenario
    let baseline = repository.path().join("rackrent-baseline.toml");
    let known = "version = 1\n[files.\"shared/prices.yaml\"]\nout-of-bounds = [\"own.lab.node.price\"]\n";
    std::fs::write(&baseline, known).unwrap();
    editor.tell("textDocument/didSave", &json!({ "textDocument": { "uri": uri } }));
    assert_eq!(codes(&editor.findings(&uri, 1), 1), Vec::<&str>::new());
    std::fs::remove_file(&baseline).unwrap();

    std::fs::write(&prices, "own:\n  lab:\n    node: { price: 600 }\n").unwrap();
    editor.tell("textDocument/didSave", &json!({ "textDocument": { "uri": uri } }));
    assert_eq!(codes(&editor.findings(&uri, 1), 1), Vec::<&str>::new());

    // alone the file lacks nothing; with an incomplete demand it lacks nothing once a scenario of the repository extends it
    let (shared, text) = (address(&prices), std::fs::read_to_string(&prices).unwrap());
    editor.open(&shared, &text);
    assert_eq!(codes(&editor.findings(&shared, 1), 1), Vec::<&str>::new());
    let text = text + "demand: { accelerators: 1 }\n";
    editor.change(&shared, 2, &json!([{ "text": text }]));
    assert!(codes(&editor.findings(&shared, 2), 1).contains(&"missing-key"));
    std::fs::write(repository.path().join("teams/search.yaml"), SOUND.to_owned() + "extends: ../shared/prices.yaml\n")
        .unwrap();
    editor.change(&shared, 3, &json!([{ "text": text }]));
    assert_eq!(codes(&editor.findings(&shared, 3), 1), Vec::<&str>::new());
    assert_eq!(editor.leave(), 0);
}

#[test]
fn names_from_shared_files_are_offered() {
    let repository = folder();
    let prices = "rent:\n  cloud:\n    accelerators_per_instance: 8\n    on_demand_per_instance_hour: 20\n    commitments: \
                  { year: { instances: 1, per_instance_hour: 9, term_months: 12 } }\n";
    std::fs::write(repository.path().join("prices.yaml"), prices).unwrap();
    let uri = address(&repository.path().join("search.yaml"));
    let text = |burst: &str| {
        format!(
            "name: Search\nextends: prices.yaml\ncurrency: USD\nhorizon_months: 12\ndiscount_rate: 5%\ndemand: {{ accelerators: 8 }}\n\
             own: {{ lab: {{ nodes: 1, burst_to: {burst} }} }}\nrent: {{ spare: {{}} }}\n"
        )
    };
    let mut editor = Editor::within(repository.path());
    let offered = |editor: &mut Editor, version: i32, column: u32| {
        // a check, which identifies the shared file, comes before requests about it
        editor.findings(&uri, version);
        let offered = editor.at("completion", &uri, (6, column));
        let items =
            offered.as_array().cloned().unwrap_or_else(|| offered["items"].as_array().cloned().unwrap_or_default());
        let labels = items.iter().map(|item| item["label"].as_str().unwrap().to_owned());
        labels.collect::<Vec<String>>()
    };
    editor.open(&uri, &text(""));
    let expected = ["spare", "cloud", "wait"].map(str::to_owned).to_vec();
    assert_eq!(offered(&mut editor, 1, 34), expected);
    // while the shared file can't be read, its last content is used
    editor.change(&uri, 2, &json!([{ "text": text("c").replace("prices.yaml", "price.yaml") }]));
    assert!(offered(&mut editor, 2, 35).contains(&"cloud".to_owned()));
    let commitments = "{ option: cloud, commitments: {  } }";
    editor.change(&uri, 3, &json!([{ "text": text(commitments) }]));
    assert_eq!(offered(&mut editor, 3, 34 + 32), ["year"]);
    // a file that is no longer extended adds no names
    editor.change(&uri, 4, &json!([{ "text": text("").replace("extends: prices.yaml\n", "notes: x\n") }]));
    assert_eq!(offered(&mut editor, 4, 34), ["spare", "wait"]);
    assert_eq!(editor.leave(), 0);
}

#[test]
fn only_the_last_of_rapid_changes_is_checked() {
    let folder = folder();
    let uri = address(&folder.path().join("quote.yaml"));
    let mut editor = Editor::within(folder.path());
    editor.open(&uri, SOUND);
    for version in 2..300 {
        let end = if version % 2 == 0 { ": wrong\n" } else { "" };
        editor.change(&uri, version, &json!([{ "text": format!("{SOUND}{end}") }]));
    }
    assert_eq!(codes(&editor.findings(&uri, 299), 1), Vec::<&str>::new());
    let checks = editor.set_aside.iter().filter(|one| one["method"] == "textDocument/publishDiagnostics").count();
    assert!(checks < 100, "{checks} of 298 changes were checked");
    assert_eq!(editor.leave(), 0);
}

#[test]
fn other_files_have_no_findings() {
    let folder = folder();
    let mut editor = Editor::within(folder.path());
    for (name, text) in
        [("compose.yaml", "services: { web: { image: x } }\n"), ("empty.yaml", ""), ("broken.yaml", "a: [")]
    {
        let uri = address(&folder.path().join(name));
        editor.open(&uri, text);
        assert_eq!(editor.findings(&uri, 1), Vec::<Value>::new(), "{name}");
        assert_eq!(editor.lenses(&uri), Vec::<String>::new());
    }
    // a text without a file is still a text
    editor.open("untitled:Untitled-1", SOUND);
    assert!(!editor.findings("untitled:Untitled-1", 1).is_empty());
    assert_eq!(editor.leave(), 0);
}

#[test]
fn invalid_requests_do_not_end_the_server() {
    let folder = folder();
    let mut editor = Editor::silent();
    let code = |answer: &Value| answer["error"]["code"].as_i64().unwrap();
    assert_eq!(code(&editor.answer("textDocument/hover", &json!({}))), -32002);
    editor.ask("initialize", &json!({ "capabilities": {}, "rootUri": address(folder.path()) }));
    assert_eq!(code(&editor.answer("initialize", &json!({ "capabilities": {} }))), -32600);
    assert_eq!(code(&editor.answer("textDocument/rename", &json!({}))), -32601);
    assert_eq!(code(&editor.answer("textDocument/hover", &json!({ "position": 3 }))), -32602);
    assert_eq!(code(&editor.answer("textDocument/codeLens", &Value::Null)), -32602);

    // files that are not open, invalid URIs, and path bytes that are not valid text
    for uri in ["file:///nowhere.yaml", "untitled:x", "file:///%ff%fe.yaml", "urn:x"] {
        assert_eq!(editor.at("hover", uri, (0, 0)), Value::Null);
        assert_eq!(editor.at("completion", uri, (0, 0)), json!([]));
        assert_eq!(editor.ask("textDocument/codeLens", &json!({ "textDocument": { "uri": uri } })), Value::Null);
    }
    editor.change("file:///nowhere.yaml", 2, &json!([{ "text": "" }]));
    editor.open("no address at all", SOUND);
    editor.open("file:///%ff/%fe.yaml", SOUND);
    assert!(!editor.findings("file:///%ff/%fe.yaml", 1).is_empty());
    let far = range((7, 900), (900, 7));
    editor.change(
        "file:///%ff/%fe.yaml",
        2,
        &json!([{ "range": far, "text": "" }, { "range": range((3, 3), (1, 1)), "text": "x" }]),
    );
    editor.findings("file:///%ff/%fe.yaml", 2);

    for garbage in ["Content-Length: 1\r\n\r\n{", "nonsense\r\n", "Content-Length: none\r\n\r\n"] {
        editor.bytes(garbage.as_bytes());
    }
    editor.send(&json!({ "jsonrpc": "2.0", "id": null, "result": 3 }));
    editor.tell("$/unknown", &json!([1, 2]));
    editor.tell("textDocument/didOpen", &json!("nothing"));
    assert_eq!(editor.at("hover", "file:///%ff/%fe.yaml", (0, 1))["contents"]["kind"], "markdown");
    let logged = editor.set_aside.iter().filter(|message| message["method"] == "window/logMessage").count();
    assert_eq!(logged, 6, "{:?}", editor.set_aside);
    assert_eq!(editor.leave(), 0);
}

#[test]
fn a_file_that_is_too_large_is_a_finding() {
    let folder = folder();
    let uri = address(&folder.path().join("huge.yaml"));
    let mut editor = Editor::within(folder.path());
    editor.open(&uri, &format!("{SOUND}notes: {}\n", "x".repeat(17 << 20)));
    let found = editor.findings(&uri, 1);
    assert_eq!(codes(&found, 1), ["unreadable-file"]);
    assert_eq!(editor.at("completion", &uri, (3, 0)), json!([]));
    editor.change(&uri, 2, &json!([{ "text": SOUND }]));
    assert_eq!(codes(&editor.findings(&uri, 2), 1), Vec::<&str>::new());
    assert_eq!(editor.leave(), 0);
}

#[test]
fn the_server_ends_when_the_editor_disconnects() {
    let mut editor = Editor::silent();
    editor.ask("initialize", &json!({ "capabilities": {} }));
    editor.tell("exit", &Value::Null);
    assert_eq!(editor.server.wait().unwrap().code(), Some(1));

    let folder = folder();
    let mut editor = Editor::within(folder.path());
    editor.open(&address(&folder.path().join("quote.yaml")), SOUND);
    drop(editor.input.take());
    assert_eq!(editor.server.wait().unwrap().code(), Some(1));

    // a request that waits for a check gets its response when the text is closed
    let mut editor = Editor::within(folder.path());
    let uri = address(&folder.path().join("quote.yaml"));
    editor.open(&uri, SOUND);
    editor.send(&json!({ "jsonrpc": "2.0", "id": 77, "method": "textDocument/codeLens", "params": { "textDocument": { "uri": uri } } }));
    editor.tell("textDocument/didClose", &json!({ "textDocument": { "uri": uri } }));
    let is_answered = |message: &Value| message["id"] == 77;
    while !editor.set_aside.iter().any(is_answered) {
        let message = editor.messages.recv_timeout(PATIENCE).unwrap();
        editor.set_aside.push(message);
    }
    assert_eq!(editor.leave(), 0);
}
