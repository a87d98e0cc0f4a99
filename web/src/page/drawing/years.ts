// What each option costs in each year: a small picture for each, all to one scale.

import type { PartsOf } from './parts';
import { Pen, type Point, type Room, classes, shortenedName, widthOf } from './pen';
import { Axis } from './scale';

export interface Years {
  readonly currency: string;
  readonly options: readonly PartsOf[];
}

const [HEIGHT, TOP, BOTTOM, LEFT, GAP] = [150, 30, 24, 34, 14];

export const drawYears = (years: Years, room: Room): Pen => {
  const columns = Math.min(Math.max(years.options.length, 1), room === 'wide' ? 4 : 2);
  const width = (widthOf[room] - GAP * (columns - 1)) / columns;
  const pen = new Pen(18);
  const amounts = years.options.flatMap((option) => option.amounts);
  pen.text('unit', [0, 12], 'start', new Axis(amounts, 3, [0, 1]).measuredIn(years.currency));
  const kinds = classes(years.options.map((option) => option.standing));
  for (let row = 0; row * columns < years.options.length; row += 1) {
    const y = 18 + row * HEIGHT;
    const up = new Axis(amounts, 3, [y + HEIGHT - BOTTOM, y + TOP]);
    pen.heighten(HEIGHT);
    years.options.slice(row * columns, (row + 1) * columns).forEach((option, column) => {
      small(option, kinds[row * columns + column]!, up, [column * (width + GAP), y], width, pen);
    });
  }
  return pen;
};

const small = (option: PartsOf, kind: string, up: Axis, [x, y]: Point, width: number, pen: Pen): void => {
  pen.text(`name ${kind}`, [x + 2, y + 18], 'start', shortenedName(option.name, width - 4));
  for (const tick of up.ticks) {
    const at = up.place(tick);
    pen.line(tick === 0 ? 'base' : 'grid', [x + LEFT, at], [x + width, at]);
    pen.text('tick', [x + LEFT - 5, at + 4], 'end', up.text(tick));
  }
  const step = (width - LEFT) / Math.max(option.amounts.length, 1);
  option.amounts.forEach((amount, year) => {
    const [from, to] = [up.place(0), up.place(amount)];
    const left = x + LEFT + year * step;
    const side = kind === 'wins' ? 'bar wins' : 'bar';
    pen.rect(side, [left + step * 0.15, Math.min(from, to)], [step * 0.7, Math.abs(to - from)]);
    // of many years every second one has room for its number
    if (step > 14 || year % 2 === 0) pen.text('tick', [left + step / 2, y + HEIGHT - 8], 'middle', String(year));
  });
};
