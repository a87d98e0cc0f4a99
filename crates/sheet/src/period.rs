//! Months over which nothing changes.

/// A range of months in which nothing changes, at most a contract year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// First month.
    pub first: u32,
    /// Last month.
    pub last: u32,
}

impl Period {
    /// Number of months.
    #[must_use]
    pub fn months(self) -> u32 {
        self.last - self.first + 1
    }

    /// Contract year, `ceil(m / 12)`.
    #[must_use]
    pub fn year(self) -> u32 {
        self.first.div_ceil(12)
    }
}
