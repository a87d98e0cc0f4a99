//! Recognition of accelerators in free text: `H100 SXM`, `NVIDIA H100 80GB`, `h100-sxm`. Conservative: every word must be
//! understood and match; an ambiguous text yields all matches, and an unknown word yields none.

use super::accelerator::{Accelerator, accelerators};
use std::sync::LazyLock;

/// Distinct words in alphabetical order.
type Words = Vec<String>;

static NAMES: LazyLock<Vec<Names>> = LazyLock::new(|| accelerators().iter().map(Names::of).collect());

/// Accelerators that a text may name, at least one, all of one model.
#[derive(Clone, Debug)]
pub struct Kinds(Vec<&'static Accelerator>);

impl Kinds {
    /// Accelerators, in catalog order.
    #[must_use]
    pub fn accelerators(&self) -> &[&'static Accelerator] {
        &self.0
    }

    /// Their catalog names.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|one| &*one.name).collect()
    }

    /// Whether both may name the same accelerator.
    #[must_use]
    pub fn overlap(&self, other: &Kinds) -> bool {
        self.0.iter().any(|one| other.has(&one.name))
    }

    /// Whether it includes the accelerator with a catalog name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|one| one.name == name)
    }
}

/// The accelerators that a text may name.
///
/// ```
/// use engine::catalog::kinds;
/// let names = |text| kinds(text).map(|kinds| kinds.accelerators().iter().map(|one| one.name.to_string()).collect::<Vec<_>>());
/// assert_eq!(names("8x NVIDIA H100 SXM"), Some(vec!["H100-80GB-SXM5".to_owned()]));
/// assert_eq!(names("A100 80GB"), Some(vec!["A100-80GB-SXM4".to_owned(), "A100-80GB-PCIe".to_owned()]));
/// assert_eq!(names("H800"), None);
/// ```
#[must_use]
pub fn kinds(text: &str) -> Option<Kinds> {
    let said = words(text);
    let matching: Vec<&Names> = NAMES.iter().filter(|names| names.may_be(&said)).collect();
    let model = &matching.first()?.model;
    let of_one_model = matching.iter().all(|names| names.model == *model);
    of_one_model.then(|| Kinds(matching.into_iter().map(|names| names.of).collect()))
}

/// Whether a word next to a name does not distinguish accelerators.
fn is_filler(word: &str) -> bool {
    matches!(
        word,
        "nvidia"
            | "amd"
            | "intel"
            | "google"
            | "amazon"
            | "aws"
            | "azure"
            | "gcp"
            | "tesla"
            | "instinct"
            | "habana"
            | "gpu"
            | "gpus"
            | "tensor"
            | "core"
            | "accelerator"
            | "accelerators"
            | "card"
            | "cards"
            | "hopper"
            | "ampere"
            | "blackwell"
            | "ada"
            | "volta"
            | "turing"
            | "hbm2"
            | "hbm2e"
            | "hbm3"
            | "hbm3e"
    )
}

/// Words for form factors.
const FORMS: &[&str] = &["sxm", "pcie", "nvl", "oam"];

/// Words that identify an accelerator.
struct Names {
    of: &'static Accelerator,
    /// Words of its name without memory and form factor.
    model: Words,
    /// Words that may be used for it: model, memory, form factor.
    own: Words,
    /// Other names.
    aliases: Vec<Words>,
}

impl Names {
    fn of(of: &'static Accelerator) -> Names {
        let memory = format!("{}gb", of.memory_gb);
        let is_form = |word: &String| FORMS.contains(&word.as_str());
        let mut own = words(&of.name);
        let model = own.iter().filter(|word| **word != memory && !is_form(word)).cloned().collect();
        if !own.iter().any(is_form) {
            own.extend(words(&of.form_factor));
        }
        own.push(memory);
        Names { of, model, own: each_once(own), aliases: of.aliases().map(words).collect() }
    }

    /// Whether every word matches, and the words include its model or one of its other names.
    fn may_be(&self, words: &Words) -> bool {
        let by_alias = |alias: &Words| {
            are_among(alias, words) && words.iter().all(|word| alias.contains(word) || self.own.contains(word))
        };
        are_among(&self.model, words) && are_among(words, &self.own) || self.aliases.iter().any(by_alias)
    }
}

/// Whether all words are among others.
fn are_among(words: &Words, others: &Words) -> bool {
    words.iter().all(|word| others.contains(word))
}

fn each_once(mut words: Words) -> Words {
    words.sort_unstable();
    words.dedup();
    words
}

