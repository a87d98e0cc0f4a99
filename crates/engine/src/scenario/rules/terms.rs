//! Rules of what lasts for a term: commitments, leases and warranties, by their months or by the date until which they do.

use super::Rules;
use crate::diagnostic::Code;
use crate::number::counted;
use crate::scenario::dates::Lasts;
use crate::scenario::document::{Entry, Given, MonthByDate, NodeId};
use crate::scenario::own::{Burst, Own};
use crate::scenario::quantities::{Months, Term};
use crate::scenario::quantity::Quantity as _;
use crate::scenario::rent::{Commitment, Rent};

impl Rules<'_> {
    /// How long a term is; none where neither its months nor its date are there and can be read.
    fn lasts(&self, months: Option<&Given<Term>>, until: Option<&Given<MonthByDate>>) -> Option<Lasts> {
        match (months, until) {
            (Some(months), _) => self.known(months).map(|known| Lasts::months(known.count(), months.at)),
            (None, Some(until)) => self.known(until).map(|_| Lasts::until(until)),
            (None, None) => None,
        }
    }

    /// A commitment ends after it begins, and is paid for within the horizon.
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
                "`{}` runs to {}; months after {horizon}, the horizon, are owed but not counted",
                entry.name,
                self.month(ends)
            );
            let diagnostic = self.at(Code::CommitmentOutlastsHorizon, lasts.at, message);
            self.found.push(diagnostic.label("compare as many months as are owed, or commit for fewer"));
        }
    }

    /// Commitments for bursts are not over before the first servers are there, with which they begin.
    pub(super) fn burst_commitments(&mut self, own: &Own, burst: &Burst, option: &Rent) {
        let Some(delivered) = self.deliveries(own).and_then(|deliveries| deliveries.into_iter().min()) else { return };
        for chosen in &burst.commitments {
            let Some(commitment) = option.commitments.get(&chosen.name).map(|entry| &entry.value) else { continue };
            let until = commitment.until.as_ref().filter(|_| commitment.term_months.is_none());
            let (Some(until), Some(starts)) = (until, self.known(&commitment.starts_month)) else { continue };
            let alone = starts.count().cast_signed() - 1;
            // one that ends before it begins for itself is an error there
            if self.known(until).is_some_and(|known| known.number > alone) {
                self.term(Lasts::until(until), alone.max(delivered), &format!("`{}` for bursts", chosen.name));
            }
        }
    }

    /// Leases end after they begin, and servers that are bought at their end still have some life.
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
                "the servers of `own.{}` are leased for {term} months and then bought, after a life of {months}",
                option.name
            );
            let diagnostic = self.at(Code::BuyoutAfterLife, lasts.at, message);
            let label = match lasts.last() {
                None => format!("write less than {months}, or remove `buyout` and the servers go back"),
                Some(_) => "write an earlier month, or remove `buyout` and the servers go back".to_owned(),
            };
            self.found.push(diagnostic.label(label).related(self.document.place(life.at), "or write a longer life"));
        }
    }

    /// A warranty ends after it begins, and what is paid once it is over goes together with one.
    pub(super) fn warranty(&mut self, option: &Entry<Own>) {
        let own = &option.value;
        if let Some(until) = own.warranty_until.as_ref().filter(|until| self.known(*until).is_some()) {
            self.since_deliveries(own, Lasts::until(until), &format!("the warranty of `own.{}`", option.name));
        }
        if own.warranty_months.is_some() || own.warranty_until.is_some() {
            return;
        }
        for line in &own.operating {
            if self.known(&line.value.after_warranty) == Some(true) {
                let message = "`after_warranty` goes together with `warranty_months` of the option, which is not there";
                let diagnostic = self.at_key(Code::MissingKey, line.value.after_warranty.at, message);
                self.found.push(diagnostic.label("add `warranty_months: 36` to the option"));
            }
        }
    }

    /// The months with whose end servers are delivered within the horizon; none where that cannot be read.
    fn deliveries(&self, own: &Own) -> Option<Vec<i32>> {
        let horizon = self.horizon()?;
        let is_known = self.known(&own.lead_time()).is_some()
            && own.purchases.iter().flatten().all(|purchase| self.known(&purchase.month).is_some());
        let within = |delivered: &i32| *delivered < horizon.cast_signed();
        is_known.then(|| own.deliveries(horizon).into_iter().filter(within).collect())
    }

    /// Months of the longest of terms that begin with deliveries, if all of them can be.
    fn since_deliveries(&mut self, own: &Own, lasts: Lasts, what: &str) -> Option<u32> {
        let deliveries = self.deliveries(own)?;
        let (first, last) = (deliveries.iter().min()?, deliveries.iter().max()?);
        self.term(lasts, *last, what)?;
        self.term(lasts, *first, what)
    }

    /// Months of a term that begins after a month, if it can be: it ends after it begins, and is no longer than a term may be.
    fn term(&mut self, lasts: Lasts, after: i32, what: &str) -> Option<u32> {
        let (months, most) = (lasts.months_after(after), Months::KIND.maximum());
        let Some(until) = lasts.last() else { return Some(months) };
        let (key, begins) = (self.document.key(lasts.at), until.date_of(after + 1));
        if months == 0 {
            let message = format!("`{key}` is {}, and {what} begins in {begins}", until.date);
            self.found.push(self.at(Code::MonthsReversed, lasts.at, message).label(self.label_of(lasts.at, begins)));
            return None;
        }
        if rust_decimal::Decimal::from(months) > most {
            let long = counted(months, "month");
            let message = format!(
                "`{key}` is {}: {what} begins in {begins} and would last for {long}, more than {most}",
                until.date
            );
            self.found.push(self.at(Code::OutOfBounds, lasts.at, message).label("write an earlier month"));
            return None;
        }
        Some(months)
    }

    /// What to write in place of a date that comes too early.
    fn label_of(&self, at: NodeId, begins: crate::scenario::CalendarMonth) -> String {
        let months = match self.document.key(at) {
            "until" => "term_months",
            _ => "warranty_months",
        };
        format!("write {begins} or a later month, or how long it is as `{months}`")
    }
}
