// The load over the hours of a month, the highest first, filled by who serves it (crates/documents/src/report/page/svg/load.rs).

import { Pen, type Point, type Room, widthOf } from './pen';
import { Axis } from './scale';

export interface Load {
  readonly levels: readonly (readonly [level: number, share: number])[];
  readonly owned: number;
  readonly committed: number | null;
}

/** The last is from a line to the foot of the letters below it. */
const [LEFT, TOP, BOTTOM, LETTERS] = [40, 30, 30, 16];

export const drawLoad = (load: Load, room: Room): Pen => {
  const height = room === 'wide' ? 280 : 230;
  const pen = new Pen(height);
  const peak = load.levels[0]?.[0] ?? 0;
  const { owned } = load;
  const committed = Math.max(load.committed ?? owned, owned);
  const up = new Axis([peak, Math.min(owned, peak * 1.5)], 5, [height - BOTTOM, TOP]);
  const right = widthOf[room] - 12;
  const place = (share: number): number => LEFT + share * (right - LEFT);
  band(load, [0, owned], up, place, 'owned', pen);
  band(load, [owned, committed], up, place, 'committed', pen);
  band(load, [committed, Infinity], up, place, 'demanded', pen);
  pen.text('unit', [0, 12], 'start', 'accelerators');
  for (const tick of up.ticks) {
    const y = up.place(tick);
    pen.line(tick === 0 ? 'base' : 'grid', [LEFT, y], [right, y]);
    pen.text('tick', [LEFT - 6, y + 4], 'end', up.text(tick));
  }
  for (const [level, says] of [[owned, 'owned'], [committed, 'committed']] as const) {
    if (level <= 0 || level > peak * 1.5 || (says === 'committed' && committed <= owned)) continue;
    const y = up.place(level);
    pen.line('today', [LEFT, y], [right, y]);
    // of two lines the lower one is named below it: they may be close to each other
    const beside = says === 'owned' && committed > owned ? Math.min(y + LETTERS, height - BOTTOM - 4) : y - 6;
    pen.text('mark strong', [right, beside], 'end', `${says}: up to ${up.text(level)}`);
  }
  for (let quarter = 0; quarter <= 4; quarter += 1) {
    const anchor = quarter === 4 ? 'end' : 'middle';
    pen.text('tick', [place(quarter / 4), height - 10], anchor, `${quarter * 25} %`);
  }
  return pen;
};

/** The load between two heights, as an area. */
const band = (
  load: Load,
  [from, to]: readonly [number, number],
  up: Axis,
  place: (share: number) => number,
  kind: string,
  pen: Pen,
): void => {
  if (to <= from || (load.levels[0]?.[0] ?? 0) <= from) return;
  const edge: Point[] = [[place(0), up.place(from)]];
  let passed = 0;
  for (const [level, share] of load.levels) {
    const height = up.place(Math.min(Math.max(level, from), to));
    edge.push([place(passed), height]);
    passed += share;
    edge.push([place(passed), height]);
  }
  edge.push([place(passed), up.place(from)]);
  pen.course(`band ${kind}`, edge);
};
