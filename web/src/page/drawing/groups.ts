// A bar for each option in each of several groups, all to one scale, with its amount at its end.

import { Pen, type Room, type Standing, WIDEST_NAME, classes, nameWidth, shortenedName, textWidth, widthOf } from './pen';
import { Axis } from './scale';

export interface GroupBar {
  readonly name: string;
  readonly standing: Standing;
  readonly amount: number;
  readonly says: string;
}

export interface Groups {
  readonly groups: readonly { readonly title: string; readonly bars: readonly GroupBar[] }[];
}

const [BAR, TITLE] = [14, 30];

export const drawGroups = (groups: Groups, room: Room): Pen => {
  const bars = groups.groups.flatMap((group) => group.bars);
  const longest = Math.max(0, ...bars.map((bar) => nameWidth(bar.name)));
  const said = Math.max(0, ...bars.map((bar) => textWidth(bar.says)));
  const width = widthOf[room];
  // a name stands before its bar, or above it where there is no room
  const [left, right, step] = room === 'wide' ? [Math.min(longest, WIDEST_NAME) + 12, width - said - 8, 22] : [0, width, 38];
  const across = new Axis(
    bars.map((bar) => bar.amount),
    4,
    [left, right],
  );
  // the bars take all the room that there is: no amount is read off an axis
  const zero = across.place(0);
  const furthest = Math.max(zero + 1, ...bars.map((bar) => across.place(bar.amount)));
  const stretch = (right - zero) / (furthest - zero);
  const place = (amount: number): number => {
    const end = across.place(amount);
    return end > zero ? zero + (end - zero) * stretch : end;
  };
  const pen = new Pen(2);
  for (const group of groups.groups) {
    if (group.title !== '') {
      pen.text('key strong', [0, pen.bottom + 20], 'start', group.title);
      pen.heighten(TITLE);
    }
    const kinds = classes(group.bars.map((bar) => bar.standing));
    group.bars.forEach((bar, at) => {
      row(bar, kinds[at]!, room, left, [zero, place(bar.amount)], pen);
      pen.heighten(step);
    });
  }
  pen.heighten(6);
  return pen;
};

const row = (bar: GroupBar, kind: string, room: Room, left: number, ends: readonly [number, number], pen: Pen): void => {
  const y = pen.bottom;
  const isWide = room === 'wide';
  const name = shortenedName(bar.name, isWide ? WIDEST_NAME : widthOf[room] - textWidth(bar.says) - 8);
  pen.text(`name ${kind}`, isWide ? [left - 8, y + 15] : [0, y + 14], isWide ? 'end' : 'start', name);
  const wins = kind === 'wins' ? ' wins' : '';
  const [from, to] = ends;
  pen.rect(`bar${wins}`, [Math.min(from, to), isWide ? y + 4 : y + 19], [Math.abs(to - from), BAR]);
  pen.text(`key${wins}`, [widthOf[room], isWide ? y + 15 : y + 14], 'end', bar.says);
};