/// Words of a text that distinguish accelerators, in lower case: without counts (`8x`) and vendors, `80 GB` as one word, `SXM5`
/// without its generation, `H100SXM` as two words.
fn words(text: &str) -> Words {
    let lower = text.to_lowercase();
    let mut parts = lower.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).peekable();
    let mut words = Words::new();
    while let Some(part) = parts.next() {
        if is_count(part) && parts.next_if(|unit| matches!(*unit, "gb" | "gib")).is_some() {
            words.push(format!("{part}gb"));
        } else if let Some(count) = part.strip_suffix("gib").filter(|count| is_count(count)) {
            words.push(format!("{count}gb"));
        } else if !is_filler(part) && !is_multiple(part) {
            words.extend(divided(part).into_iter().filter(|word| !word.is_empty()).map(str::to_owned));
        }
    }
    each_once(words)
}

fn is_count(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether it is a multiplier: `8x` or `x8`.
fn is_multiple(word: &str) -> bool {
    word.strip_suffix('x').or(word.strip_prefix('x')).is_some_and(is_count)
}

/// A word split before a form factor, without the generation of the form factor; either part may be empty.
fn divided(word: &str) -> [&str; 2] {
    let plain = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let plain = if plain.ends_with("sxm") { plain } else { word };
    let form = FORMS.iter().find_map(|form| Some([plain.strip_suffix(form)?, *form]));
    form.unwrap_or([word, ""])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&'static str> {
        kinds(text).map(|kinds| kinds.0.iter().map(|one| &*one.name).collect()).unwrap_or_default()
    }

    #[test]
    fn a_text_names_the_accelerator_that_every_word_of_it_fits() {
        let cases = [
            ("H100 SXM", "H100-80GB-SXM5"),
            ("h100-sxm", "H100-80GB-SXM5"),
            ("H100SXM5 80 GB", "H100-80GB-SXM5"),
            ("8x NVIDIA H100 SXM5 (80GB HBM3)", "H100-80GB-SXM5"),
            ("DGX H100", "H100-80GB-SXM5"),
            ("H100 PCIe", "H100-80GB-PCIe"),
            ("H100 NVL", "H100-94GB-NVL"),
            ("A100 SXM 80GB", "A100-80GB-SXM4"),
            ("A100-80GiB-PCIe", "A100-80GB-PCIe"),
            ("H200 SXM", "H200-141GB-SXM5"),
            ("B200 192GB", "B200-180GB-SXM6"),
            ("L4", "L4"),
            ("NVIDIA L4 24 GB", "L4"),
            ("L40S", "L40S"),
            ("L40", "L40"),
            ("A10", "A10"),
            ("AMD Instinct MI300X", "MI300X"),
            ("TPU v6e", "TPU-v6e"),
            ("Trillium", "TPU-v6e"),
            ("Gaudi 3", "Gaudi3"),
            ("GB200 NVL72", "GB200-186GB"),
            ("RTX PRO 6000 Blackwell", "RTX-PRO-6000-96GB"),
        ];
        for (text, name) in cases {
            assert_eq!(names(text), [name], "{text}");
        }
    }

    #[test]
    fn a_text_that_leaves_it_open_names_all_that_it_may_mean() {
        assert_eq!(names("NVIDIA H100"), ["H100-80GB-PCIe", "H100-80GB-SXM5", "H100-94GB-NVL"]);
        assert_eq!(names("H100 80GB"), ["H100-80GB-PCIe", "H100-80GB-SXM5"]);
        assert_eq!(names("A100 40GB"), ["A100-40GB-SXM4", "A100-40GB-PCIe"]);
        assert_eq!(names("HGX A100"), ["A100-40GB-SXM4", "A100-80GB-SXM4"]);
        assert_eq!(names("H200"), ["H200-141GB-SXM5", "H200-141GB-NVL"]);
    }

    #[test]
    fn a_word_that_is_not_understood_names_nothing() {
        let none = [
            "",
            "GPU",
            "80GB",
            "SXM",
            "H800",
            "H20",
            "A800",
            "MI300A",
            "H100 MIG 1g.10gb",
            "H100 10GB",
            "H100 or A100",
            "H100 and H200",
            "A100X",
            "RTX 6000 Ada",
            "RTX 4090",
            "TPU",
            "Grace Hopper",
            "p5.48xlarge",
            "L4 SXM",
            "our own card",
            "H100 96GB",
            "Jetson Orin",
            "V100 64GB",
        ];
        for text in none {
            assert!(kinds(text).is_none(), "{text} names {:?}", names(text));
        }
    }

    #[test]
    fn every_accelerator_is_found_by_its_own_name_and_by_its_other_names() {
        for one in accelerators() {
            for name in one.names() {
                assert!(kinds(name).is_some_and(|kinds| kinds.has(&one.name)), "{name}");
            }
            assert_eq!(names(&one.name), [&*one.name]);
        }
    }
}
