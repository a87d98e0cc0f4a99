//! Hostile scenarios that are too large for the repository; the test writes each of them before use.

use std::io::{Result, Write};

/// Generated file: its name `CODE--VARIANT`, as for the small files, and the function that writes it.
pub struct Made {
    pub name: &'static str,
    pub write: fn(&mut dyn Write) -> Result<()>,
}

const MIB: usize = 1 << 20;

const HEAD: &str = "\
name: Eight H100s
currency: USD
horizon_months: 36
discount_rate: 9%
demand: { accelerators: 8, utilization: 65% }
";

/// Text after the name of a scenario.
const REST: &str = "\ncurrency: USD\n";

const OWN: &str = "\
own:
  hgx:
    node: { price: 289_000, accelerators: 8, power_kw: 10.2 }
    nodes: 1
    useful_life_months: 60
    pue: 1.3
    electricity_per_kwh: 0.094
";

const RENT: &str = "\
rent:
  aws:
    accelerators_per_instance: 8
    on_demand_per_accelerator_hour: 6.88
";

macro_rules! made {
    ($( $name:literal $write:expr; )*) => {
        pub const MADE: &[Made] = &[$( Made { name: $name, write: $write }, )*];
    };
}

made! {
    // aliases
    "too-complex--billion-laughs" billion_laughs;
    "too-complex--laughs-in-maps" laughs_in_maps;
    "too-complex--merge-bomb" merge_bomb;
    "too-complex--one-alias-a-million-times" |out| {
        write!(out, "{HEAD}{OWN}{RENT}notes: &a x\nsources:\n")?;
        (0..1_000_000).try_for_each(|at| writeln!(out, "  k{at}: *a"))
    };
    "too-complex--large-list-by-alias" |out| {
        write!(out, "base: &a [{}]\nmore: [{}]\n", "1,".repeat(10_000), "*a,".repeat(10_000))
    };
    "too-complex--long-text-by-alias" |out| {
        write!(out, "base: &a {}\nmore: [{}]\n", "x".repeat(MIB), "*a,".repeat(50_000))
    };
    "too-complex--text-by-a-thousand-aliases" |out| {
        write!(out, "base: &a {}\nmore: [{}]\n", "x".repeat(60_000), "*a,".repeat(20_000))
    };
    "too-complex--a-million-anchors" |out| {
        writeln!(out, "{HEAD}{OWN}{RENT}sources:")?;
        (0..700_000).try_for_each(|at| writeln!(out, "  k{at}: &a{at} 1"))
    };
    // depth
    "too-complex--brackets" |out| many(out, "[", 100_000);
    "too-complex--braces" |out| many(out, "{", 100_000);
    "too-complex--closed-brackets" |out| many(out, "[", 100_000).and_then(|()| many(out, "]", 100_000));
    "too-complex--dashes" |out| many(out, "- ", 100_000);
    "too-complex--question-marks" |out| many(out, "? ", 100_000);
    "too-complex--maps-in-lists" |out| many(out, "[{a: ", 100_000);
    "too-complex--indentation" |out| (0..4_000).try_for_each(|depth| writeln!(out, "{}k:", " ".repeat(depth)));
    "too-complex--indented-lists" |out| (0..4_000).try_for_each(|depth| writeln!(out, "{}-", " ".repeat(depth)));
    // size
    "unreadable--too-large" |out| padded(out, 16 * MIB + 1);
    "fine--just-small-enough" |out| padded(out, 16 * MIB);
    "fine--empty-lines" |out| between(out, HEAD, "\n", 15 * MIB, &[OWN, RENT].concat());
    "fine--comments" |out| between(out, HEAD, "# a line of words\n", 800_000, &[OWN, RENT].concat());
    "empty-file--spaces" |out| many(out, " ", 15 * MIB);
    "too-complex--name" |out| between(out, "name: ", "x", 15 * MIB, REST);
    "too-complex--notes" |out| between(out, &whole("notes: |\n"), "  a line of words\n", 700_000, "");
    "too-complex--owner-in-quotes" |out| between(out, &whole("owner: \""), "\\u202e", 1_000_000, "\"");
    "too-complex--number-of-a-million-digits" |out| number(out, "", "7", 1_000_000, "");
    "too-complex--number-of-fifteen-million-digits" |out| number(out, "", "7", 15 * MIB, "");
    "not-a-number--many-digits" |out| number(out, "", "7", 65_000, "");
    "fine--many-zeros" |out| number(out, "289000.", "0", 65_000, "");
    "not-a-number--many-zeros-and-one" |out| number(out, "289000.", "0", 65_000, "1");
    "not-whole--many-zeros" |out| months(out, "36.5", "0", 65_000);
    "out-of-bounds--many-zeros" |out| months(out, "3600.", "0", 65_000);
    "not-a-number--exponent-of-many-digits" |out| number(out, "1e", "9", 65_000, "");
    "not-a-number--many-percent-signs" |out| number(out, "65", "%", 65_000, "");
    "not-a-number--many-commas" |out| number(out, "\"1", ",000", 16_000, "\"");
    "not-a-number--many-underscores" |out| number(out, "1", "_", 65_000, "");
    "not-a-number--many-points" |out| number(out, "1", ".0", 32_000, "");
    "not-a-number--many-signs" |out| number(out, "", "-", 65_000, "1");
    "unknown-currency--long" |out| write!(out, "{}{OWN}{RENT}", HEAD.replace("USD", &"U".repeat(65_000)));
    "unknown-option--long" |out| between(out, &[HEAD, OWN, "    until_delivery: "].concat(), "w", 65_000, &["\n", RENT].concat());
    "unknown-choice--scaling" |out| between(out, &whole("    scaling: "), "w", 65_000, "");
    "invalid-date--long" |out| between(out, "date: ", "2", 65_000, &["\n", HEAD, OWN, RENT].concat());
    "too-complex--key-of-a-mebibyte" |out| between(out, "? ", "k", MIB, &["\n: 1\n", HEAD, OWN, RENT].concat());
    "unknown-key--long" |out| between(out, "", "k", 1_000, &[": 1\n", HEAD, OWN, RENT].concat());
    "invalid-name--long" |out| between(out, &whole("  ? "), "N", 1_000, "\n  : {}\n");
    "invalid-yaml--key-of-a-mebibyte" |out| between(out, "", "k", MIB, &[": 1\n", HEAD, OWN, RENT].concat());
    "unsupported-tag--a-mebibyte" |out| between(out, "x: !", "t", MIB, &[" 1\n", HEAD, OWN, RENT].concat());
    "invalid-yaml--alias-of-a-mebibyte" |out| between(out, "x: *", "t", MIB, &["\n", HEAD, OWN, RENT].concat());
    "invalid-yaml--anchor-of-a-mebibyte" |out| {
        between(out, "x: &", "t", MIB, " [")?;
        many(out, "[", 30)
    };
    "unknown-path--long" |out| between(out, &whole("sources:\n  ? "), "own.", 240, "\n  : { from: nowhere }\n");
    "unknown-rule--long" |out| between(out, &whole("allow: [{ rule: "), "r", 65_000, ", reason: x }]\n");
    "trace-path--long" |out| workload(out, "kind: realtime_inference, trace: ", "../", 21_000);
    "trace-unreadable--long" |out| workload(out, "kind: realtime_inference, trace: ", "a", 65_000);
    // many entries of one kind
    "too-complex--a-million-options" |out| {
        writeln!(out, "{HEAD}{OWN}rent:")?;
        (0..1_000_000).try_for_each(|at| writeln!(out, "  o{at}: {{}}"))
    };
    "missing-choice--a-hundred-thousand-options" |out| {
        writeln!(out, "{HEAD}{OWN}rent:")?;
        (0..100_000).try_for_each(|at| writeln!(out, "  o{at}: {{}}"))
    };
    "too-many--whole-options" |out| {
        writeln!(out, "{HEAD}{OWN}rent:")?;
        let option = "{ accelerators_per_instance: 8, on_demand_per_accelerator_hour: 6.88 }";
        (0..40_000).try_for_each(|at| writeln!(out, "  o{at}: {option}"))
    };
    "too-complex--a-million-lines" |out| {
        writeln!(out, "{HEAD}{OWN}    operating:")?;
        (0..900_000).try_for_each(|at| writeln!(out, "      l{at}: 1"))
    };
    "too-many--lines" |out| {
        writeln!(out, "{HEAD}{OWN}    operating:")?;
        (0..50_000).try_for_each(|at| writeln!(out, "      l{at}: {{ per_month: 1 }}"))?;
        write!(out, "{RENT}")
    };
    "too-many--workloads" |out| {
        writeln!(out, "{}  workloads:", HEAD.replace(" { accelerators: 8, utilization: 65% }", ""))?;
        (0..25_000).try_for_each(|at| {
            writeln!(out, "    w{at}: {{ kind: notebooks, accelerators: 1, utilization: 5% }}")
        })?;
        write!(out, "{RENT}")
    };
    "too-many--commitments" |out| {
        writeln!(out, "{HEAD}{OWN}{RENT}    commitments:")?;
        (0..25_000).try_for_each(|at| writeln!(out, "      c{at}: {{ instances: 0, discount: 5%, term_months: 12 }}"))
    };
    "unknown-key--a-hundred-thousand" |out| {
        (0..100_000).try_for_each(|at| writeln!(out, "currensy_{at}: 1"))?;
        write!(out, "{HEAD}{OWN}{RENT}")
    };
    "unknown-key--digits" |out| {
        (0..100_000).try_for_each(|at| writeln!(out, "{at}:"))?;
        write!(out, "{HEAD}{OWN}{RENT}")
    };
    "not-a-number--a-hundred-thousand-groups" |out| {
        writeln!(out, "{OWN}{RENT}{HEAD}budget: 1")?;
        (0..100_000).try_for_each(|at| writeln!(out, "{at}:"))
    };
    "unknown-key--long-ones" |out| {
        let key = "k".repeat(900);
        (0..15_000).try_for_each(|at| writeln!(out, "{key}{at}: 1"))?;
        write!(out, "{HEAD}{OWN}{RENT}")
    };
    "too-complex--a-million-sources" |out| {
        writeln!(out, "{HEAD}{OWN}{RENT}sources:")?;
        (0..300_000).try_for_each(|at| writeln!(out, "  own.hgx.n{at}: {{ from: x }}"))
    };
    "unknown-path--sources" |out| {
        writeln!(out, "{HEAD}{OWN}{RENT}sources:")?;
        (0..50_000).try_for_each(|at| writeln!(out, "  own.hgx.n{at}: {{ from: x }}"))
    };
    "unknown-path--uncertainty" |out| {
        writeln!(out, "{HEAD}{OWN}{RENT}uncertainty:")?;
        (0..20_000).try_for_each(|at| writeln!(out, "  own.hgx.n{at}: {{ low: 1, high: 2 }}"))
    };
    "unknown-rule--allowances" |out| {
        writeln!(out, "{HEAD}{OWN}{RENT}allow:")?;
        (0..45_000).try_for_each(|at| writeln!(out, "  - {{ rule: no-such-{at}, reason: x }}"))
    };
    "unknown-path--allowances-and-sources" |out| {
        writeln!(out, "{HEAD}{OWN}{RENT}sources:")?;
        (0..2_000).try_for_each(|at| writeln!(out, "  own.hgx.n{at}: {{ from: x }}"))?;
        writeln!(out, "allow:")?;
        (0..40_000).try_for_each(|at| writeln!(out, "  - {{ rule: left-out, reason: x{at} }}"))
    };
    "fine--features" |out| between(out, &[HEAD, OWN, "    features: ["].concat(), "a,", 200_000, &["]\n", RENT].concat());
    "no-workload--fifty-thousand-hybrids" |out| {
        writeln!(out, "{HEAD}{OWN}{RENT}hybrid:")?;
        (0..50_000).try_for_each(|at| writeln!(out, "  h{at}: {{ chat: rent.nobody{at} }}"))
    };
    "profile-length--many-shares" |out| {
        workload(out, "kind: realtime_inference, peak_accelerators: 4, profile: [", "50%,", 200_000)
    };
    "tier-order--many-tiers" |out| {
        let before = whole("    operating: { egress: { transferred_tb_per_month: 1, tiers: [");
        between(out, &before, "{ up_to_tb: 10, per_tb: 90 }, ", 40_000, "] } }\n")
    };
    "not-a-number--many-values" |out| {
        between(out, &[HEAD, OWN, "    market_values: ["].concat(), "x%,", 100_000, &["]\n", RENT].concat())
    };
    "duplicate-key--a-million" |out| between(out, &whole(""), "name: again\n", 1_000_000, "");
    "duplicate-key--on-one-line" |out| between(out, "{ ", "a: 1, ", 1_000_000, "}");
    "several-documents--a-million" |out| between(out, &whole(""), "---\na: 1\n", 1_000_000, "");
    "invalid-yaml--a-million-quotes" |out| many(out, "\"\n", 1_000_000);
    "invalid-yaml--a-million-directives" |out| many(out, "%X y\n", 1_000_000);
    "key-not-text--a-million-colons" |out| many(out, ": ", 1_000_000);
    "control-character--at-the-end" |out| between(out, &whole("#"), "x", 15 * MIB, "\u{1b}");
    "unknown-key--at-the-end-of-a-long-line" |out| between(out, "{ name: ", "x", 65_000, ", nonsense: 1 }");
    "duplicate-key--far-apart" |out| between(out, "name: x\n", "# a line of words\n", 500_000, "name: y\n");
    "unsupported-tag--behind-a-long-comment" |out| {
        between(out, &whole("#"), "x", 15 * MIB, "\nowner: !!binary eA==\n")
    };
    // much work
    "too-many--everything-at-its-limit" |out| at_the_limits(out, [64, 250, 64, 64]);
    "too-many--pairs" |out| at_the_limits(out, [9, 0, 64, 64]);
    "fine--many-lines-of-thirty-years" |out| at_the_limits(out, [4, 250, 4, 4]);
    "fine--many-options" |out| at_the_limits(out, [2, 0, 16, 4]);
}

