//! Changed inputs of a sheet between two readings of a scenario, for evaluation without building figures again.

use crate::scenario;
use crate::scenario::document::{Content, Document, NodeId, Origin};
use crate::sheet::{FigureId, Sheet};
use rust_decimal::Decimal;

/// Inputs of the sheet of one reading with other values in another reading; none if other parts differ, so that the
/// structure of the sheet could change.
pub(super) fn between(base: &Document, other: &Document, sheet: &Sheet) -> Option<Vec<(FigureId, Decimal)>> {
    let mut moves = Vec::new();
    let same_shape = Readings { base, other, sheet }.are_alike(NodeId::ROOT, NodeId::ROOT, &mut moves);
    same_shape.then_some(moves)
}

/// Whether a member of a part affects no figure and may be missing in a varied scenario.
fn is_beside(part: NodeId, key: &str) -> bool {
    part == NodeId::ROOT && scenario::keys_about_others().any(|other| other == key)
}

/// Two readings of a scenario, with the sheet of the first.
struct Readings<'a> {
    base: &'a Document,
    other: &'a Document,
    sheet: &'a Sheet,
}

impl Readings<'_> {
    /// Whether two nodes differ only in values of inputs, which are recorded.
    fn are_alike(&self, a: NodeId, b: NodeId, moves: &mut Vec<(FigureId, Decimal)>) -> bool {
        match (&self.base.node(a).content, &self.other.node(b).content) {
            (Content::Map(_), Content::Map(_)) => {
                self.is_one_part(a, b)
                    && self.in_one_order(a, b)
                    && self.base.children(a).iter().filter(|child| self.matters(a, **child)).all(|child| {
                        let other = self.other.member(b, self.base.key(*child));
                        other.is_some_and(|other| self.are_alike(*child, other, moves))
                    })
            }
            (Content::List(x), Content::List(y)) => {
                x.len() == y.len() && x.iter().zip(y).all(|(a, b)| self.are_alike(*a, *b, moves))
            }
            (Content::Scalar(x), Content::Scalar(y)) => x == y || self.moves(a, b, moves),
            (Content::Nothing, Content::Nothing) => true,
            (Content::Map(_) | Content::List(_) | Content::Scalar(_) | Content::Nothing, _) => false,
        }
    }

    /// Whether a part is the same node in both: figures refer to options and workloads by their nodes. Only assumed
    /// parts can have other nodes.
    fn is_one_part(&self, a: NodeId, b: NodeId) -> bool {
        a == b || self.base.origin(a) == Origin::Assumed
    }

    /// Whether figures can depend on a member of a part.
    fn matters(&self, part: NodeId, member: NodeId) -> bool {
        !is_beside(part, self.base.key(member))
    }

    /// Whether two parts have the same members, and given members have the same order, which matters for named entries.
    /// A member may be assumed in one and given in the other.
    fn in_one_order(&self, a: NodeId, b: NodeId) -> bool {
        let keys = |document: &'_ Document, at: NodeId| {
            let keys = document.children(at).iter().map(|child| document.key(*child).to_owned());
            keys.filter(|key| !is_beside(a, key)).collect::<Vec<String>>()
        };
        let (stated, other) = (keys(self.base, a), keys(self.other, b));
        let is_written =
            |key: &&String| self.base.member(a, key).is_some_and(|at| self.base.origin(at) != Origin::Assumed);
        let written = stated.iter().filter(is_written);
        stated.len() == other.len() && written.eq(other.iter().filter(is_written))
    }

    /// Whether a value is a number whose input changes between the readings, which is recorded.
    fn moves(&self, a: NodeId, b: NodeId, moves: &mut Vec<(FigureId, Decimal)>) -> bool {
        let (Some(stated), Some(other)) = (self.base.number(a), self.other.number(b)) else { return false };
        if stated.currency != other.currency {
            return false;
        }
        if stated.value == other.value {
            return true;
        }
        let input = self.sheet.input(a).filter(|_| !self.sheet.is_structural(a));
        moves.extend(input.map(|input| (input, other.value)));
        input.is_some()
    }
}
