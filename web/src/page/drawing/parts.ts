// What options are made of: a bar for each, of the same parts.

import { Pen, type Room, type Standing, WIDEST_NAME, classes, nameWidth, shortenedName, textWidth, widthOf } from './pen';
import { Axis } from './scale';

export interface PartsOf {
  readonly name: string;
  readonly standing: Standing;
  readonly amounts: readonly number[];
}

export interface Parts {
  readonly currency: string;
  readonly parts: readonly string[];
  readonly options: readonly PartsOf[];
}

export const drawParts = (parts: Parts, room: Room): Pen => {
  const pen = new Pen(0);
  const top = legend(parts, room, pen);
  const longest = Math.max(0, ...parts.options.map((option) => nameWidth(option.name)));
  // a name stands before its bar, or above it where there is no room
  // half of what is written at the first value stands before it
  const [left, step] = room === 'wide' ? [Math.min(longest, WIDEST_NAME) + 12, 30] : [18, 44];
  const sum = (option: PartsOf, sign: number): number =>
    option.amounts.filter((amount) => amount * sign > 0).reduce((all, amount) => all + amount, 0);
  const sums = parts.options.flatMap((option) => [sum(option, 1), sum(option, -1)]);
  const across = new Axis(sums, room === 'wide' ? 6 : 3, [left, widthOf[room] - 16]);
  const bottom = top + parts.options.length * step;
  for (const tick of across.ticks) {
    const x = across.place(tick);
    pen.line(tick === 0 ? 'base' : 'grid', [x, top], [x, bottom]);
    pen.text('tick', [x, bottom + 16], 'middle', across.text(tick));
  }
  pen.text('unit', [widthOf[room], bottom + 34], 'end', across.measuredIn(parts.currency));
  const kinds = classes(parts.options.map((option) => option.standing));
  parts.options.forEach((option, at) => {
    const y = top + at * step;
    const name = shortenedName(option.name, room === 'wide' ? WIDEST_NAME : widthOf[room] - left);
    if (room === 'wide') pen.text(`name ${kinds[at]}`, [left - 8, y + 19], 'end', name);
    else pen.text(`name ${kinds[at]}`, [left, y + 16], 'start', name);
    stack(option, across, room === 'wide' ? y + 5 : y + 21, pen);
  });
  pen.heighten(bottom + 40);
  return pen;
};

/** Costs from nothing to the right, what is received to the left. */
const stack = (option: PartsOf, across: Axis, y: number, pen: Pen): void => {
  let [up, down] = [0, 0];
  option.amounts.forEach((amount, part) => {
    const start = amount < 0 ? down : up;
    const [from, to] = [across.place(start), across.place(start + amount)];
    if (amount < 0) down += amount;
    else up += amount;
    // a hair between two parts tells them apart without colour
    if (Math.abs(to - from) > 0.4) {
      pen.rect(`part p${part}`, [Math.min(from, to), y], [Math.abs(to - from) - 1, 20]);
    }
  });
};

/** What the parts are called, in as many lines as it takes; how high that is. */
const legend = (parts: Parts, room: Room, pen: Pen): number => {
  let [x, y] = [0, 14];
  parts.parts.forEach((name, part) => {
    const width = textWidth(name) + 36;
    if (x > 0 && x + width > widthOf[room]) [x, y] = [0, y + 20];
    pen.rect(`part p${part}`, [x, y - 10], [12, 12]);
    pen.text('key', [x + 18, y], 'start', name);
    x += width;
  });
  return y + 14;
};
