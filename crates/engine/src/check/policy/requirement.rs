//! Requirements that a repository may set for its scenarios.

/// Requirement for every scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Requirement {
    /// A source for each price.
    Sources,
    /// An owner.
    Owner,
    /// A review date.
    ReviewBy,
    /// The decision.
    Expect,
    /// An end date for each allowance.
    ReasonUntil,
}

impl Requirement {
    /// All requirements.
    pub const ALL: [Requirement; 5] = [
        Requirement::Sources,
        Requirement::Owner,
        Requirement::ReviewBy,
        Requirement::Expect,
        Requirement::ReasonUntil,
    ];

    /// Its word in a `rackrent.toml`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Requirement::Sources => "sources",
            Requirement::Owner => "owner",
            Requirement::ReviewBy => "review_by",
            Requirement::Expect => "expect",
            Requirement::ReasonUntil => "reason-until",
        }
    }

    /// Requirement with this word.
    #[must_use]
    pub fn named(word: &str) -> Option<Requirement> {
        Requirement::ALL.into_iter().find(|requirement| requirement.text() == word)
    }
}
