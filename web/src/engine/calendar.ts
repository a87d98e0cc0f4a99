/** Months of a comparison in the calendar (crates/engine/src/scenario/calendar.rs). */

/** The calendar month of a month from 1 on, where month 1 is `start`; month 0 is in none. */
export function calendarMonth(start: string | null | undefined, month: number | null): string | null {
  if (typeof start !== 'string' || month === null || month < 1) return null;
  const [year, ofYear] = start.split('-').map(Number);
  const count = year * 12 + ofYear - 1 + month - 1;
  const padded = (number: number, digits: number) => String(number).padStart(digits, '0');
  return `${padded(Math.floor(count / 12), 4)}-${padded((count % 12) + 1, 2)}`;
}

/** A month, with its date where there is one: `month 20 (2028-11)`. */
export function dated(start: string | null | undefined, month: number): string {
  const date = calendarMonth(start, month);
  return date === null ? `month ${month}` : `month ${month} (${date})`;
}
