//! A vendor's proposal with planted errors and omissions, each of them missed before, and its corrected version with the
//! full cost.

use crate::support::text_of;
use rackrent::check::{Checked, Policy, check};
use rackrent::cli::Folder;
use rackrent::diagnostic::{Severity, Style, render};

/// Errors planted in `vendor.yaml`: the path, the rule that must find each, and words of its message.
const PLANTED: [(&str, &str, &str); 10] = [
    ("own.proposed.node.power_kw", "below-nameplate", "counts 7.1 kW per server"),
    ("own.proposed.pue", "pue-low", "is 1.08 in Arizona"),
    ("own.proposed.not_applicable.network", "no-network", "between the 32 servers"),
    (
        "own.proposed.operating.staff.fte",
        "staff-unlikely",
        "0.25 full-time equivalents for 32 servers, 128 servers per person",
    ),
    ("own.proposed.capital.nvidia-ai-enterprise.count", "licences-too-few", "has 2 licences for 256 accelerators"),
    ("own.proposed.operating.ai-enterprise-subscription", "paid-twice", "bought and subscribed to"),
    ("rent.aws-p5.spot.checkpoint_minutes", "spot-without-checkpoints", "32 spot instances of rent.aws-p5 at once"),
    ("own.proposed.nodes", "idle-after-work", "is busy in 27 % of its hours until month 60"),
    ("own.proposed.warranty_months", "warranty-ends", "from month 40"),
    ("own.proposed", "left-out", "maintenance"),
];

fn checked(name: &str) -> Checked {
    let folder = Folder::of("tests/proposals/scenario.yaml");
    check(name, &text_of(format!("tests/proposals/{name}")), &[], &folder, &Policy::default())
}

fn printed(checked: &Checked) -> String {
    render(&checked.findings, &checked.sources, Style::default())
}

#[test]
fn every_planted_error_of_a_proposal_is_found_at_its_place() {
    let checked = checked("vendor.yaml");
    for (path, code, words) in PLANTED {
        let is_it = checked.findings.iter().any(|finding| {
            (finding.path.as_str(), finding.code.text()) == (path, code) && finding.message.contains(words)
        });
        assert!(is_it, "{code} at {path}, {words:?}:\n{}", printed(&checked));
    }
    // and there is no other warning, so the list is complete
    let warned = checked.findings.iter().filter(|finding| finding.severity <= Severity::Warning);
    let others: Vec<&str> = warned.map(|finding| finding.code.text()).collect();
    assert!(others.iter().all(|code| PLANTED.iter().any(|(_, planted, _)| planted == code)), "{}", printed(&checked));
}

#[test]
fn the_corrected_proposal_has_no_warning() {
    let checked = checked("honest.yaml");
    let warned = checked.findings.iter().filter(|finding| finding.severity <= Severity::Warning).count();
    assert!(checked.decided.is_some() && warned == 0 && checked.allowed.is_empty(), "{}", printed(&checked));
}
