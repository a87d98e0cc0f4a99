// Axes: from values to places, with the values at which a reader looks.

export class Axis {
  readonly ticks: number[] = [];
  private readonly ends: readonly [number, number];
  private readonly unit: readonly [number, string];
  private readonly decimals: number;

  /** An axis that holds nothing and all values, with about so many steps. */
  constructor(values: Iterable<number>, steps: number, private readonly places: readonly [number, number]) {
    let [least, most] = [0, 0];
    for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
    const step = roundStep((most > least ? most - least : 1) / steps);
    const first = Math.floor(least / step);
    const last = Math.max(Math.ceil(most / step), first + 1);
    for (let at = first; at <= last; at += 1) this.ticks.push(at * step);
    this.ends = [first * step, last * step];
    this.unit = unitOf(Math.max(Math.abs(first * step), Math.abs(last * step)));
    this.decimals = decimalsOf(step / this.unit[0]);
  }

  place(value: number): number {
    const [least, most] = this.ends;
    const [from, to] = this.places;
    return from + ((value - least) / (most - least)) * (to - from);
  }

  text(value: number): string {
    return (value / this.unit[0]).toFixed(this.decimals).replaceAll('-', '−');
  }

  /** What the values are in: `million USD`. */
  measuredIn(currency: string): string {
    return [this.unit[1], currency].filter((word) => word !== '').join(' ');
  }
}

/** The least step of 1, 2 or 5 times a power of ten that is not below another. */
export const roundStep = (least: number): number => {
  let power = 1;
  while (power * 10 <= least) power *= 10;
  while (power > least) power /= 10;
  return [1, 2, 5].map((times) => times * power).find((step) => step >= least) ?? power * 10;
};

const unitOf = (most: number): [number, string] =>
  most >= 1e9 ? [1e9, 'billion'] : most >= 1e6 ? [1e6, 'million'] : most >= 1e4 ? [1e3, 'thousand'] : [1, ''];

const decimalsOf = (step: number): number => {
  let [decimals, scaled] = [0, step];
  while (decimals < 6 && Math.abs(scaled - Math.round(scaled)) > 1e-6) [decimals, scaled] = [decimals + 1, scaled * 10];
  return decimals;
};
