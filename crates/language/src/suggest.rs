//! "Did you mean": the known word nearest to an unknown one.

/// The nearest of some words, if it is near enough to be a suggestion.
#[must_use]
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = fold(typed);
    known
        .into_iter()
        .map(|word| (strsim::damerau_levenshtein(&folded, &fold(word)), word))
        .filter(|(distance, word)| *distance <= (word.len().min(typed.len()) / 3).clamp(1, 4))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

/// The only known word that starts with `beginning`, if there is exactly one.
#[must_use]
pub fn longer<'a>(beginning: &str, known: &[&'a str]) -> Option<&'a str> {
    let folded = fold(beginning);
    let mut all = known.iter().filter(|word| folded.len() > 3 && word.starts_with(&folded));
    all.next().filter(|_| all.next().is_none()).copied()
}

/// Whether two words are the same but for case and separators.
#[must_use]
pub fn is_same_word(written: &str, suggestion: &str) -> bool {
    fold(written) == fold(suggestion)
}

/// Whether `written` is a typo of `suggestion`: one letter wrong, missing, added or transposed, and no other known word as near.
#[must_use]
pub fn is_slip<'a>(written: &str, suggestion: &str, known: impl IntoIterator<Item = &'a str>) -> bool {
    let folded = fold(written);
    let distance = |word: &str| strsim::damerau_levenshtein(&folded, &fold(word));
    let is_long = written.len().min(suggestion.len()) > 4;
    let others = known.into_iter().filter(|word| *word != suggestion);
    is_same_word(written, suggestion)
        || is_long && distance(suggestion) == 1 && others.into_iter().all(|word| distance(word) > 1)
}

/// Most characters of an author's text that a message shows.
const SHOWN: usize = 80;

/// An author's text, shortened for a message.
#[must_use]
pub fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Normalizes a word for comparison: case and separators do not matter.
fn fold(word: &str) -> String {
    word.chars().take(200).map(|c| if c == '-' || c == ' ' { '_' } else { c.to_ascii_lowercase() }).collect()
}

/// `a`, `b` and `c`, each in backticks.
#[must_use]
pub fn listed(words: &[&str], last: &str) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    display_text(&quoted, last)
}

/// Keys that belong together: `a`, or `a` with `b` and `c`.
#[must_use]
pub fn together(keys: &[&str]) -> String {
    match keys.split_first() {
        Some((first, [])) => listed(&[first], "and"),
        Some((first, rest)) => format!("{} with {}", listed(&[first], "and"), listed(rest, "and")),
        None => String::new(),
    }
}

/// `a, b or c`, without adding backticks.
#[must_use]
pub fn display_text(words: &[String], last: &str) -> String {
    match words.split_last() {
        Some((end, [])) => end.clone(),
        Some((end, start)) => format!("{} {last} {end}", start.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_near_words_are_suggested() {
        let known = ["price", "discount", "accelerators", "power_kw"];
        assert_eq!(nearest("pricee", known), Some("price"));
        assert_eq!(nearest("accelerator", known), Some("accelerators"));
        assert_eq!(nearest("Power-kW", known), Some("power_kw"));
        assert_eq!(nearest("colour", known), None);
    }

    #[test]
    fn words_are_listed_as_they_are_spoken() {
        assert_eq!(listed(&["a", "b", "c"], "or"), "`a`, `b` or `c`");
        assert_eq!(listed(&["a"], "or"), "`a`");
        assert_eq!(together(&["a"]), "`a`");
        assert_eq!(together(&["a", "b", "c"]), "`a` with `b` and `c`");
    }
}
