//! Slices of accelerators (NVIDIA Multi-Instance GPU, MIG). A profile such as `1g.10gb` has the number of compute slices of an
//! instance and its memory.
//!
//! An A100, H100, H200, B200 or B300 has 7 compute slices; an A30 and an RTX PRO 6000 have 4; an RTX PRO 5000 or 4500 has 2, by
//! the tables "Supported GPUs" and "Supported MIG Profiles" of NVIDIA's MIG User Guide. Profiles of accelerators with 4 slices
//! are unique to them (`1g.6gb`, `2g.12gb`, `4g.24gb`; `2g.48gb`, `4g.96gb`), except `1g.24gb`, which an H100 with 96 GB also
//! has.

use super::load::ONE;
use std::collections::BTreeMap;

/// Maximum number of profiles listed in a remark.
const LISTED: usize = 8;
/// Maximum number of profiles that are remembered.
const MOST: usize = 100;

/// Slice of an accelerator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slice {
    /// Profile, such as `1g.10gb`.
    profile: String,
    /// Compute slices of the slice, and of the whole accelerator.
    compute: u32,
    of: u32,
}

impl Slice {
    /// Slice of a profile in a name: `1g.10gb`, `1g.10gb+me`, `a100_1g.5gb`, `nvidia_com_mig_1g_5gb`. The accelerator, if known,
    /// determines the number of slices; otherwise the profile does.
    pub(super) fn named_in(name: &str, accelerator: Option<&str>) -> Option<Slice> {
        let name = name.to_ascii_lowercase();
        let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).collect();
        let number = |word: &str, unit: &str| word.strip_suffix(unit).and_then(|number| number.parse::<u32>().ok());
        let found = words.iter().zip(words.iter().skip(1)).find_map(|(compute, memory)| {
            let compute = number(compute, "g").filter(|compute| (1..=8).contains(compute))?;
            Some((compute, number(memory, "gb").or_else(|| number(memory, "g"))?))
        });
        let (compute, gigabytes) = found?;
        let of = accelerator.and_then(slices_of).or_else(|| slices_of(&name)).unwrap_or(match (compute, gigabytes) {
            (1, 6) | (2, 12 | 48) | (4, 24 | 96) => 4,
            _ => 7,
        });
        (compute <= of).then(|| Slice { profile: format!("{compute}g.{gigabytes}gb"), compute, of })
    }

    /// Level of such slices in accelerators.
    pub(super) fn of_level(&self, level: i64) -> i64 {
        let (compute, of) = (i128::from(self.compute), i128::from(self.of));
        // a share of a level is at most the level
        i64::try_from((i128::from(level) * compute + of / 2).div_euclid(of)).unwrap_or(level)
    }
}

/// Number of compute slices of an accelerator by name; none for an unknown name.
fn slices_of(accelerator: &str) -> Option<u32> {
    let name = accelerator.to_ascii_lowercase();
    let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_named = |name: &[&str]| words.windows(name.len()).any(|found| found == name);
    let of_seven = ["a100", "a100x", "h100", "h20", "h200", "h800", "a800", "gh200", "b200", "gb200", "b300", "gb300"];
    if is_named(&["a30"]) || is_named(&["rtx", "pro", "6000"]) {
        Some(4)
    } else if is_named(&["rtx", "pro", "5000"]) || is_named(&["rtx", "pro", "4500"]) {
        Some(2)
    } else {
        words.iter().any(|word| of_seven.contains(word)).then_some(7)
    }
}

/// Slices that were read, by profile.
#[derive(Debug, Default)]
pub(super) struct Slices(BTreeMap<(String, u32), u32>);

impl Slices {
    pub(super) fn add(&mut self, slice: Slice) {
        if self.0.len() < MOST {
            self.0.insert((slice.profile, slice.of), slice.compute);
        }
    }

