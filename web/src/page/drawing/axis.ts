// An axis from nothing to its end, cut where the winner changes (crates/documents/src/report/page/svg/axis.rs).

import { Pen, type Room, textWidth, widthOf } from './pen';

export interface Axis {
  readonly points: readonly number[];
  readonly stretches: readonly { readonly name: string; readonly isHeavy: boolean }[];
  readonly today: number;
  /** Up to where it is known who wins. */
  readonly known: number;
  /** What stands at its end. */
  readonly end: string;
}

export const drawAxis = (axis: Axis, room: Room): string => {
  const pen = new Pen(40);
  const width = room === 'wide' ? 560 : widthOf.narrow;
  const [left, right] = [8, width - 8];
  const place = (share: number): number => left + share * (right - left);
  const ends = [...axis.points, axis.known];
  let from = 0;
  axis.stretches.forEach(({ name, isHeavy }, at) => {
    const to = ends[at] ?? from;
    const [start, end] = [place(from), place(Math.max(to, from))];
    const [kind, thick] = isHeavy ? ['stretch wins', 8] : ['stretch', 3];
    pen.rect(kind as string, [start, 22 - (thick as number) / 2], [end - start, thick as number]);
    if (textWidth(name) + 6 < end - start) pen.text('tick', [(start + end) / 2, 13], 'middle', name);
    from = to;
  });
  if (from < 1) pen.line('today', [place(from), 22], [right, 22]);
  for (const point of axis.points) pen.line('cut', [place(point), 13], [place(point), 31]);
  pen.dot('plan', [place(axis.today), 22], 6);
  pen.text('tick', [0, 38], 'start', '0 %');
  pen.text('tick', [width, 38], 'end', axis.end);
  return pen.hidden(width, room);
};
