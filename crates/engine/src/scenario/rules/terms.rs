//! Rules of terms: commitments, leases and warranties, given in months or by their end date.

use super::Rules;
use crate::diagnostic::Code;
use crate::number::counted;
use crate::scenario::dates::TermDuration;
use crate::scenario::document::{Entry, Located, MonthByDate, NodeId};
use crate::scenario::own::{Burst, Own};
use crate::scenario::quantities::{Months, Term};
use crate::scenario::quantity::Quantity as _;
use crate::scenario::rent::{Commitment, Rent};

impl Rules<'_> {
    /// Length of a term; none if neither months nor date can be read.
    fn lasts(&self, months: Option<&Located<Term>>, until: Option<&Located<MonthByDate>>) -> Option<TermDuration> {
        match (months, until) {
            (Some(months), _) => self.known(months).map(|known| TermDuration::months(known.count(), months.at)),
            (None, Some(until)) => self.known(until).map(|_| TermDuration::until(until)),
            (None, None) => None,
        }
    }

    /// A commitment ends after it begins, and within the horizon.
    pub(super) fn commitment(&mut self, entry: &Entry<Commitment>) {
        let commitment = &entry.value;
        let (Some(horizon), Some(lasts), Some(starts), Some(renew)) = (
            self.horizon(),
            self.lasts(commitment.term_months.as_ref(), commitment.until.as_ref()),
            self.known(&commitment.starts_month),
            self.known(&commitment.renew),
        ) else {
            return;
        };
        let starts = starts.count();
        let Some(term) = self.term(lasts, starts.cast_signed() - 1, &format!("`{}`", entry.name)) else { return };
        if starts > horizon {
            self.beyond_horizon(commitment.starts_month.at, starts, "starts in");
            return;
        }
        let counted = horizon - starts + 1;
        let terms = if renew { counted.div_ceil(term) } else { 1 };
        let ends = starts - 1 + terms * term;
        if ends > horizon {
            let message = format!(
                "`{}` runs to {}; payments after month {horizon}, the horizon, are owed but not counted",
                entry.name,
                self.month(ends)
            );
            let diagnostic = self.at(Code::CommitmentOutlastsHorizon, lasts.at, message);
            self.found.push(diagnostic.label("extend the horizon, or commit for fewer months"));
        }
    }

    /// Commitments for bursts, which begin with the first servers, end after that.
    pub(super) fn burst_commitments(&mut self, own: &Own, burst: &Burst, option: &Rent) {
        let Some(delivered) = self.deliveries(own).and_then(|deliveries| deliveries.into_iter().min()) else { return };
        for chosen in &burst.commitments {
            let Some(commitment) = option.commitments.get(&chosen.name).map(|entry| &entry.value) else { continue };
            let until = commitment.until.as_ref().filter(|_| commitment.term_months.is_none());
            let (Some(until), Some(starts)) = (until, self.known(&commitment.starts_month)) else { continue };
            let alone = starts.count().cast_signed() - 1;
            // a commitment that ends before its own start is reported there
            if self.known(until).is_some_and(|known| known.number > alone) {
                self.term(TermDuration::until(until), alone.max(delivered), &format!("`{}` for bursts", chosen.name));
            }
        }
    }

    /// Leases end after they begin, and servers bought out at the end have remaining life.
    pub(super) fn lease(&mut self, option: &Entry<Own>) {
        let own = &option.value;
        let Some(lease) = &own.lease else { return };
        let Some(lasts) = self.lasts(lease.term_months.as_ref(), lease.until.as_ref()) else { return };
        let what = format!("a lease of `own.{}`", option.name);
        let Some(term) = self.since_deliveries(own, lasts, &what) else { return };
        let life = &own.useful_life_months;
        let Some(months) = self.known(life).map(Term::count).filter(|_| lease.buyout.is_some()) else { return };
        if term >= months {
            let message = format!(
                "the servers of `own.{}` are bought after a lease of {term} months, but their useful life is {months}",
                option.name
            );
            let diagnostic = self.at(Code::BuyoutAfterLife, lasts.at, message);
            let label = match lasts.last() {
                None => format!("write less than {months}, or remove `buyout` to return the servers"),
                Some(_) => "write an earlier month, or remove `buyout` to return the servers".to_owned(),
            };
            self.found
                .push(diagnostic.label(label).related(self.document.place(life.at), "or write a longer useful life"));
        }
    }

    /// A warranty ends after it begins, and lines after the warranty require one.
    pub(super) fn warranty(&mut self, option: &Entry<Own>) {
        let own = &option.value;
        if let Some(until) = own.warranty_until.as_ref().filter(|until| self.known(*until).is_some()) {
            self.since_deliveries(own, TermDuration::until(until), &format!("the warranty of `own.{}`", option.name));
        }
        if own.warranty_months.is_some() || own.warranty_until.is_some() {
            return;
        }
        for line in &own.operating {
            if self.known(&line.value.after_warranty) == Some(true) {
                let message = "`after_warranty` requires `warranty_months` of the option, which is missing";
                let diagnostic = self.at_key(Code::MissingKey, line.value.after_warranty.at, message);
                self.found.push(diagnostic.label("add `warranty_months: 36` to the option"));
            }
        }
    }

    /// Delivery months within the horizon; none if they cannot be read.
    fn deliveries(&self, own: &Own) -> Option<Vec<i32>> {
        let horizon = self.horizon()?;
        let is_known = self.known(&own.lead_time()).is_some()
            && own.purchases.iter().flatten().all(|purchase| self.known(&purchase.month).is_some());
        let within = |delivered: &i32| *delivered < horizon.cast_signed();
        is_known.then(|| own.deliveries(horizon).into_iter().filter(within).collect())
    }

    /// Months of the longest term that begins with a delivery, if all terms are valid.
    fn since_deliveries(&mut self, own: &Own, lasts: TermDuration, what: &str) -> Option<u32> {
        let deliveries = self.deliveries(own)?;
        let (first, last) = (deliveries.iter().min()?, deliveries.iter().max()?);
        self.term(lasts, *last, what)?;
        self.term(lasts, *first, what)
    }

    /// Months of a term that begins after a month, if valid: it ends after it begins, and is not longer than allowed.
    fn term(&mut self, lasts: TermDuration, after: i32, what: &str) -> Option<u32> {
        let (months, most) = (lasts.months_after(after), Months::KIND.maximum());
        let Some(until) = lasts.last() else { return Some(months) };
        let (key, begins) = (self.document.key(lasts.at), until.date_of(after + 1));
        if months == 0 {
            let message = format!("`{key}` is {}, but {what} begins in {begins}", until.date);
            self.found.push(self.at(Code::MonthsReversed, lasts.at, message).label(self.label_of(lasts.at, begins)));
            return None;
        }
        if rust_decimal::Decimal::from(months) > most {
            let long = counted(months, "month");
            let message = format!(
                "`{key}` is {}: {what} begins in {begins} and would last {long}; the maximum is {most}",
                until.date
            );
            self.found.push(self.at(Code::OutOfBounds, lasts.at, message).label("write an earlier month"));
            return None;
        }
        Some(months)
    }

    /// Label for an end date that is too early.
    fn label_of(&self, at: NodeId, begins: crate::scenario::CalendarMonth) -> String {
        let months = match self.document.key(at) {
            "until" => "term_months",
            _ => "warranty_months",
        };
        format!("write {begins} or a later month, or its length as `{months}`")
    }
}