    /// Remark on what each slice counts as, if `count` jobs or series had any; `by` is the start of the sentence.
    pub(super) fn remark(&self, by: &str, count: u64) -> Option<String> {
        let listed = self.0.iter().take(LISTED).map(|((profile, of), compute)| format!("{profile} as {compute}/{of}"));
        let mut listed: Vec<String> = listed.collect();
        if self.0.len() > LISTED {
            listed.push("and others".to_owned());
        }
        (count > 0).then(|| {
            format!(
                "{by} slices of accelerators ({count} of them); a slice counts as its share of an accelerator: {}",
                listed.join(", ")
            )
        })
    }
}

const _: () = assert!(ONE % 7 == 0 && ONE % 4 == 0 && ONE % 2 == 0, "shares of an accelerator are exact");

#[cfg(test)]
mod tests {
    use super::*;

    fn share(name: &str, accelerator: Option<&str>) -> Option<(u32, u32)> {
        Slice::named_in(name, accelerator).map(|slice| (slice.compute, slice.of))
    }

    /// The profiles of NVIDIA's MIG User Guide, of one accelerator of each kind.
    #[test]
    fn profiles_are_shares_of_the_accelerator_that_has_them() {
        for of_seven in ["1g.5gb", "1g.5gb+me", "1g.10gb", "2g.10gb", "3g.20gb", "4g.20gb", "7g.40gb"] {
            let compute = of_seven.split('g').next().unwrap().parse().unwrap();
            assert_eq!(share(of_seven, Some("NVIDIA A100-SXM4-40GB")), Some((compute, 7)), "{of_seven}");
        }
        for (profile, compute) in
            [("1g.10gb", 1), ("1g.20gb", 1), ("2g.20gb", 2), ("3g.40gb", 3), ("4g.40gb", 4), ("7g.80gb", 7)]
        {
            assert_eq!(share(profile, None), Some((compute, 7)), "{profile}");
        }
        for (profile, compute) in [("1g.6gb", 1), ("1g.6gb+me", 1), ("2g.12gb", 2), ("4g.24gb", 4)] {
            assert_eq!(
                (share(profile, None), share(profile, Some("NVIDIA A30"))),
                (Some((compute, 4)), Some((compute, 4))),
                "{profile}"
            );
        }
        // one name, three accelerators
        assert_eq!(share("1g.24gb", None), Some((1, 7)));
        assert_eq!(share("1g.24gb", Some("NVIDIA GH200 480GB")), Some((1, 7)));
        assert_eq!(share("1g.24gb", Some("NVIDIA RTX PRO 6000 Blackwell Server Edition")), Some((1, 4)));
        assert_eq!(share("1g.24gb", Some("NVIDIA RTX PRO 5000 Blackwell")), Some((1, 2)));
        assert_eq!((share("2g.48gb", None), share("4g.96gb", None)), (Some((2, 4)), Some((4, 4))));
    }

    #[test]
    fn a_profile_is_found_in_the_names_of_every_tool() {
        for name in [
            "a100_1g.5gb",
            "a100_80gb_pcie_1g.10gb",
            "nvidia_h100_1g.10gb",
            "nvidia_com_mig_1g_5gb",
            "mig-1g.5gb.me",
            "1G.5GB",
            "1g.10g",
        ] {
            assert_eq!(share(name, None), Some((1, 7)), "{name}");
        }
        assert_eq!(share("a30_1g.6gb", None), Some((1, 4)));
        for none in [
            "a100",
            "a100_10g",
            "tesla_40gb",
            "0g.5gb",
            "9g.5gb",
            "g.5gb",
            "1g",
            "1g.",
            "1gx5gb",
            "11g.5gb",
            "",
            "rtx_2080",
        ] {
            assert_eq!(share(none, None), None, "{none}");
        }
    }

    #[test]
    fn seven_slices_are_one_accelerator() {
        let level = |name: &str, count: i64| Slice::named_in(name, None).unwrap().of_level(count * ONE);
        assert_eq!((level("1g.10gb", 7), level("1g.6gb", 4), level("7g.80gb", 1)), (ONE, ONE, ONE));
        assert_eq!((level("1g.10gb", 1) * 7, level("3g.40gb", 2) * 7), (ONE, 6 * ONE));
    }
}
