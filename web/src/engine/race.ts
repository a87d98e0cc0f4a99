/** Who wins while a number moves: the options that could, judged over intervals (crates/engine/src/analysis/flip/race.rs). */

import { type Decimal, ZERO, absolute, compare, decimal, maximum, multiply, parsed } from './decimal';
import type { Figures } from './evaluated';
import type { Sight, Stance } from './first_crossing';
import { type Interval, bounds, intervals, line } from './interval';
import { Binary, decimals } from './kind';
import { minus, over, plus, times } from './number';
import { Fault, type Values } from './sheet';

export type Half = 'own' | 'rent';
/** The side that wins, or neither: both cost the same, or no option is left. */
export type Leader = Half | 'level' | 'nobody';

export interface Seen {
  readonly leader: Leader;
  /** What owning costs more than renting; only at a value. */
  readonly difference: Decimal | null;
}

interface Contender {
  readonly option: number;
  readonly side: Half;
  readonly present_value: number;
  readonly rules: readonly number[];
  readonly undone: number | null;
  readonly without_headroom: number | null;
  readonly sites: readonly (readonly [power: number, delivered: Decimal])[];
}

type Reading = (figure: number, period: number) => Interval;
/** The present value of each contender; null where it is out. */
export type Places = readonly (Decimal | null)[];

const LEFT_OVER = decimal(1, 18);

/** Who wins at two present values; a difference in the last of 28 digits is none. */
function leader(first: Decimal, second: Decimal): Leader {
  const negligible = times(maximum(absolute(first), absolute(second)), LEFT_OVER);
  const difference = minus(first, second);
  if (compare(absolute(difference), negligible) <= 0) return 'level';
  return difference.mantissa < 0n ? 'own' : 'rent';
}

export class Race {
  readonly contenders: readonly Contender[];
  /** What decides it. */
  private readonly decisive: readonly number[];

  constructor(
    private readonly figures: Figures,
    private readonly kinds: readonly string[],
  ) {
    const { model } = figures;
    const uncosted = !model.delay_has_a_price;
    this.contenders = model.options.flatMap((option, at): Contender[] => {
      if (option.serves_some !== null || option.parts.some(({ reasons }) => reasons.length > 0)) return [];
      const [first, end] = option.conditions;
      const sites = option.parts.flatMap(({ power }) =>
        power === null ? [] : [[power.needed, parsed(power.delivered)] as const],
      );
      return [
        {
          option: at,
          side: this.kinds[at] === 'rent' ? 'rent' : 'own',
          present_value: option.present_value,
          rules: model.conditions.slice(first, end).map(({ figure }) => figure),
          undone: uncosted ? option.undone : null,
          without_headroom: uncosted ? option.without_headroom : null,
          sites,
        },
      ];
    });
    const all = this.contenders.flatMap((one) => [
      ...one.rules,
      ...[one.undone, one.without_headroom].filter((figure) => figure !== null),
      ...one.sites.map(([power]) => power),
      one.present_value,
    ]);
    this.decisive = [model.demanded, ...all];
  }

  /** The same while an input moves; null where it decides nothing. */
  moving(input: number): Moving | null {
    const moved = this.figures.sheet.affected([input], [...this.decisive]);
    return moved.length > 0 ? new Moving(this, this.figures, input, moved) : null;
  }

  /** Every contender as it stands. */
  today(): Places {
    const { sheet, values } = this.figures;
    return this.places((figure, period) => {
      const value = values.numbers[sheet.at(figure, period)];
      return line(value, value);
    });
  }

  places(values: Reading): Places {
    return this.contenders.map((contender) => {
      if (this.standing(contender, values).is !== 'in') return null;
      const worth = values(contender.present_value, 0);
      return worth.is === 'line' ? worth.to : null;
    });
  }

