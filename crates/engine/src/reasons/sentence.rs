//! Serialization of reasons: each as its sentence.

use super::{
    cannot_win, cost_of, group_name, impossible, ineligible, no_break_even, no_return, not_comparable, not_planned,
    not_possible, out, pair, undecided,
};
use crate::analysis::difference::GroupName;
use crate::analysis::flip::{OutReason, Undecided};
use crate::analysis::plan::{CostOf, NotPlanned};
use crate::analysis::sensitivity::NotPossible;
use crate::analysis::statement::{Disagreement, NoBreakEven};
use crate::model::finance::NoReturn;
use crate::variation::{CannotWin, Impossible, Ineligible, NotComparable};
use serde::{Serialize, Serializer};

macro_rules! sentences {
    ($($reason:ident => $words:expr;)*) => {$(
        impl Serialize for $reason {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&$words(self))
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $reason {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($reason).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                String::json_schema(generator)
            }
        }
    )*};
}

sentences! {
    CannotWin => cannot_win;
    CostOf => cost_of;
    Disagreement => pair::disagreement;
    GroupName => group_name;
    Impossible => impossible;
    Ineligible => ineligible;
    NoBreakEven => |why: &NoBreakEven| no_break_even(*why);
    NoReturn => no_return;
    NotComparable => not_comparable;
    NotPlanned => not_planned;
    NotPossible => not_possible;
    Undecided => undecided;
    OutReason => out;
}
