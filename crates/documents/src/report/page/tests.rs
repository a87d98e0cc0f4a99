//! Tests of a page with all kinds of blocks in every format.

use super::*;
use rust_decimal::Decimal;

fn d(text: &str) -> Decimal {
    text.parse().unwrap()
}

/// A page with all kinds of blocks.
pub(super) fn page() -> Page {
    let part = RowsTitle { title: "usage".to_owned(), prefix: Some("usage".to_owned()) };
    let prices = [Cell::fixed(d("1234.5"), 2), Cell::Absent];
    let won = TableLine::new("on *demand*", [Cell::fixed(d("-7"), 2), Cell::fixed(d("8"), 2)]).marked(Some(1), "wins");
    let total =
        TableLine { weight: Weight::Strong, ..TableLine::new("share", ["0.5", "1"].map(|share| percent(d(share)))) };
    let rows = vec![
        TableRow::Title(part),
        TableRow::Cells(TableLine { remark: Some("today"), ..TableLine::new("rent", prices).below() }),
        TableRow::Cells(won.below()),
        TableRow::Rule,
        TableRow::Cells(total),
    ];
    let table = Table { notes: vec!["Read it twice.".to_owned()], ..Table::new(["own.a", "rent.b"], rows) };
    let axis = Axis {
        points: vec![d("0.5")],
        stretches: vec![
            AxisSegment { name: "rent", stroke: Stroke::Light },
            AxisSegment { name: "own", stroke: Stroke::Heavy },
        ],
        today: Some(d("0.75")),
        known: Decimal::ONE,
        end: "100 %".to_owned(),
    };
    let says = vec![Say::Text("while busy".to_owned()), Say::Axis(axis)];
    let sections = vec![
        Section::answer("Verdict", Meaning::Winner, vec!["Own a.".to_owned()]),
        Section { heading: "Holds", meaning: None, role: SectionRole::Detail, says },
    ];
    let ruler = |name: &str, values: [i64; 2]| Ruler { name: name.to_owned(), values: values.map(Cell::exact).into() };
    let point = |winner, when| MapPoint { winner, lead: Lead::Clear, when, amount: None };
    let map = Map {
        down: ruler("months", [12, 24]),
        across: ruler("price", [1, 2]),
        options: vec!["own.a".to_owned(), "rent.b".to_owned()],
        points: vec![
            vec![point(Some(0), When::Otherwise), point(Some(1), When::Today)],
            vec![point(None, When::Otherwise), point(Some(1), When::Otherwise)],
        ],
        amounts: None,
    };
    let moved = of_prices(vec![price("price, a")]);
    let limit = Limit {
        name: "nodes, a".to_owned(),
        path: "a.nodes".to_owned(),
        beyond: "above 8 (today)".to_owned(),
        says: "own.a is too small; renting wins".to_owned(),
        place: "assumed".to_owned(),
    };
    let limits = MoveGroup { title: "Limits".to_owned(), rows: MoveRows::Limits(vec![limit]) };
    let snippet = |lines: &[&str]| Snippet {
        heading: "Paste",
        language: "yaml",
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        nothing: "nothing: it is rent.b".to_owned(),
    };
    Page {
        name: "A & B".to_owned(),
        labels: Labels::default(),
        conventions: "36 months · USD".to_owned(),
        request: Some("Present value; other inputs as in the base case".to_owned()),
        notes: vec!["platform team".to_owned()],
        read: PageContext::Alone,
        blocks: vec![
            Block::Lead("Each line is one number.".to_owned()),
            Block::Table(table.titled("what it costs")),
            Block::Chart(Chart::Map(map)),
            Block::Moves(Moves { groups: vec![moved, limits], none: "None." }),
            Block::Remarks(vec!["2 numbers reverse nothing".to_owned()]),
            Block::Sections(sections),
            Block::Snippet(snippet(&["own:", "  a: 1"])),
            Block::Snippet(snippet(&[])),
        ],
        margin: 11,
        footer: "rackrent · a.yaml".to_owned(),
        data: Data::new(["option", "amount"], [vec!["=a".into(), Cell::fixed(d("1234.5"), 2)]]),
    }
}

