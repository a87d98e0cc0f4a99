//! The table of finding codes, after those of documents.

use language::diagnostic::Severity;

pub use language::diagnostic::DocumentCode;

language::codes_with_those_of_documents! {
    /// Kind of finding.
    pub enum Code {
        // extended files
        ExtendsUnreadable "extends-unreadable" Error "An extended file that cannot be read, or is not in the repository.";
        ExtendsCircle "extends-circle" Error "Files that extend each other in a circle.";
        ExtendsScenario "extends-scenario" Error "An extended file that has a name, which makes it a scenario.";
        SharedCurrency "shared-currency" Error "A currency that differs from that of an extended file whose amounts have no code.";
        // rules between keys
        InvalidName "invalid-name" Error "A name with characters other than a-z, 0-9, `-` and `_`.";
        ReservedName "reserved-name" Error "A name that is reserved for reports.";
        SameLabel "same-label" Error "Two items with the same label.";
        NoOption "no-option" Error "Nothing to own and nothing to rent.";
        UnknownOption "unknown-option" Error "A reference to an option that does not exist.";
        UnknownCommitment "unknown-commitment" Error "A reference to a commitment that does not exist.";
        UnknownWorkload "unknown-workload" Error "A reference to a workload that does not exist.";
        UnknownProfile "unknown-profile" Error "A named profile that does not exist.";
        UnknownPath "unknown-path" Error "A source, an uncertainty or a case value for a path that does not exist.";
        UnknownCase "unknown-case" Error "A case that the scenario does not have.";
        MissingRate "missing-rate" Error "An amount in a currency without an exchange rate in the scenario.";
        UncertainText "uncertain-text" Error "An uncertainty of something that is not a number.";
        UncertainStructure "uncertain-structure" Error "An uncertainty of a value that cannot be sampled, such as a count or a threshold.";
        UncertainOrder "uncertain-order" Error "Uncertainty values that are not in rising order.";
        UncertainCorrelation "uncertain-correlation" Error "Correlations that are impossible, alone or together.";
        DeliveryBeyondHorizon "delivery-beyond-horizon" Error "The first servers arrive after the horizon.";
        DemandBeforeDelivery "demand-before-delivery" Error "Nothing serves the demand before the first delivery.";
        OwnedTpu "owned-tpu" Error "An owned TPU; TPUs can only be rented.";
        ElectricityTwice "electricity-twice" Error "Electricity is priced and also included in a line.";
        IdleAbovePower "idle-above-power" Error "Servers draw more power idle than at work.";
        PaymentShares "payment-shares" Error "Payment shares do not add up to 100 %.";
        DepreciationShares "depreciation-shares" Error "Yearly shares of a tax depreciation do not add up to 100 %.";
        MisplacedKey "misplaced-key" Error "A key that has no effect with this tariff.";
        DuplicateEntry "duplicate-entry" Error "A duplicate entry of a list.";
        NoWorkload "no-workload" Error "A reference to workloads in a scenario without workloads.";
        UnassignedWorkload "unassigned-workload" Error "A hybrid without an option for a workload.";
        UnservedWorkload "unserved-workload" Error "Work is assigned to an option that does not serve it.";
        ProfileLength "profile-length" Error "A profile that does not have 24 or 168 shares.";
        ProfileWithoutLoad "profile-without-load" Error "A profile of zeros for a workload with output.";
        TracePath "trace-path" Error "A trace path outside the scenario's folder.";
        BuyoutAfterLife "buyout-after-life" Error "Leased servers are bought at the end of their life or later.";
        OwnedAndLeased "owned-and-leased" Error "Existing owned servers in an option that leases its servers.";
        LifeOver "life-over" Error "Existing owned servers past their useful life.";
        TierOrder "tier-order" Error "Price tiers that are not in rising order.";
        MonthsReversed "months-reversed" Error "Something ends before it starts.";
        BoundsReversed "bounds-reversed" Error "An expected minimum above the expected maximum.";
        NotCompared "not-compared" Error "An expectation about two options that are not compared.";
        // measured load
        TraceUnreadable "trace-unreadable" Error "A trace that cannot be read, or is not in the scenario's folder.";
        TraceFormat "trace-format" Error "A trace that is not a table of load measurements.";
        TraceNegative "trace-negative" Error "A negative value in a trace.";
        TraceOrder "trace-order" Error "Times in a trace that do not increase.";
        TraceGap "trace-gap" Error "Samples of a trace are missing.";
        TraceTooVaried "trace-too-varied" Error "A trace with too many distinct levels or gaps.";
        // rules of the calculation
        SpotCannotFinish "spot-cannot-finish" Error "Interruptions leave no time for work on spot, on demand or on a fleet.";
        JobLargerThanFleet "job-larger-than-fleet" Warning "A job needs more accelerators than a fleet has.";
        TooManyLevels "too-many-levels" Error "Independent loads with too many combined levels.";
        DemandExceedsFleet "demand-exceeds-fleet" Error "Demand exceeds the capacity of an owned fleet, and nothing serves the rest.";
        LimitExceeded "limit-exceeded" Error "A load needs more instances than a quota, or more replicas than the autoscaler's limit.";
        TooLarge "too-large" Error "A result above 10^27.";
        // findings that do not reject the scenario
        NoElectricity "no-electricity" Warning "Electricity of owned servers is not paid for.";
        NoEffect "no-effect" Warning "A key that has no effect here.";
        BeyondHorizon "beyond-horizon" Warning "Something after the horizon is never counted.";
        CommitmentOutlastsHorizon "commitment-outlasts-horizon" Warning "A commitment runs beyond the horizon.";
        AlwaysOnBurst "always-on-burst" Warning "Bursts go to an option that is always on.";
        ProfileBelowPeak "profile-below-peak" Warning "A profile that never reaches its peak.";
        BookResale "book-resale" Warning "Resale is unexpired book value, not a market price.";
        OverBudget "over-budget" Warning "An option costs more than the budget.";
        PaybackReversals "payback-turns" Warning "Owning falls behind again after payback.";
        ReviewBeforeDate "review-before-date" Warning "The review date is before the date of the prices.";
        // files of a check
        UnreadableFile "unreadable-file" Error "A file that cannot be read as text.";
        InvalidConfiguration "invalid-configuration" Error "A `rackrent.toml`, or a file of a catalog pack, that cannot be used.";
        MoreMistakes "more-mistakes" Error "More mistakes than are listed.";
        UnmetExpectation "unmet-expectation" Error "The result does not meet an expectation.";
        UnmetRequirement "unmet-requirement" Error "The scenario lacks something that its repository requires.";
        NoEligibleOption "no-eligible-option" Error "No option is eligible and comparable, so there is no decision.";
        UnknownRule "unknown-rule" Error "A rule that does not exist, or that cannot be allowed or configured.";
        ExpiredAllowance "expired-allowance" Warning "An allowance that has expired.";
        UnusedAllowance "unused-allowance" Warning "An allowance that matches no finding, or only findings that are already allowed.";
        OpenAllowance "open-allowance" Information "An allowance without an end date.";
        ReasonShort "reason-short" Warning "A one-word reason for a cost that does not arise, or for an allowance.";
        StaleBaseline "stale-baseline" Information "A finding in the baseline that no longer occurs.";
        GivenUp "given-up" Warning "A rule that was not evaluated completely, since it exceeds the work budget of a check.";
        // edited workbooks
        EditedCell "edited-cell" Error "A cell of an edited workbook that is not a number.";
        EditedTwice "edited-twice" Error "An input that was changed in the workbook and in its scenario, or twice in the workbook.";
        // rules of a check: costs
        ElectricityUnstated "electricity-unstated" Warning "A price per kilowatt next to electricity, where it is not specified whether it includes electricity.";
        NameplatePower "nameplate-power" Warning "Servers that draw their nameplate power even while idle.";
        LeftOut "left-out" Information "Usual costs that an option does not include.";
        UnevenCosts "uneven-costs" Warning "An option without a cost that the other options include.";
        MaintenanceInWarranty "maintenance-in-warranty" Warning "Maintenance is paid during the warranty.";
        WarrantyEnds "warranty-ends" Warning "A warranty that ends within the horizon, and no maintenance after it.";
        NoNetwork "no-network" Warning "Dozens of servers with little or no cost for the network between them.";
        LicencesTooFew "licences-too-few" Warning "Fewer licences than servers, or than accelerators where licensing is per accelerator.";
        PaidTwice "paid-twice" Warning "Two lines appear to charge the same cost.";
        InstancePriceLow "instance-price-low" Warning "An instance price that looks like the price of one accelerator.";
        ServerPriceLow "server-price-low" Warning "A server price that looks like the price of one accelerator.";
        LifeInYears "life-in-years" Warning "A useful life in months that looks like years.";
        InterruptionsUnusual "interruptions-unusual" Warning "A spot interruption rate far from any published one.";
        SpotWithoutCheckpoints "spot-without-checkpoints" Warning "A job on several spot instances that loses nothing when one is interrupted.";
        OutsidePublished "outside-published" Warning "A price or a measurement far from any published one.";
        MemoryBeyondNeed "memory-beyond-need" Information "Accelerators with far more memory than required.";
        UnlikeAccelerators "unlike-accelerators" Warning "Different kinds of accelerators that are assumed equally fast.";
        // rules of a check: implausible numbers
        PowerUnlikely "power-unlikely" Warning "Server power far from the rating of its accelerators.";
        BelowNameplate "below-nameplate" Warning "Space or supply for less power than the nameplate of such servers.";
        PueLow "pue-low" Warning "A PUE that only cold locations reach, without a source.";
        StaffUnlikely "staff-unlikely" Warning "A staff cost far from published pay, or a headcount far from what the servers need.";
        TermInYears "term-in-years" Warning "A horizon or a term in months that looks like years.";
        LeadTimeUnlikely "lead-time-unlikely" Warning "A delivery time longer than any reported one.";
        NoLeadTime "no-lead-time" Warning "Dozens of servers without a delivery time.";
        ShareTwice "share-twice" Warning "A share below 1 % that looks like a fraction written as a percentage.";
        ValueHolds "value-holds" Warning "Used servers valued above any observed price for their age, or at zero while they are new.";
        DiscountUnlikely "discount-unlikely" Warning "A commitment or spot price above the list price, or far below it.";
        MemoryUnlike "memory-unlike" Warning "A memory size that differs from that of the named accelerator.";
        PriceOfAnother "price-of-another" Warning "An instance price that is the list price of another accelerator.";
        TextCut "text-cut" Warning "A text that is cut off by a YAML comment.";
        HorizonLong "horizon-long" Warning "A comparison over ten years or more, or servers with such a life.";
        FleetAboveNeed "fleet-above-need" Warning "A fleet of given size that is hardly used.";
        FleetBelowNeed "fleet-below-need" Warning "A fleet of given size that serves less than half of the demand, with the rest unserved.";
        AvailabilityLow "availability-low" Warning "A fleet that is down more than a fifth of the time.";
        NeverDown "never-down" Warning "A fleet that is never down and hardly ever idle.";
        LineDominates "line-dominates" Warning "A line that costs more than twice the rest of its option.";
        InstanceSizeUnlikely "instance-size-unlikely" Warning "A server or an instance with an unusual number of accelerators.";
        ReserveAboveNeed "reserve-above-need" Warning "More spares than servers, or more warm capacity than the peak needs.";
        RateUnlikely "rate-unlikely" Warning "An implausible rate, ratio or lease.";
        ExchangeRateUnlikely "exchange-rate-unlikely" Warning "An exchange rate far from the published one, or inverted.";
        LeadUnlikely "lead-unlikely" Warning "An implausibly large saving.";
        // rules of a check: the comparison
        OneOption "one-option" Warning "A single option, with nothing to compare it with.";
        OnePriceKind "one-price-kind" Information "Rented options with a single kind of pricing.";
        CommitmentUnused "commitment-unused" Warning "A commitment above the minimum demand: paid hours are not used.";
        CommitmentBelowNeed "commitment-below-need" Warning "A commitment to fewer instances than pay off, where more would decide.";
        CommitmentBeforeDemand "commitment-before-demand" Warning "A long commitment while demand is uncertain.";
        OutlivesDemand "outlives-demand" Warning "A commitment or a fleet that outlives its work.";
        IdleAfterWork "idle-after-work" Warning "A fleet that is mostly idle once some of its work has ended.";
        LeaseOutlastsHorizon "lease-outlasts-horizon" Warning "A lease runs beyond the horizon.";
        AlwaysOnLowLoad "always-on-low-load" Warning "Instances are always on although the average load is far below its peak.";
        RateOfOtherRequests "rate-of-other-requests" Warning "A rate in tokens per second that was measured with requests of other lengths.";
        UtilizationHigh "utilization-high" Information "A utilization above that measured in clusters.";
        GrowthUndiscounted "growth-undiscounted" Warning "Demand grows for years, and the discount rate is close to zero.";
        DiscountBeforeTax "discount-before-tax" Warning "A discount rate that is not marked as after tax, in a comparison after tax.";
        FleetOutgrown "fleet-outgrown" Warning "Demand grows far beyond a fleet of given size.";
        OutsideUncertainty "outside-uncertainty" Warning "A value outside its own uncertainty range.";
        UncertaintyWithoutEffect "uncertainty-without-effect" Warning "An uncertain input that affects no option.";
        UncertaintyBeyondHorizon "uncertainty-beyond-horizon" Warning "An uncertain input that takes effect only after the horizon.";
        DeliveryTooLate "delivery-too-late" Warning "Servers arrive later than the scenario requires.";
        // rules of a check: validity
        ExpiredPrice "expired-price" Warning "A price or a quote that has expired.";
        StalePrice "stale-price" Warning "A price older than three years, or older than one year at the next review.";
        DateAhead "date-ahead" Warning "A price dated in the future.";
        UnsourcedPrice "unsourced-price" Warning "A price without a source that accounts for a tenth of an option's cost.";
        SourceDiffers "source-differs" Warning "The file of a source does not match its SHA-256, or does not contain the price.";
        UndatedRate "undated-rate" Warning "An exchange rate without a dated source.";
        UnsourcedFlip "unsourced-flip" Warning "An input without a source that could reverse the decision.";
        NoOwner "no-owner" Information "The scenario has no owner.";
        NoReview "no-review" Information "The scenario has no review date.";
        ReviewOverdue "review-overdue" Warning "The review date of the scenario has passed.";
        CloseCall "close-call" Warning "The verdict is too close to call.";
        TrendDecides "trend-decides" Warning "A change of a rental price without a range that decides the verdict.";
        MetricsDisagree "metrics-disagree" Warning "Metrics that favour different options.";
    }
}

impl Code {
    /// Whether an author or a repository may allow findings of this kind: never those that reject a scenario, and never an unmet
    /// expectation.
    #[must_use]
    pub const fn may_be_set_aside(self) -> bool {
        match self.severity() {
            Severity::Error => false,
            Severity::Warning | Severity::Information => true,
        }
    }
}

impl From<DocumentCode> for Code {
    /// The same code: codes of documents come first in this list, in their order.
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