/// Writes a text many times, in pieces: memory of this process would count as memory of the program.
fn many(out: &mut dyn Write, text: &str, times: usize) -> Result<()> {
    let piece = text.repeat(1_000);
    (0..times / 1_000).try_for_each(|_| out.write_all(piece.as_bytes()))?;
    out.write_all(text.repeat(times % 1_000).as_bytes())
}

fn between(out: &mut dyn Write, before: &str, text: &str, times: usize, after: &str) -> Result<()> {
    out.write_all(before.as_bytes())?;
    many(out, text, times)?;
    out.write_all(after.as_bytes())
}

/// Complete scenario with a text appended.
fn whole(appended: &str) -> String {
    [HEAD, OWN, RENT, appended].concat()
}

/// Writes a scenario with a size in bytes.
fn padded(out: &mut dyn Write, bytes: usize) -> Result<()> {
    let scenario = whole("#");
    between(out, &scenario, "x", bytes - scenario.len(), "")
}

/// Writes a scenario whose server price is a number of many characters.
fn number(out: &mut dyn Write, before: &str, text: &str, times: usize, after: &str) -> Result<()> {
    let (start, end) = OWN.split_once("289_000").expect("the price of a node");
    between(out, &[HEAD, start, before].concat(), text, times, &[after, end, RENT].concat())
}