  /** The place of the best option of a side; of several the first. */
  best(side: Half, places: Places): number | null {
    let best: number | null = null;
    places.forEach((worth, at) => {
      if (worth === null || this.contenders[at].side !== side) return;
      if (best === null || compare(worth, places[best]!) < 0) best = at;
    });
    return best;
  }

  private leastOf(side: Half, places: Places): Decimal | null {
    const best = this.best(side, places);
    return best === null ? null : places[best];
  }

  seen(places: Places): Seen {
    const [own, rent] = [this.leastOf('own', places), this.leastOf('rent', places)];
    if (own !== null && rent !== null) return { leader: leader(own, rent), difference: minus(own, rent) };
    return { leader: own !== null ? 'own' : rent !== null ? 'rent' : 'nobody', difference: null };
  }

  /** Whether both sides cost the same but for a millionth: a line that was solved to fewer digits. */
  isLevel(places: Places): boolean {
    const [own, rent] = [this.leastOf('own', places), this.leastOf('rent', places)];
    if (own === null || rent === null) return false;
    const largest = maximum(absolute(own), absolute(rent));
    return compare(absolute(minus(own, rent)), times(largest, decimal(1, 6))) <= 0;
  }

  private standing(contender: Contender, values: Reading): { is: 'in' | 'out' } | { is: 'open'; share: Decimal | null } {
    const { sheet, model } = this.figures;
    const rows = (row: number) => sheet.periods.map((_, period) => values(row, period));
    const found: Above[] = [];
    for (const rule of contender.rules) found.push(...rows(rule).map((by) => above(by, ZERO, LEFT_OVER)));
    for (const [power, delivered] of contender.sites) {
      // power is compared to 12 digits
      found.push(...rows(power).map((needed) => above(needed, delivered, times(delivered, decimal(1, 12)))));
    }
    if (contender.undone !== null) {
      const demanded = bounds(values(model.demanded, 0));
      const slack = demanded && times(maximum(demanded[0], ZERO), decimal(5, 12));
      found.push(slack ? above(values(contender.undone, 0), ZERO, slack) : { is: 'partly', share: null });
    }
    if (contender.without_headroom !== null) found.push(above(values(contender.without_headroom, 0), ZERO, LEFT_OVER));
    if (found.some(({ is }) => is === 'everywhere')) return { is: 'out' };
    const partly = found.filter((one) => one.is === 'partly');
    if (partly.length === 0) return { is: 'in' };
    return { is: 'open', share: partly.find(({ share }) => share !== null)?.share ?? null };
  }

  /** The least present value of a side over an interval; null if it has no option left. */
  private least(side: Half, values: Reading): { open: Decimal | null } | { least: Interval | null } {
    let least: Interval | null = null;
    for (const contender of this.contenders) {
      if (contender.side !== side) continue;
      const standing = this.standing(contender, values);
      if (standing.is === 'open') return { open: standing.share };
      if (standing.is === 'out') continue;
      const worth = values(contender.present_value, 0);
      least = least === null ? worth : intervals.binary(Binary.minimum, least, worth);
    }
    return { least };
  }

  /** Who wins over the interval (a, b]. */
  sight([a, b]: readonly [Decimal, Decimal], values: Reading): Sight<Seen> {
    const along = (share: Decimal) => plus(a, times(minus(b, a), share));
    const same = (of: Leader): Sight<Seen> => ({ is: 'same', of: { leader: of, difference: null } });
    const [own, rent] = [this.least('own', values), this.least('rent', values)];
    for (const one of [own, rent]) {
      if ('open' in one) return { is: 'open', near: one.open === null ? null : along(one.open) };
    }
    const [first, second] = [own, rent].map((one) => ('least' in one ? one.least : null));
    if (first === null || second === null) return same(first !== null ? 'own' : second !== null ? 'rent' : 'nobody');
    if (first.is !== 'line' || second.is !== 'line') {
      const found = apart(first, second);
      return found === null ? { is: 'open', near: null } : same(found);
    }
    const [start, end] = [leader(first.from, second.from), leader(first.to, second.to)];
    if (!isSide(start) || !isSide(end) || start === end) return same(start === 'level' ? end : start === end || !isSide(end) ? start : end);
    const [before, after] = [absolute(minus(first.from, second.from)), absolute(minus(first.to, second.to))];
    // exact where the product is: what is divided last is rounded once
    const product = multiply(minus(b, a), before);
    const at = product === null ? along(over(before, plus(before, after))) : plus(a, over(product, plus(before, after)));
    return { is: 'passes', at, below: { leader: start, difference: null }, above: { leader: end, difference: null } };
  }
}

