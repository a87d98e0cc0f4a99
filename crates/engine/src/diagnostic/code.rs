//! The table of codes: the findings of every room, after those of the document itself.

use language::diagnostic::Severity;

pub use language::diagnostic::DocumentCode;

language::codes_with_those_of_documents! {
    /// What kind of finding a diagnostic is.
    pub enum Code {
        // what a scenario extends
        ExtendsUnreadable "extends-unreadable" Error "A file that is extended and cannot be read, or is not in the repository.";
        ExtendsCircle "extends-circle" Error "Files that extend each other in a circle.";
        ExtendsScenario "extends-scenario" Error "A file that is extended and has a name, which makes it a scenario of its own.";
        SharedCurrency "shared-currency" Error "A currency in place of that of a file that is extended, whose amounts have no code.";
        // rules between keys
        InvalidName "invalid-name" Error "A name with other characters than a-z, 0-9, `-` and `_`.";
        ReservedName "reserved-name" Error "A name that the reports use for lines of their own.";
        SameLabel "same-label" Error "Two things that are called the same.";
        NoOption "no-option" Error "Nothing to own and nothing to rent.";
        UnknownOption "unknown-option" Error "A reference to an option that does not exist.";
        UnknownCommitment "unknown-commitment" Error "A reference to a commitment that does not exist.";
        UnknownWorkload "unknown-workload" Error "A reference to a workload that does not exist.";
        UnknownProfile "unknown-profile" Error "A named profile that does not exist.";
        UnknownPath "unknown-path" Error "A source, an uncertainty or a value of a case for a path that does not exist.";
        UnknownCase "unknown-case" Error "A case that the scenario does not have.";
        MissingRate "missing-rate" Error "An amount in a currency for which the scenario states no exchange rate.";
        UncertainText "uncertain-text" Error "An uncertainty of something that is not a number.";
        UncertainStructure "uncertain-structure" Error "An uncertainty of something that is counted or judged by.";
        UncertainOrder "uncertain-order" Error "Values of an uncertainty that are not in rising order.";
        UncertainCorrelation "uncertain-correlation" Error "Correlations of uncertain numbers that cannot be, or not at once.";
        DeliveryBeyondHorizon "delivery-beyond-horizon" Error "The first servers arrive after the horizon.";
        DemandBeforeDelivery "demand-before-delivery" Error "Nothing serves the demand before the first delivery.";
        OwnedTpu "owned-tpu" Error "A TPU to own; TPUs are only rented.";
        ElectricityTwice "electricity-twice" Error "Electricity is priced and also included in a line.";
        IdleAbovePower "idle-above-power" Error "Servers draw more power idle than at work.";
        PaymentShares "payment-shares" Error "Payment shares do not add up to 100 %.";
        DepreciationShares "depreciation-shares" Error "Yearly shares of a depreciation for tax do not add up to 100 %.";
        MisplacedKey "misplaced-key" Error "A key that has no effect with this tariff.";
        DuplicateEntry "duplicate-entry" Error "An entry of a list that is there already.";
        NoWorkload "no-workload" Error "A reference to workloads, of which there are none.";
        UnassignedWorkload "unassigned-workload" Error "A hybrid that names no option for a workload.";
        UnservedWorkload "unserved-workload" Error "Work goes to an option that does not serve it.";
        ProfileLength "profile-length" Error "A profile with other than 24 or 168 shares.";
        ProfileWithoutLoad "profile-without-load" Error "A profile of zeros that is to yield output.";
        TracePath "trace-path" Error "A path of a trace that is not below the scenario's folder.";
        BuyoutAfterLife "buyout-after-life" Error "Leased servers are bought at the end of their life or later.";
        OwnedAndLeased "owned-and-leased" Error "Servers that are owned already, in an option that leases its servers.";
        LifeOver "life-over" Error "Servers that are owned already and past their useful life.";
        TierOrder "tier-order" Error "Tiers of a price are not in rising order.";
        MonthsReversed "months-reversed" Error "Something ends before it starts.";
        BoundsReversed "bounds-reversed" Error "An expected minimum above the expected maximum.";
        NotCompared "not-compared" Error "An expectation of two options that are not compared with each other.";
        // measured load
        TraceUnreadable "trace-unreadable" Error "A trace that cannot be read, or is not in the scenario's folder.";
        TraceFormat "trace-format" Error "A trace that is not a table of measured load.";
        TraceNegative "trace-negative" Error "A negative value in a trace.";
        TraceOrder "trace-order" Error "Time in a trace does not rise.";
        TraceGap "trace-gap" Error "Samples of a trace are missing.";
        TraceTooVaried "trace-too-varied" Error "More different levels or gaps in a trace than are kept.";
        // rules of the figures
        SpotCannotFinish "spot-cannot-finish" Error "Interruptions leave no time for work, on spot, on demand or on a fleet.";
        JobLargerThanFleet "job-larger-than-fleet" Warning "A job needs more accelerators than a fleet has.";
        TooManyLevels "too-many-levels" Error "Loads that are independent of each other have too many levels together.";
        DemandExceedsFleet "demand-exceeds-fleet" Error "Demand outgrows an owned fleet and nothing serves the rest.";
        TooLarge "too-large" Error "A figure beyond 10^27.";
        // findings that reject nothing
        NoElectricity "no-electricity" Warning "Nobody pays for the electricity of owned servers.";
        NoEffect "no-effect" Warning "A key that has no effect here.";
        BeyondHorizon "beyond-horizon" Warning "Something lies after the horizon and is never paid.";
        CommitmentOutlastsHorizon "commitment-outlasts-horizon" Warning "A commitment runs on after the horizon.";
        AlwaysOnBurst "always-on-burst" Warning "Bursts go to an option that is always on.";
        ProfileBelowPeak "profile-below-peak" Warning "A profile that never reaches the peak it is a share of.";
        BookResale "book-resale" Warning "Resale is unexpired book value, not a market price.";
        OverBudget "over-budget" Warning "An option costs more than the budget.";
        PaybackTurns "payback-turns" Warning "Owning falls behind again after it has paid back.";
        ReviewBeforeDate "review-before-date" Warning "The review is due before the prices are dated.";
        // the files of a check
        UnreadableFile "unreadable-file" Error "A file that cannot be read as text.";
        InvalidConfiguration "invalid-configuration" Error "A `rackrent.toml` that cannot be used.";
        MoreMistakes "more-mistakes" Error "More mistakes than are listed.";
        UnmetExpectation "unmet-expectation" Error "The scenario no longer says what it is expected to say.";
        UnmetRequirement "unmet-requirement" Error "The scenario does not say what its repository requires.";
        NoEligibleOption "no-eligible-option" Error "No option is eligible and comparable, so that nothing is decided.";
        UnknownRule "unknown-rule" Error "A rule that does not exist, or that can be neither allowed nor set.";
        ExpiredAllowance "expired-allowance" Warning "An allowance that held until a day that is past.";
        UnusedAllowance "unused-allowance" Warning "An allowance for a rule that finds nothing, or for what is allowed already.";
        OpenAllowance "open-allowance" Information "An allowance without a last day.";
        ReasonShort "reason-short" Warning "A single word as the reason why a cost does not arise, or why something is allowed.";
        StaleBaseline "stale-baseline" Information "A finding that a baseline knows and that is not there any more.";
        GivenUp "given-up" Warning "Something that takes more than a check works out.";
        // a workbook that somebody has edited
        EditedCell "edited-cell" Error "A cell of an edited workbook that says no number.";
        EditedTwice "edited-twice" Error "An input that was changed both in a workbook and in its scenario, or twice in the workbook.";
        // rules of a check: what costs say
        ElectricityUnstated "electricity-unstated" Warning "A price per kilowatt that does not say whether it includes the electricity, beside electricity.";
        NameplatePower "nameplate-power" Warning "Servers that draw their nameplate power also while they are idle.";
        LeftOut "left-out" Information "Usual costs that an option does not name.";
        UnevenCosts "uneven-costs" Warning "An option without a cost that its rivals carry.";
        MaintenanceInWarranty "maintenance-in-warranty" Warning "Maintenance is paid for while the warranty holds.";
        WarrantyEnds "warranty-ends" Warning "A warranty that ends within the horizon, and no maintenance after it.";
        NoNetwork "no-network" Warning "Dozens of servers, and nothing or next to nothing for the network between them.";
        LicencesTooFew "licences-too-few" Warning "Fewer licences than servers, or than accelerators where each needs one.";
        PaidTwice "paid-twice" Warning "Two lines of an option that pay for the same thing.";
        InstancePriceLow "instance-price-low" Warning "An instance at what looks like the price of one accelerator.";
        ServerPriceLow "server-price-low" Warning "A server at what looks like the price of one accelerator.";
        LifeInYears "life-in-years" Warning "A useful life of some months that looks like years.";
        InterruptionsUnusual "interruptions-unusual" Warning "Interruptions on spot far from any published rate.";
        SpotWithoutCheckpoints "spot-without-checkpoints" Warning "A job of several spot instances that loses nothing when one is taken away.";
        OutsidePublished "outside-published" Warning "A price or a measure far from any published one.";
        MemoryBeyondNeed "memory-beyond-need" Information "Accelerators with far more memory than is required.";
        UnlikeAccelerators "unlike-accelerators" Warning "Accelerators of different kinds that are taken for equally fast.";
        // rules of a check: numbers that can hardly be meant
        PowerUnlikely "power-unlikely" Warning "Power far from what the accelerators of a server are rated at.";
        BelowNameplate "below-nameplate" Warning "Space or supply counted on less power than the nameplate of such servers.";
        PueLow "pue-low" Warning "A PUE that only cold places reach, without a source.";
        StaffUnlikely "staff-unlikely" Warning "People at a price far from any published pay, or far more or fewer of them than servers need.";
        TermInYears "term-in-years" Warning "A horizon or a term of some months that looks like years.";
        LeadTimeUnlikely "lead-time-unlikely" Warning "A delivery that takes longer than any that was reported.";
        NoLeadTime "no-lead-time" Warning "Dozens of servers that are there on the day of the order.";
        ShareTwice "share-twice" Warning "A share below one per cent that looks like a fraction written in per cent.";
        ValueHolds "value-holds" Warning "Used servers worth more than has been seen at their age, or nothing while they are young.";
        DiscountUnlikely "discount-unlikely" Warning "A commitment or spot above the list price, or at next to nothing of it.";
        MemoryUnlike "memory-unlike" Warning "Another memory than that of the accelerator that is named.";
        PriceOfAnother "price-of-another" Warning "The list price of an instance with another accelerator.";
        TextCut "text-cut" Warning "A text that ends where YAML begins a comment.";
        HorizonLong "horizon-long" Warning "A comparison of ten years or more, or servers that serve as long.";
        FleetAboveNeed "fleet-above-need" Warning "A fleet of a stated size that is hardly used.";
        FleetBelowNeed "fleet-below-need" Warning "A fleet of a stated size that does less than half of the work, and nothing does the rest.";
        AvailabilityLow "availability-low" Warning "A fleet that is down for more than a fifth of the hours.";
        NeverDown "never-down" Warning "A fleet that is never down and hardly ever idle.";
        LineDominates "line-dominates" Warning "A line that costs more than twice all else of its option.";
        InstanceSizeUnlikely "instance-size-unlikely" Warning "A server or an instance with more accelerators than one has.";
        ReserveAboveNeed "reserve-above-need" Warning "More spares than servers, or more kept warm than the peak needs.";
        RateUnlikely "rate-unlikely" Warning "A rate, a ratio or a lease that nobody has.";
        ExchangeRateUnlikely "exchange-rate-unlikely" Warning "A rate of exchange that is far from a published one, or upside down.";
        LeadUnlikely "lead-unlikely" Warning "A verdict that is too good to be likely.";
        // rules of a check: what is compared
        OneOption "one-option" Warning "Nothing to compare: one option alone.";
        OnePriceKind "one-price-kind" Information "Rented options are priced in one way alone.";
        CommitmentUnused "commitment-unused" Warning "A commitment above the least demand: hours are paid for and not used.";
        CommitmentBeforeDemand "commitment-before-demand" Warning "A commitment before the demand is known.";
        OutlivesDemand "outlives-demand" Warning "A commitment or a fleet outlives the work that it is for.";
        IdleAfterWork "idle-after-work" Warning "A fleet that is mostly idle once some of its work has ended.";
        LeaseOutlastsHorizon "lease-outlasts-horizon" Warning "A lease runs on after the horizon.";
        AlwaysOnLowLoad "always-on-low-load" Warning "Instances are always on for a load that is mostly far below its peak.";
        UtilizationHigh "utilization-high" Information "A utilization above what has been measured in clusters.";
        GrowthUndiscounted "growth-undiscounted" Warning "Demand grows for years, and later money weighs as much as today's.";
        DiscountBeforeTax "discount-before-tax" Warning "A discount rate of which nothing says that it is after tax, beside a tax.";
        FleetOutgrown "fleet-outgrown" Warning "Demand grows far beyond a fleet of a stated size.";
        OutsideUncertainty "outside-uncertainty" Warning "A stated value outside its own uncertainty.";
        UncertaintyWithoutEffect "uncertainty-without-effect" Warning "An uncertain number of which nothing follows.";
        UncertaintyBeyondHorizon "uncertainty-beyond-horizon" Warning "An uncertain number that counts only after the horizon.";
        DeliveryTooLate "delivery-too-late" Warning "Servers arrive later than the scenario requires.";
        // rules of a check: whether it still holds
        ExpiredPrice "expired-price" Warning "A price or a quote that no longer holds.";
        StalePrice "stale-price" Warning "A price that is older than three years, or will be older than one at the next review.";
        DateAhead "date-ahead" Warning "A price of a day that has not come.";
        UnsourcedPrice "unsourced-price" Warning "A price that carries a tenth of an option's cost has no source.";
        SourceDiffers "source-differs" Warning "The file of a source is another now than its SHA-256 says, or lacks the price.";
        UndatedRate "undated-rate" Warning "A rate of exchange of which no source says the day.";
        UnsourcedFlip "unsourced-flip" Warning "An input that could reverse the decision has no source.";
        NoOwner "no-owner" Information "Nobody answers for the scenario.";
        NoReview "no-review" Information "No day at which the scenario is looked at again.";
        ReviewOverdue "review-overdue" Warning "The scenario should have been looked at again.";
        CloseCall "close-call" Warning "The verdict is too close to call.";
        MetricsDisagree "metrics-disagree" Warning "Yardsticks that point to different options.";
    }
}

impl Code {
    /// Whether an author or a repository may decide that findings of this kind are none: never those that reject a scenario,
    /// and never an unmet expectation.
    #[must_use]
    pub const fn may_be_set_aside(self) -> bool {
        match self.severity() {
            Severity::Error => false,
            Severity::Warning | Severity::Information => true,
        }
    }
}

impl From<DocumentCode> for Code {
    /// The same code: those of documents stand first in this list, in their order.
    fn from(code: DocumentCode) -> Code {
        Code::ALL[code as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_documents_are_codes() {
        for code in DocumentCode::ALL {
            assert_eq!(Code::from(*code).text(), code.text());
        }
    }

    #[test]
    fn texts_are_kebab_case_and_unique() {
        for (i, code) in Code::ALL.iter().enumerate() {
            let text = code.text();
            assert!(text.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{text}");
            assert!(Code::ALL.iter().skip(i + 1).all(|other| other.text() != text), "{text} twice");
            assert!(code.description().ends_with('.'), "{text}");
        }
    }
}
