//! Keys shared by options to own and options to rent.

use language::declaration::{Key, KeyRole};
use language::document::Label;
use language::keys;
use language::reading::FromDocument;

/// Key of the display name.
pub(super) static LABEL: Key =
    Key::new("label", &["Display name in reports, in any script; default: the name."], Label::EXPECTED, true)
        .role(KeyRole::Describes);

keys! {
    ($)
    /// Display name in reports.
    labelled {
        /// Display name in reports, in any script; default: the name.
        label: Option<Located<Label>>, role(KeyRole::Describes);
    }
}

keys! {
    ($)
    /// Tags by which costs are grouped.
    tagged {
        /// Tags by which costs can be grouped, such as `environment: production`.
        tags: Named<Located<Label>>,
            example("{ environment: production }"),
            aliases(&["tag"]),
            role(KeyRole::Describes),
            one_by_one(),
            at_most(MOST_TAGS),
            each("tag");
    }
}

keys! {
    ($)
    /// Properties of an option that requirements are checked against.
    offered {
        /// Memory per accelerator in GiB.
        accelerator_memory_gib: Option<Located<Gibibytes>>, role(KeyRole::Threshold), display_name("memory per accelerator");
        /// CPU cores of a server or instance for each of its accelerators.
        cpu_cores_per_accelerator: Option<Located<HostCores>>, aliases(&["vcpus_per_accelerator"]), role(KeyRole::Threshold), display_name("CPU cores per accelerator");
        /// Main memory of a server or instance in GiB for each of its accelerators.
        ram_gib_per_accelerator: Option<Located<Gibibytes>>, example("224"), role(KeyRole::Threshold), display_name("main memory per accelerator");
        /// Local solid-state storage of a server or instance in terabytes for each of its accelerators.
        nvme_tb_per_accelerator: Option<Located<LocalTerabytes>>, role(KeyRole::Threshold), display_name("local storage per accelerator");
        /// Features of the option, checked against `requires.features`.
        features: Option<Vec<Located<String>>>, example("[infiniband]"), role(KeyRole::Describes), set();
    }
}

keys! {
    ($)
    /// Tax added to the prices of a part.
    invoiced {
        /// Non-recoverable tax on invoices, such as value added tax, as a share of the net price; default: that of the enclosing
        /// part.
        indirect_tax: Option<Located<TaxRate>>, example("19%"), default_from(DefaultFrom::Around), display_name("indirect tax");
    }
}

keys! {
    ($)
    /// Throughput of the accelerators.
    throughput {
        /// Useful work per accelerator-hour relative to the reference accelerator: one number, or one per workload.
        relative_throughput: ScalarOr<Located<Throughput>, Named<Located<Throughput>>> = "1",
            example("0.6"),
            words("a number, or a part with a number for each workload"),
            some_entries(),
            display_name("relative throughput"),
            each("relative throughput for"),
            named_after(ReferenceKind::Workload);
        /// Throughput of one accelerator for workloads in tokens, by workload; instead of `relative_throughput`. The first option
        /// that states it for a workload has the reference accelerator of that workload.
        token_throughput: Named<TokenThroughput>,
            example("{ chat: { tokens_per_second: 4_250 } }"),
            aliases(&["token_rates"]),
            at_most(MOST_WORKLOADS),
            each("token throughput for"),
            named_after(ReferenceKind::Workload);
        /// Accelerators that a replica occupies, by workload; default: `replica_accelerators` of the workload.
        replica_accelerators: Named<Located<AcceleratorsPerReplica>>,
            example("{ chat: 4 }"),
            at_most(MOST_WORKLOADS),
            each("accelerators of a replica for"),
            named_after(ReferenceKind::Workload);
    }
}

keys! {
    ($)
    /// Workloads served.
    served {
        /// Workloads that the option serves; default: all.
        serves: Option<Vec<Located<String>>>,
            example("[chat]"),
            aliases(&["workloads"]),
            set(),
            unique(),
            not_empty("name a workload, or remove the key to serve all workloads"),
            all("remove the key: without it the option serves every workload"),
            stands_for(ReferenceKind::Workload),
            display_name("workloads served");
    }
}

keys! {
    ($)
    /// One-time payments, and costs that do not apply.
    other_costs {
        /// One-time payments.
        one_off: Named<ScalarOr<Located<Amount>, OneOff>>, one_by_one(), at_most(MOST_LINES), each("one-off payment");
        /// Usual costs that do not apply to this option, each with a reason.
        not_applicable: Named<Located<String>>, role(KeyRole::Describes), says_something(), each("exclusion reason for");
    }
}