/// Writes a scenario whose horizon is a number of many characters.
fn months(out: &mut dyn Write, before: &str, text: &str, times: usize) -> Result<()> {
    let (start, end) = HEAD.split_once("36").expect("the horizon");
    between(out, &[start, before].concat(), text, times, &[end, OWN, RENT].concat())
}

fn billion_laughs(out: &mut dyn Write) -> Result<()> {
    writeln!(out, "a0: &a0 lol")?;
    (1..10).try_for_each(|at| writeln!(out, "a{at}: &a{at} [{}]", format!("*a{}, ", at - 1).repeat(10)))
}

fn laughs_in_maps(out: &mut dyn Write) -> Result<()> {
    writeln!(out, "a0: &a0 {{ lol: 1 }}")?;
    let keys = |of: usize| (0..10).map(|key| format!("k{key}: *a{of}")).collect::<Vec<_>>().join(", ");
    (1..10).try_for_each(|at| writeln!(out, "a{at}: &a{at} {{ {} }}", keys(at - 1)))
}

fn merge_bomb(out: &mut dyn Write) -> Result<()> {
    let keys = (0..1_000).map(|key| format!("k{key}: 1")).collect::<Vec<_>>().join(", ");
    writeln!(out, "a0: &a0 {{ {keys} }}")?;
    (1..10).try_for_each(|at| writeln!(out, "a{at}: &a{at} {{ <<: [{}] }}", format!("*a{}, ", at - 1).repeat(10)))
}

