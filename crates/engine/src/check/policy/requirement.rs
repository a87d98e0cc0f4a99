//! What a repository may require of its scenarios.

/// What every scenario has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Requirement {
    /// Where each price comes from.
    Sources,
    /// Who answers for it.
    Owner,
    /// When it is looked at again.
    ReviewBy,
    /// What was decided.
    Expect,
    /// Until when each reason holds for which a rule is allowed.
    ReasonUntil,
}

impl Requirement {
    /// All of them.
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

    /// The requirement of a word.
    #[must_use]
    pub fn named(word: &str) -> Option<Requirement> {
        Requirement::ALL.into_iter().find(|requirement| requirement.text() == word)
    }
}