/// A price that would have to change.
fn price(name: &str) -> Move {
    Move {
        name: name.to_owned(),
        path: "a.price".to_owned(),
        today: Cell::fixed(d("10"), 0),
        at: Cell::fixed(d("12"), 0),
        change: "+20 %".into(),
        says: "above it renting wins".to_owned(),
        place: "a.yaml:1:2".to_owned(),
    }
}

fn of_prices(moved: Vec<Move>) -> MoveGroup {
    MoveGroup { title: "Prices".to_owned(), rows: MoveRows::Moves(moved) }
}

fn percent(share: Decimal) -> Cell {
    Cell::Number(share, Notation::Percent(0))
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_name_wider_than_the_terminal_stands_in_several_lines() {
    let moves =
        Moves { groups: vec![of_prices(vec![price("committed price of a contract for four instances")])], none: "" };
    let narrow = Page { name: "A".to_owned(), blocks: vec![Block::Moves(moves)], ..page() };
    let text = written(|out| terminal::write(&narrow, &Canvas::new(40, Colour::Plain), out));
    let expected = "\
Prices
 committed price of a contract for four
 instances
                          10 → 12  +20 %
    above it renting wins · a.price ·
    a.yaml:1:2
";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn a_terminal_has_headings_in_the_margin_and_draws() {
    let canvas = Canvas::new(60, Colour::Plain);
    let expected = "\
A & B              36 months · USD
Present value; other inputs as in the base case
platform team

Each line is one number.

what it costs
                    own.a   rent.b
 usage
   rent  today   1,234.50        —
   on *demand*      −7.00   ▸ 8.00
 ─────────────────────────────────
 share               50 %    100 %
 Read it twice.

 price across, months down

        1  2
   12 │ a [b]
   24 │ ·  b

 a own.a   b rent.b   · no option can be chosen   [ ] today

Prices
 price, a  10 → 12  +20 %
    above it renting wins · a.price · a.yaml:1:2

Limits
 nodes, a  above 8 (today)
    own.a is too small; renting wins · a.nodes · assumed

 2 numbers reverse nothing.

 Verdict   Own a.
 Holds     while busy
           0 % ├────── rent ──────┼━━━━━━━━●━━ own ━━┤ 100 %

 Paste     own:
             a: 1

 Paste     nothing: it is rent.b

 rackrent · a.yaml
";
    assert_eq!(written(|out| terminal::write(&page(), &canvas, out)), expected);
}

#[test]
fn markdown_begins_with_the_answer_and_lists_what_is_drawn() {
    let expected = "\
## A &amp; B

**Own a.**

Each line is one number.

Present value; other inputs as in the base case

36 months · USD

platform team

What it costs

| | own.a | rent.b |
|:---|---:|---:|
| usage: rent, today | 1,234.50 | — |
| usage: on \\*demand\\* | −7.00 | **8.00** |
| **share** | 50 % | 100 % |

Read it twice.

| months down, price across | 1 | 2 |
|---:|:---|:---|
| 12 | own.a | **rent.b** |
| 24 | none | rent.b |

Prices

| input | today | flips at | change | effect | location |
|:---|---:|---:|---:|:---|:---|
| price, a (a.price) | 10 | 12 | +20 % | above it renting wins | a.yaml:1:2 |

Limits

| input | range | effect | location |
|:---|:---|:---|:---|
| nodes, a (a.nodes) | above 8 (today) | own.a is too small; renting wins | assumed |

- 2 numbers reverse nothing

**Holds**

- while busy

**Paste**

~~~yaml
own:
  a: 1
~~~

**Paste**

Nothing: it is rent.b.

rackrent · a.yaml
";
    assert_eq!(written(|out| markdown::write(&page(), out)), expected);
}

#[test]
fn plain_text_says_in_words_what_a_place_means() {
    let canvas = Canvas::new(60, Colour::Ansi);
    let expected = "\
A & B

Own a.

Each line is one number.

Present value; other inputs as in the base case

36 months · USD

platform team

what it costs:
- usage: rent, today: own.a: 1,234.50
- usage: on *demand*: own.a: −7.00; rent.b: 8.00 (wins)
- share: own.a: 50 %; rent.b: 100 %

Read it twice.

months down, price across:
- 12: 1: own.a; 2: rent.b (today)
- 24: 1: none; 2: rent.b

Prices:
- price, a (a.price): today: 10; flips at: 12; change:
  +20 %; effect: above it renting wins; location: a.yaml:1:2

Limits:
- nodes, a (a.nodes): range: above 8 (today); effect: own.a
  is too small; renting wins; location: assumed

- 2 numbers reverse nothing

Holds:
- while busy

Paste:
    own:
      a: 1

Paste:
- nothing: it is rent.b

rackrent · a.yaml
";
    assert_eq!(written(|out| text::write(&page(), &canvas, out)), expected);
}

#[test]
fn beside_what_it_is_about_a_page_has_no_name_and_what_may_be_folded_stands_last() {
    let mut page = page();
    let table = |title: &str, fold| Block::Table(Table { fold, ..Table::new(["a"], Vec::new()).titled(title) });
    let sections = page.blocks.swap_remove(5);
    page.blocks = vec![table("folded", Fold::Folded), table("open", Fold::Open), sections];
    page.read = PageContext::InDiscussion;
    let head = "| | a |\n|:---|---:|";
    let expected =
        format!("**Own a.**\n\n- Holds: while busy\n\nOpen\n\n{head}\n\nFolded\n\n{head}\n\nrackrent · a.yaml\n");
    assert_eq!(written(|out| markdown::write(&page, out)), expected);
}

#[test]
fn columns_that_share_the_room_are_cut_so_that_they_stand_beside_each_other() {
    let long = "x".repeat(100);
    let mut table =
        Table::new(["before", "after", "line"], vec![TableRow::plain("name", [&long, &long, &"7 → 6".to_owned()])]);
    for column in table.columns.iter_mut().take(2) {
        column.room = ColumnWidth::Shared;
    }
    let page = Page { blocks: vec![Block::Table(table)], ..page() };
    let canvas = Canvas::new(60, Colour::Plain);
    let text = written(|out| terminal::write(&page, &canvas, out));
    // 60 cells minus label, last column and gaps leave 41 for the two shared columns
    let cut = format!("{}…", "x".repeat(19));
    assert!(text.contains(&format!("\n name   {cut}   {cut}   7 → 6\n")), "{text}");
}

#[test]
fn csv_has_the_data_alone() {
    assert_eq!(written(|out| csv::write(&page().data, Dialect::Standard, out)), "option,amount\n'=a,1234.50\n");
}

#[test]
fn colour_changes_no_letter() {
    let shown = |colour| written(|out| terminal::write(&page(), &Canvas::new(60, colour), out));
    let coloured = shown(Colour::Ansi);
    for (code, text) in [("32", "▸ 8.00"), ("1m\u{1b}[36", "┼"), ("32", "Verdict"), ("1m\u{1b}[36", "12")] {
        assert!(coloured.contains(&format!("\u{1b}[{code}m{text}\u{1b}[0m")), "{coloured}");
    }
    let mut parts = coloured.split('\u{1b}');
    let first = parts.next().unwrap().to_owned();
    assert_eq!(parts.fold(first, |text, part| text + part.split_once('m').unwrap().1), shown(Colour::Plain));
}

#[test]
fn html_shows_every_kind_of_block_and_takes_no_text_for_an_element() {
    let document = IllustratedPage::of(page());
    let part = html::Part { document, explained: std::collections::BTreeMap::new() };
    let page = written(|out| html::write(&[part], None, out));
    let expected = [
        "<title>A &amp; B</title>",
        "<h1 id=\"part\">A &amp; B</h1>",
        "<p class=\"verdict\">Own a.</p>",
        "<p class=\"lead\">Each line is one number.</p>",
        "What it costs</caption>",
        "<span class=\"unseen\">usage: </span>rent, today</th>",
        "8.00<span class=\"unseen\"> (wins)</span></td>",
        "<p class=\"note\">Read it twice.</p>",
        "months down, price across",
        "own.a is too small; renting wins",
        "<li>2 numbers reverse nothing</li>",
        "<dt>Holds</dt><dd>while busy</dd><dd class=\"axis\"><svg class=\"wide\"",
        "<pre tabindex=\"0\">own:\n  a: 1</pre>",
        "<p>nothing: it is rent.b.</p>",
        "<footer><p>rackrent · a.yaml</p></footer>",
    ];
    for text in expected {
        assert!(page.contains(text), "{text} is not in {page}");
    }
    // without explained figures there is no script
    assert!(page.contains("script-src 'none'") && !page.contains("<script"));
}
