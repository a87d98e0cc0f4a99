//! Transcripts of the program: the commands of the README, of the pages of `docs/` and of `tests/transcripts`, each with
//! everything it prints and its exit status. `TRYCMD=overwrite cargo test --test tests transcripts` writes them anew, to be
//! read in review.

#[test]
fn the_program_prints_what_the_documentation_and_the_transcripts_show() {
    let cases = trycmd::TestCases::new();
    // whatever the terminal of the tests is
    cases.env("COLUMNS", "100").env("NO_COLOR", "1");
    cases.case("README.md").case("docs/**/*.md").case("tests/transcripts/*.trycmd");
}