/// Writes a scenario with one workload, which ends with many repetitions of a text.
fn workload(out: &mut dyn Write, workload: &str, text: &str, times: usize) -> Result<()> {
    let head = HEAD.replace(" { accelerators: 8, utilization: 65% }", "");
    let closed = if workload.ends_with('[') { "] } }\n" } else { " } }\n" };
    between(out, &format!("{head}  workloads: {{ chat: {{ {workload}"), text, times, &[closed, RENT].concat())
}

/// Writes a scenario of thirty years with numbers of owned options, lines per owned option, rented options and workloads.
fn at_the_limits(out: &mut dyn Write, [owned, lines, rented, workloads]: [usize; 4]) -> Result<()> {
    write!(out, "name: All\ncurrency: USD\nhorizon_months: 360\ndiscount_rate: 9%\ndemand:\n  workloads:\n")?;
    (0..workloads).try_for_each(|at| {
        writeln!(out, "    w{at}: {{ kind: notebooks, accelerators: {}, utilization: 5% }}", at + 1)
    })?;
    writeln!(out, "own:")?;
    for at in 0..owned {
        writeln!(out, "  o{at}:\n    node: {{ price: 289_00{at}, accelerators: 8, power_kw: 10.2 }}")?;
        writeln!(out, "    useful_life_months: 60\n    pue: 1.3\n    electricity_per_kwh: 0.09\n    operating:")?;
        (0..=lines).try_for_each(|line| writeln!(out, "      l{line}: {{ per_month: {line} }}"))?;
    }
    writeln!(out, "rent:")?;
    (0..rented).try_for_each(|at| {
        writeln!(out, "  r{at}: {{ accelerators_per_instance: 8, on_demand_per_accelerator_hour: 6.{at} }}")
    })
}
