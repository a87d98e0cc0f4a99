//! Rules of replicas: whole copies of a model in the servers of an option.

use super::Rules;
use crate::diagnostic::Code;
use crate::scenario::demand::{Workload, replica_accelerators};
use crate::scenario::document::{Entry, Located, Named, NodeId};
use crate::scenario::quantities::AcceleratorsPerReplica;
use crate::scenario::quantity::Quantity as _;
use rust_decimal::Decimal;

/// An option with servers, for the rules of the replicas in them.
pub(super) struct Servers<'a> {
    /// Its node in the document.
    pub at: NodeId,
    /// Its path.
    pub path: String,
    /// Accelerators of a node or an instance; none if they cannot be read.
    pub accelerators: Option<(Decimal, NodeId)>,
    /// Accelerators of its replicas.
    pub replicas: &'a Named<Located<AcceleratorsPerReplica>>,
    /// The workloads that it serves.
    pub serves: Option<&'a [Located<String>]>,
}

impl<'a> Rules<'a> {
    /// Replicas of a workload are for work that is served on arrival, and the minimum is not above the maximum.
    pub(super) fn replicas_of(&mut self, entry: &Entry<Workload>) {
        let workload = &entry.value;
        let size = workload.replica_accelerators.as_ref().map(|size| size.at);
        let (least, most) = (&workload.min_replicas, &workload.max_replicas);
        let keys = [size, least.as_ref().map(|least| least.at), most.as_ref().map(|most| most.at)];
        if self.flexible(workload) == Some(true) {
            for at in keys.into_iter().flatten() {
                let message = format!("`{}` has no effect on work that can wait", self.document.key(at));
                let label = "remove it; `accelerators` is the size of a job";
                self.found.push(self.at_key(Code::NoEffect, at, message).label(label));
            }
            return;
        }
        if let (Some(least), Some(most)) = (least, most)
            && let (Some(fewest), Some(limit)) = (self.known(least), self.known(most))
            && fewest.decimal() > limit.decimal()
        {
            let message = format!("`min_replicas` is {}, above `max_replicas`", fewest.decimal().normalize());
            let diagnostic = self.at(Code::BoundsReversed, least.at, message).label("write at most the maximum");
            self.found.push(diagnostic.related(self.document.place(most.at), "the maximum"));
        }
    }

    /// Replicas on an option: known workloads, and whole replicas in a server or whole servers for a replica.
    pub(super) fn replicas(&mut self, option: &Servers<'a>) {
        let stated = self.document.member(option.at, "replica_accelerators");
        if let Some(at) = stated.filter(|_| !option.replicas.is_empty())
            && (self.placeholders.contains(&at) || self.lacks_workloads(at))
        {
            return;
        }
        let served = self.served(option.serves);
        for entry in option.replicas {
            let workload = served.iter().find(|workload| workload.name == entry.name);
            let unknown = self.unknown_workload(&entry.name, |rules, code, words| rules.at_key(code, entry.at, words));
            let message = match workload {
                None => {
                    format!("`replica_accelerators` of `{}` has no effect: the option does not serve it", entry.name)
                }
                Some(workload) if self.flexible(&workload.value) == Some(true) => {
                    format!("`replica_accelerators` of `{}` has no effect: its work can wait", entry.name)
                }
                Some(_) => continue,
            };
            let diagnostic = unknown.unwrap_or_else(|| {
                self.at_key(Code::NoEffect, entry.at, message).label("remove it, or name a workload served on arrival")
            });
            self.found.push(diagnostic);
        }
        for workload in served {
            self.replica_fits(option, workload);
        }
    }

    /// A replica fills servers, or servers hold a whole number of replicas.
    fn replica_fits(&mut self, option: &Servers<'a>, workload: &Entry<Workload>) {
        if self.flexible(&workload.value) != Some(false) {
            return;
        }
        let Some(size) = replica_accelerators(option.replicas, workload) else {
            let limits = [&workload.value.min_replicas, &workload.value.max_replicas];
            if let Some(limit) = limits.into_iter().flatten().next().filter(|_| !self.is_unclear(option.at)) {
                let message = format!("`{}` has no size of a replica of `{}`", option.path, workload.name);
                let diagnostic = self.at(Code::MissingKey, option.at, message);
                let label = format!("add `replica_accelerators: {{ {}: 8 }}`, or to the workload", workload.name);
                let place = self.document.key_place(limit.at);
                self.found.push(diagnostic.label(label).related(place, "counts replicas"));
            }
            return;
        };
        let Some((accelerators, at)) = option.accelerators else { return };
        let Some(size_known) = self.known(size) else { return };
        let replica = size_known.decimal();
        if (accelerators % replica).is_zero() || (replica % accelerators).is_zero() {
            return;
        }
        let occupied = if replica < accelerators {
            let fitting =
                (1_u32..=1_000_000).map(Decimal::from).find(|size| *size >= replica && (accelerators % size).is_zero());
            fitting.unwrap_or(accelerators)
        } else {
            (replica / accelerators).ceil() * accelerators
        };
        let (replica, occupied) = (replica.normalize(), occupied.normalize());
        let message = format!("replicas of {replica} accelerators don't fill servers of {}", accelerators.normalize());
        // at the option, which alone is affected
        let diagnostic = if option.replicas.get(&workload.name).is_some() {
            let label = format!("write {occupied}, what a replica occupies in these servers");
            let diagnostic = self.at(Code::OutOfBounds, size.at, message).label(label);
            diagnostic.related(self.document.place(at), "the servers")
        } else {
            let label =
                format!("add what a replica occupies: `replica_accelerators: {{ {}: {occupied} }}`", workload.name);
            let diagnostic = self.at(Code::OutOfBounds, at, message).label(label);
            diagnostic.related(self.document.place(size.at), "the replicas")
        };
        self.found.push(diagnostic);
    }
}
