//! Keys that options to own and options to rent share. What each means beside the others stands in their parts.

use language::declaration::{Key, KeyRole};
use language::document::Label;
use language::keys;
use language::reading::FromDocument;

/// What reports call a thing.
pub(super) static LABEL: Key =
    Key::new("label", &["What reports call it, in any script, in the place of its name."], Label::WANTED, true)
        .role(KeyRole::Describes);

keys! {
    ($)
    /// What reports call it.
    labelled {
        /// What reports call it, in any script, in the place of its name.
        label: Option<Given<Label>>, role(KeyRole::Describes);
    }
}

keys! {
    ($)
    /// Under which names its cost is added up.
    tagged {
        /// Names with a text each, such as `environment: production`, by which costs can be told apart and added up.
        tags: Named<Given<Label>>,
            example("{ environment: production }"),
            also(&["tag"]),
            role(KeyRole::Describes),
            one_by_one(),
            at_most(MOST_TAGS),
            each("tag");
    }
}

keys! {
    ($)
    /// What its accelerators offer, by which an option may be chosen.
    offered {
        /// Memory of one accelerator.
        accelerator_memory_gib: Option<Given<Gibibytes>>, role(KeyRole::Judges), called("memory of an accelerator");
        /// What the option offers; `requires.features` is checked against it.
        features: Option<Vec<Given<String>>>, example("[infiniband]"), role(KeyRole::Describes), set();
    }
}

keys! {
    ($)
    /// What is added to the prices of its part.
    invoiced {
        /// Tax that is added to what others invoice and not recovered, as a share of the net price, such as a value added tax;
        /// where it is left out, that of the part around it.
        indirect_tax: Option<Given<TaxRate>>, example("19%"), follows(Follows::Around), called("indirect tax");
    }
}

keys! {
    ($)
    /// How much its accelerators do.
    throughput {
        /// Useful work of one accelerator-hour against the reference; one number, or one by workload.
        relative_throughput: ScalarOr<Given<Throughput>, Named<Given<Throughput>>> = "1",
            example("0.6"),
            words("a number, or a part with a number for each workload"),
            some_entries(),
            called("relative throughput"),
            each("relative throughput for"),
            named_after(StandsFor::Workload);
    }
}

keys! {
    ($)
    /// What it serves.
    served {
        /// The workloads that it serves; all of them when absent.
        serves: Option<Vec<Given<String>>>,
            example("[chat]"),
            also(&["workloads"]),
            set(),
            unique(),
            not_empty("name a workload, or remove the key and the option serves all of them"),
            all("remove the key: the option then serves every workload"),
            stands_for(StandsFor::Workload),
            called("workloads served");
    }
}

keys! {
    ($)
    /// What is paid once, and what does not arise.
    beside {
        /// What is paid once.
        one_off: Named<ScalarOr<Given<Amount>, OneOff>>, one_by_one(), at_most(MOST_LINES), each("one-off payment");
        /// Costs that do not arise here, each with the reason.
        not_applicable: Named<Given<String>>, role(KeyRole::Describes), says_something(), each("reason against");
    }
}
