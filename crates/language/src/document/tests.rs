use super::*;
use crate::diagnostic::Sources;

fn document(text: &str) -> Document {
    Document::parse(text).unwrap_or_else(|found| panic!("{found:?}"))
}

fn text_at<'a>(document: &'a Document, path: &str) -> Option<&'a str> {
    document.text(document.find(path)?)
}

/// Text of a place, with its line and column.
fn written(text: &str, place: Option<Place>) -> (String, u32, u32) {
    let place = place.unwrap();
    let sources = Sources::new("x", text, vec![]);
    (sources.slice(place).unwrap().to_owned(), place.line, place.column)
}

#[test]
fn values_keep_the_spelling_of_their_author() {
    let text = "a: 1.10\nb: 0x10\nc: yes\nd: 1e400\ne: .inf\nf: 017\ng: 289_000\nh: +5\ni: '1.10'\nj: \"a\\tb\"\nk: 65%\nl: 1.0e0\nm: 12e03\n";
    let document = document(text);
    let spelled: Vec<&str> = "abcdefghijklm".chars().map(|key| text_at(&document, &key.to_string()).unwrap()).collect();
    assert_eq!(
        spelled,
        ["1.10", "0x10", "yes", "1e400", ".inf", "017", "289_000", "+5", "1.10", "a\tb", "65%", "1.0e0", "12e03"]
    );
}

#[test]
fn anchors_and_tags_of_yaml_do_not_belong_to_a_value() {
    let document = document("a: &x 1.50\nb: !!str 1.50\nc: !!float 2.50\nd: *x\ne: &y\n  f: 3.50\ng: !!int \"7\"\n");
    for (path, value) in [("a", "1.50"), ("b", "1.50"), ("c", "2.50"), ("d", "1.50"), ("e.f", "3.50"), ("g", "7")] {
        assert_eq!(text_at(&document, path), Some(value), "{path}");
    }
}

#[test]
fn nothing_is_told_from_an_empty_text() {
    let document = document("a:\nb: ~\nc: null\nd: ''\ne: \"null\"\nf: {g: , h: 1}\n");
    for path in ["a", "b", "c", "f.g"] {
        assert_eq!(document.node(document.find(path).unwrap()).content, Content::Nothing, "{path}");
    }
    assert_eq!((text_at(&document, "d"), text_at(&document, "e")), (Some(""), Some("null")));
}

#[test]
fn texts_of_several_lines_are_folded_as_yaml_says() {
    let document =
        document("a: |\n  one\n  65\nb: >-\n  one\n  two\nc: one\n  two\nd: \"one\n  two\"\ne: |\n  65\nf: 1\n");
    for (path, value) in
        [("a", "one\n65\n"), ("b", "one two"), ("c", "one two"), ("d", "one two"), ("e", "65\n"), ("f", "1")]
    {
        assert_eq!(text_at(&document, path), Some(value), "{path}");
    }
}

#[test]
fn places_are_those_of_the_text_with_any_line_ends_and_letters() {
    for (mark, end) in [("", "\n"), ("", "\r\n"), ("\u{feff}", "\n"), ("\u{feff}", "\r\n")] {
        let lines = ["größe: \"東京\" # ü", "b: {c: [1, 22], d: 'x'}", "e:", "  f: 65%", ""];
        let text = format!("{mark}{}", lines.join(end));
        let document = document(&text);
        let place = |path: &str| written(&text, document.place(document.find(path).unwrap()));
        let key_place = |path: &str| written(&text, document.key_place(document.find(path).unwrap()));
        assert_eq!(place("größe"), ("\"東京\"".into(), 1, 8), "{text:?}");
        assert_eq!(key_place("größe"), ("größe".into(), 1, 1), "{text:?}");
        assert_eq!(place("b.c.1"), ("22".into(), 2, 12), "{text:?}");
        assert_eq!(place("b.d"), ("'x'".into(), 2, 20), "{text:?}");
        assert_eq!(place("e"), ("e".into(), 3, 1), "{text:?}");
        assert_eq!(place("e.f"), ("65%".into(), 4, 6), "{text:?}");
    }
}

#[test]
fn what_an_alias_brings_knows_where_it_was_written_and_where_it_is_used() {
    let text = "a: &a\n  x: 1\n  y: {z: 2}\nb: *a\nc:\n  <<: *a\n  x: 3\n";
    let document = document(text);
    let node = |path: &str| document.node(document.find(path).unwrap());
    for path in ["b.x", "b.y.z", "c.y.z"] {
        let value = written(text, node(path).value_place);
        assert_eq!(value.1, if path.ends_with('z') { 3 } else { 2 }, "{path}");
        assert_eq!(written(text, node(path).used_place).0, "*a", "{path}");
    }
    assert_eq!((text_at(&document, "c.x"), node("c.x").used_place, node("a.x").used_place), (Some("3"), None, None));
}

