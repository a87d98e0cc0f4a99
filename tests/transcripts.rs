//! Transcripts of the program: commands of the README, of the pages of `docs/` and of `tests/transcripts`, each with its
//! complete output and exit status. `TRYCMD=overwrite cargo test --test tests transcripts` updates them for review.

#[test]
fn the_documentation_and_transcripts_show_the_actual_output() {
    let cases = trycmd::TestCases::new();
    // independent of the terminal of the tests
    cases.env("COLUMNS", "100").env("NO_COLOR", "1");
    cases.case("README.md").case("docs/**/*.md").case("tests/transcripts/*.trycmd");
}