const isSide = (of: Leader): of is Half => of === 'own' || of === 'rent';

/** Who wins over all of an interval, if one side always does. */
function apart(first: Interval, second: Interval): Leader | null {
  const [own, rent] = [bounds(first), bounds(second)];
  if (own === null || rent === null) return null;
  if (leader(own[1], rent[0]) === 'own') return 'own';
  return leader(own[0], rent[1]) === 'rent' ? 'rent' : null;
}

type Above = { readonly is: 'everywhere' | 'nowhere' } | { readonly is: 'partly'; readonly share: Decimal | null };

/** Whether a figure over an interval lies above a limit by more than a slack (crates/engine/src/analysis/flip/above.rs). */
function above(value: Interval, limit: Decimal, slack: Decimal): Above {
  if (value.is === 'line') {
    const [from, to] = [minus(value.from, limit), minus(value.to, limit)];
    const [low, high] = compare(from, to) <= 0 ? [from, to] : [to, from];
    if (compare(high, slack) <= 0) return { is: 'nowhere' };
    if (compare(low, minus(ZERO, slack)) >= 0) return { is: 'everywhere' };
    return { is: 'partly', share: over(absolute(from), plus(absolute(from), absolute(to))) };
  }
  if (value.is === 'within') {
    if (compare(minus(value.high, limit), slack) <= 0) return { is: 'nowhere' };
    if (compare(minus(value.low, limit), slack) > 0) return { is: 'everywhere' };
  }
  return { is: 'partly', share: null };
}

/** A race while an input moves (crates/engine/src/analysis/flip/moving.rs). */
export class Moving {
  private points: Values<Decimal> | null = null;
  private over_: Values<Interval> | null = null;

  constructor(
    private readonly race: Race,
    private readonly figures: Figures,
    private readonly input: number,
    private readonly moved: number[],
  ) {}

  over(a: Decimal, b: Decimal): Sight<Seen> {
    return this.race.sight([a, b], this.reading(a, b));
  }

  at(value: Decimal): Sight<Seen> {
    return { is: 'same', of: this.race.seen(this.places(value)) };
  }

  /** Every contender at a value. */
  places(value: Decimal): Places {
    const { sheet, values } = this.figures;
    this.points ??= { ...values, numbers: [...values.numbers], levels: [...values.levels] };
    const points = this.points;
    points.numbers[sheet.at(this.input, 0)] = value;
    try {
      sheet.evaluate(decimals, this.moved, points);
    } catch (why) {
      if (!(why instanceof Fault)) throw why;
      // where one figure has no value, others may
      return this.race.places(this.reading(value, value));
    }
    return this.race.places((figure, period) => {
      const at = points.numbers[sheet.at(figure, period)];
      return line(at, at);
    });
  }

  private reading(a: Decimal, b: Decimal): Reading {
    const { sheet, values } = this.figures;
    this.over_ ??= sheet.valuesOf(intervals, values);
    const found = this.over_;
    found.numbers[sheet.at(this.input, 0)] = line(a, b);
    sheet.evaluate(intervals, this.moved, found);
    return (figure, period) => found.numbers[sheet.at(figure, period)];
  }
}

/** How who leads stands to the side that wins today. */
export function stance(of: Leader, today: Half): Stance {
  if (of === today) return 'stays';
  return of === 'level' ? 'level' : 'turned';
}