#[test]
fn a_path_leads_to_its_node_and_back() {
    let document =
        document("own: {hgx: {purchases: [{month: 0}, {month: 12}]}}\nsources:\n  own.hgx.node: {from: x}\n");
    for at in document.all() {
        assert_eq!(document.find(&document.path(at)), Some(at));
    }
    assert_eq!(text_at(&document, "own.hgx.purchases.1.month"), Some("12"));
    assert_eq!(text_at(&document, "sources.own.hgx.node.from"), Some("x"));
    for path in ["own.hgx.", ".own", "own..hgx", "own.hg", "own.hgx.purchases.2", "own.hgx.purchases.1.month.x"] {
        assert_eq!(document.find(path), None, "{path}");
    }
}

#[test]
fn setting_replaces_or_adds_one_value() {
    let mut document = document("a: {x: 1, y: {z: 2}}\n");
    let source = SourceId::Setting(0);
    let replaced = document.set("a.x", "7", source).unwrap();
    let added = document.set("a.w", "9%", source).unwrap();
    let instead_of_a_part = document.set("a.y", "wait", source).unwrap();
    assert_eq!(document.set_values(), [replaced, instead_of_a_part, added]);
    assert_eq!(
        (text_at(&document, "a.x"), text_at(&document, "a.w"), text_at(&document, "a.y")),
        (Some("7"), Some("9%"), Some("wait"))
    );
    assert_eq!(document.find("a.y.z"), None);
    assert_eq!(document.place(added), Some(Place { source, start: 4, len: 2, line: 1, column: 5 }));
    assert_eq!(document.key_place(added), Some(Place { source, start: 0, len: 3, line: 1, column: 1 }));
    for path in ["a.x.y", "b.c", "a.v.u", "", "a."] {
        assert_eq!(document.set(path, "1", source).map_err(|d| d.code), Err(DocumentCode::SetPath), "{path}");
    }
}

#[test]
fn setting_what_an_alias_brought_leaves_its_original_alone() {
    let mut document = document("a: &a {x: 1}\nb: *a\nc: {<<: *a}\n");
    document.set("b.x", "2", SourceId::Setting(0)).unwrap();
    document.set("c.x", "3", SourceId::Setting(1)).unwrap();
    let values = ["a.x", "b.x", "c.x"].map(|path| text_at(&document, path).unwrap());
    assert_eq!(values, ["1", "2", "3"]);
}

#[test]
fn hostile_texts_are_refused_fast() {
    let nested = |open: &str, close: &str, n: usize| format!("a: {}{}", open.repeat(n), close.repeat(n));
    let bomb = (0..40).fold("a0: &a0 [x,x]\n".to_owned(), |text, i| {
        let next = i + 1;
        text + &format!("a{next}: &a{next} [*a{i},*a{i},*a{i},*a{i}]\n")
    });
    let merges = (0..40).fold("a0: &a0 {x: 1}\n".to_owned(), |text, i| {
        let next = i + 1;
        text + &format!("a{next}: &a{next} {{<<: [*a{i},*a{i},*a{i}], b: *a{i}, c: *a{i}}}\n")
    });
    let texts = [
        nested("[", "]", 100_000),
        nested("{a: ", "}", 10_000),
        (0..1_000).fold(String::new(), |text, depth| text + &" ".repeat(depth) + "a:\n"),
        "- ".repeat(10_000),
        bomb,
        merges,
        format!("a: [{}]", "1,".repeat(260_000)),
        "a: 1\n".repeat(100_000),
        "? ".repeat(10_000),
        "&a ".repeat(10_000),
        "a: *a\n".repeat(10_000),
        "---\n".repeat(100_000),
        "!x ".repeat(10_000),
        "\"".repeat(100_001),
    ];
    for text in texts {
        let start: String = text.chars().take(40).collect();
        let found = Document::parse(&text).err().unwrap_or_else(|| panic!("{start}"));
        assert!(!found.is_empty() && found.len() <= 100, "{start}: {}", found.len());
    }
}

#[test]
fn any_text_is_read_or_refused_but_never_a_panic() {
    let seed = "name: &a x\nown: {b: *a, <<: {c: 1}}\n- [65%, 'q', \"\\u00e9\"]\n? k\n: |\n  v\n...\n---\n!t é\t#\r\n\u{feff}\0";
    let parts: Vec<char> = seed.chars().collect();
    let mut state = 1_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    for _ in 0..20_000 {
        let text: String = (0..next(40)).map(|_| parts[next(parts.len())]).collect();
        match Document::parse(&text) {
            Ok(document) => assert!(
                document.all().into_iter().all(|at| document.place(at).is_none_or(|p| p.end() <= text.len())),
                "{text:?}"
            ),
            Err(found) => assert!(
                found.iter().all(|d| d.place.is_none_or(|p| text.get(p.start as usize..).is_some())),
                "{text:?} {found:?}"
            ),
        }
    }
}
