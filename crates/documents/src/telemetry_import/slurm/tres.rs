//! Slurm's trackable resources (TRES): `billing=8,cpu=8,gres/gpu:a100=4,gres/gpu=4,mem=64G,node=1`.

use super::super::fault::{RowFlaw, SkipReason, shown};
use super::super::load::{MOST_ACCELERATORS, ONE};
use super::super::slice::Slice;

/// Name of GPUs without a type.
const GPU: &str = "gres/gpu";

/// Resources that are shares of an accelerator of unknown size.
const SHARES: [&str; 2] = ["gres/shard", "gres/mps"];

/// Accelerators of a job.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Gpus<'a> {
    /// All accelerators, with or without a type; a slice counts as its share.
    pub(super) all: i64,
    /// Accelerators by type.
    pub(super) typed: Vec<(&'a str, i64)>,
    /// Whether the job holds shares of accelerators.
    pub(super) has_shares: bool,
}

impl<'a> Gpus<'a> {
    /// Accelerators among the resources of a job. `gres/gpu` counts all types, `gres/gpu:TYPE` one type; a cluster may record
    /// either or both.
    pub(super) fn read(tres: &'a str) -> Result<Gpus<'a>, RowFlaw> {
        let mut gpus = Gpus::default();
        // numbers of devices, whole or slices
        let (mut all, mut typed) = (0, 0);
        for resource in tres.split(',') {
            let Some((name, count)) = resource.split_once('=') else { continue };
            gpus.has_shares |= SHARES.iter().any(|share| name.split(':').next() == Some(share)) && count != "0";
            let Some(rest) = name.strip_prefix(GPU) else { continue };
            match rest.strip_prefix(':') {
                Some(kind) => {
                    let count = number(name, count)?;
                    typed += count;
                    gpus.typed.push((kind, Slice::named_in(kind, None).map_or(count, |slice| slice.of_level(count))));
                }
                None if rest.is_empty() => all = number(name, count)?,
                None => {} // another resource with this prefix, such as `gres/gpumem`
            }
        }
        gpus.all = (all - typed).max(0) + gpus.typed.iter().map(|(_, level)| level).sum::<i64>();
        Ok(gpus)
    }

    /// Accelerators of a type; of all types if none is given.
    pub(super) fn of(&self, kind_requested: Option<&str>) -> i64 {
        let Some(kind_requested) = kind_requested else { return self.all };
        self.typed.iter().filter(|(kind, _)| kind.eq_ignore_ascii_case(kind_requested)).map(|(_, count)| count).sum()
    }

    /// Accelerators without a type.
    pub(super) fn untyped(&self) -> i64 {
        self.all - self.typed.iter().map(|(_, count)| count).sum::<i64>()
    }
}

/// Count in parts of an accelerator.
fn number(name: &str, count: &str) -> Result<i64, RowFlaw> {
    let read = count.parse::<i64>().ok().filter(|count| (0..=MOST_ACCELERATORS).contains(count));
    read.map(|count| count * ONE).ok_or_else(|| {
        let message = format!("has `{}` for {name}, which is not a whole number from 0 to 1,000,000", shown(count));
        RowFlaw::new(SkipReason::Accelerators, message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accelerators_are_counted_once_whether_their_types_are_kept_or_not() {
        let all = |tres: &str| Gpus::read(tres).map(|gpus| (gpus.all / ONE, gpus.untyped() / ONE));
        // as sacct 22.05 prints them
        assert_eq!(all("billing=1,cpu=1,gres/gpu:a100=2,gres/gpu=2,node=1"), Ok((2, 0)));
        assert_eq!(all("billing=1,cpu=1,gres/gpu=3,gres/gpu:a100=2,node=1"), Ok((3, 1)));
        assert_eq!(all("gres/gpu:a100=2,gres/gpu:h100=4"), Ok((6, 0)));
        assert_eq!(all("cpu=1,gres/gpumem=80G,gres/gpuutil=90,mem=0,node=1"), Ok((0, 0)));
        assert_eq!(all(""), Ok((0, 0)));
        for wrong in ["gres/gpu=-1", "gres/gpu=1.5", "gres/gpu=99999999999999999999", "gres/gpu=", "gres/gpu:a=x"] {
            assert!(all(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_type_is_found_however_it_is_written() {
        let gpus = Gpus::read("gres/gpu:a100=2,gres/gpu=2").unwrap();
        assert_eq!((gpus.of(None), gpus.of(Some("A100")), gpus.of(Some("h100"))), (2 * ONE, 2 * ONE, 0));
    }
}
