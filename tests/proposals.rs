//! A proposal as a vendor writes it, with everything planted in it that has been missed, and the same with what it really takes.

use crate::support::text_of;
use rackrent::check::{Checked, Policy, check};
use rackrent::cli::Folder;
use rackrent::diagnostic::{Severity, Style, render};

/// What is planted in `vendor.yaml`: the path at which it has to be found, by which rule, and words of what is said of it.
const PLANTED: [(&str, &str, &str); 10] = [
    ("own.proposed.node.power_kw", "below-nameplate", "counts 7.1 kW for a server"),
    ("own.proposed.pue", "pue-low", "is 1.08 in Arizona"),
    ("own.proposed.not_applicable.network", "no-network", "between the 32 servers"),
    (
        "own.proposed.operating.staff.fte",
        "staff-unlikely",
        "0.25 full-time equivalents for 32 servers, 128 servers for each",
    ),
    ("own.proposed.capital.nvidia-ai-enterprise.count", "licences-too-few", "counts 2 licences for 256 accelerators"),
    ("own.proposed.operating.ai-enterprise-subscription", "paid-twice", "bought and subscribed to"),
    ("rent.aws-p5.spot.checkpoint_minutes", "spot-without-checkpoints", "32 spot instances of rent.aws-p5 at once"),
    ("own.proposed.nodes", "idle-after-work", "works in 27 % of its hours up to month 60"),
    ("own.proposed.warranty_months", "warranty-ends", "from month 40 on"),
    ("own.proposed", "left-out", "maintenance"),
];

fn checked(name: &str) -> Checked {
    let folder = Folder::of("tests/proposals/scenario.yaml");
    check(name, &text_of(format!("tests/proposals/{name}")), &[], &folder, &Policy::default())
}

fn said(checked: &Checked) -> String {
    render(&checked.findings, &checked.sources, Style::default())
}

#[test]
fn everything_planted_in_a_proposal_is_found_at_its_place() {
    let checked = checked("vendor.yaml");
    for (path, code, words) in PLANTED {
        let is_it = checked.findings.iter().any(|finding| {
            (finding.path.as_str(), finding.code.text()) == (path, code) && finding.message.contains(words)
        });
        assert!(is_it, "{code} at {path}, {words:?}:\n{}", said(&checked));
    }
    // and nothing else is warned of, so that the list is whole
    let warned = checked.findings.iter().filter(|finding| finding.severity <= Severity::Warning);
    let others: Vec<&str> = warned.map(|finding| finding.code.text()).collect();
    assert!(others.iter().all(|code| PLANTED.iter().any(|(_, planted, _)| planted == code)), "{}", said(&checked));
}

#[test]
fn an_honest_variant_gets_no_warning() {
    let checked = checked("honest.yaml");
    let warned = checked.findings.iter().filter(|finding| finding.severity <= Severity::Warning).count();
    assert!(checked.decided.is_some() && warned == 0 && checked.allowed.is_empty(), "{}", said(&checked));
}
