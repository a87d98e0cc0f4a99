// Useful hours that a fleet does not serve, in words (crates/documents/src/report/compare/service.rs).

import type { Comparison, OptionResult, Served } from '../contract';
import { grouped, percent, readable } from './written';

type Called = (name: string) => string;

interface Elsewhere {
  readonly group: string;
  readonly option: string;
  readonly useful_hours: number;
  readonly share: number | null;
}

/** Useful hours that a fleet does not serve, and where they go. */
export const shortfalls = (result: Comparison, served: readonly Served[], called: Called): string[] =>
  result.options.flatMap((option) => {
    const beside = served.find((one) => one.option === option.name);
    return beside ? ofOption(option, beside, called) : [];
  });

const ofOption = (option: OptionResult, beside: Served, called: Called): string[] => {
  const name = called(option.name);
  const hours = (count: number, share: number | null): string =>
    `${name}: ${whole(count)} useful hours${share === null ? '' : ` (${percent(share)})`}`;
  const of = (field: string): number => (option[field] as number | undefined) ?? 0;
  const [undone, lost, bare] = [of('hours_undone'), of('hours_lost_to_downtime'), of('hours_without_headroom')];
  const elsewhere = (option['hours_elsewhere'] as Elsewhere[]).map(
    (one, at) => `${hours(one.useful_hours, one.share)} ${which(one, beside.elsewhere[at], called)} go to ${called(one.option)}`,
  );
  return [
    ...elsewhere,
    ...(undone === 0 ? [] : [`${hours(undone, beside.share_undone)} wait and are left undone`]),
    ...(bare === 0 ? [] : [`${name}: in ${whole(bare)} hours its fleet has room for the work and not for its headroom`]),
    ...(lost === 0
      ? []
      : [`${hours(lost, beside.share_lost)} are lost while its fleet is down; nothing is rented for them`]),
  ];
};

/** Which hours a fleet does not serve, in words that follow them: `beyond its 48 accelerators`. */
const which = (one: Elsewhere, beside: Served['elsewhere'][number] | undefined, called: Called): string => {
  const fleet = beside?.fleet ?? null;
  const ofFleet = (what: string): string => (fleet === null ? `its ${what}` : `the ${what} of ${called(fleet)}`);
  if (one.group === 'until_delivery') return `before ${ofFleet('first delivery')}`;
  const [least, most] = beside?.accelerators ?? [null, null];
  const count = (of: string): string => readable(of, 6);
  const counts = least === null ? '' : least === most ? `${count(most)} ` : `${count(least)} to ${count(most)} `;
  return `beyond ${ofFleet(`${counts}accelerators`)}${beside?.is_down ? ' or while they are down' : ''}`;
};

/** Hours without a fraction, unless there is hardly more than that. */
const whole = (hours: number): string => (hours >= 100 ? grouped(hours, 0) : readable(hours, 3));
