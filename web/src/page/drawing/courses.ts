// Lines of options along an axis, each with its name at its end.

import { type Anchor, Pen, type Point, type Room, type Standing, WIDEST_NAME, classes, nameWidth, shortenedName, textWidth, widthOf } from './pen';
import { Axis, roundStep } from './scale';

export interface Mark {
  readonly at: number;
  readonly says: string;
  /** Whether it is that of other values than what is drawn. */
  readonly stale?: boolean;
}

export interface Courses {
  readonly currency: string;
  readonly measure: 'share' | 'months';
  readonly across: readonly number[];
  readonly courses: readonly {
    readonly name: string;
    readonly standing: Standing;
    /** Why it is out. */
    readonly why: string | null;
    readonly amounts: readonly (number | null)[];
  }[];
  readonly today: Mark | null;
  readonly crossings: readonly Mark[];
}

type Course = Courses['courses'][number];

const [TOP, BOTTOM, LEFT, APART] = [34, 26, 40, 15];

export const drawCourses = (courses: Courses, room: Room): Pen => {
  const longest = Math.max(0, ...courses.courses.map((course) => nameWidth(nameOf(course))));
  const [height, right] = room === 'wide' ? [330, Math.min(longest, WIDEST_NAME) + 12] : [260, 20];
  const pen = new Pen(height);
  const amounts = courses.courses.flatMap((course) => course.amounts).filter((amount) => amount !== null);
  const up = new Axis(amounts, 5, [height - BOTTOM, TOP]);
  const end = courses.across.at(-1) ?? 1;
  const x = (at: number): number => LEFT + (at / end) * (widthOf[room] - LEFT - right);
  const bottom = height - BOTTOM;
  grid(courses, pen, up, x, end, bottom);
  const kinds = classes(courses.courses.map((course) => course.standing));
  const points = (course: Course): (Point | null)[] =>
    courses.across.slice(0, course.amounts.length).map((at, index) => {
      const amount = course.amounts[index] ?? null;
      return amount === null ? null : [x(at), up.place(amount)];
    });
  // what wins is drawn last, above the others
  const order = [...courses.courses.keys()].sort((a, b) => Number(kinds[a] === 'wins') - Number(kinds[b] === 'wins'));
  for (const at of order) pen.course(`course ${kinds[at]}`, points(courses.courses[at]!));
  marks(courses, pen, up, x, end, bottom);
  if (room === 'wide') {
    const last = (course: Course): Point | null => points(course).findLast((point) => point !== null) ?? null;
    namesBeside(courses, kinds, last, x(end) + 8, bottom, pen);
  } else {
    namesBelow(courses, kinds, height, pen);
  }
  return pen;
};

const grid = (courses: Courses, pen: Pen, up: Axis, x: (at: number) => number, end: number, bottom: number): void => {
  pen.text('unit', [0, 12], 'start', up.measuredIn(courses.currency));
  for (const tick of up.ticks) {
    const y = up.place(tick);
    pen.line(tick === 0 ? 'base' : 'grid', [x(0), y], [x(end), y]);
    pen.text('tick', [x(0) - 6, y + 4], 'end', up.text(tick));
  }
  const isShare = courses.measure === 'share';
  const step = isShare ? roundStep(end / 5) : Math.ceil(roundStep(end / 6) / 6) * 6;
  for (let at = 0; at <= end * 1.0001; at += step) {
    pen.text('tick', [x(at), bottom + 18], 'middle', isShare ? `${(at * 100).toFixed(0)} %` : at.toFixed(0));
  }
};

/** Today's place, and where the leading options cost the same. */
const marks = (courses: Courses, pen: Pen, up: Axis, x: (at: number) => number, end: number, bottom: number): void => {
  const anchor = (at: number, says: string): Anchor => {
    const half = textWidth(says) / 2;
    return at - half < 0 ? 'start' : at + half > x(end) ? 'end' : 'middle';
  };
  if (courses.today) {
    const at = x(courses.today.at);
    pen.line('today', [at, TOP - 4], [at, bottom]);
    pen.text('mark', [at, TOP - 9], anchor(at, courses.today.says), courses.today.says);
  }
  const leading = courses.courses.find((course) => course.standing === 'wins');
  for (const { at, says, stale } of courses.crossings) {
    const amount = leading ? amountAt(courses, leading, at) : null;
    if (amount === null) continue;
    const [left, y] = [x(at), up.place(amount)];
    const pale = stale ? ' stale' : '';
    pen.dot(`crossing${pale}`, [left, y], 4.5);
    pen.text(`mark strong${pale}`, [left, Math.max(y - 12, TOP + 10)], anchor(left, says), says);
  }
};

/** What a course comes to between two of its points. */
const amountAt = (courses: Courses, course: Course, at: number): number | null => {
  const above = courses.across.findIndex((place) => place >= at);
  if (above < 0) return null;
  const below = Math.max(above - 1, 0);
  const [from, to] = [courses.across[below]!, courses.across[above]!];
  const [low, high] = [course.amounts[below] ?? null, course.amounts[above] ?? null];
  if (low === null || high === null) return null;
  return to > from ? low + ((high - low) * (at - from)) / (to - from) : high;
};

/** The name of an option, with why it can't win where it stands among those that can. */
const nameOf = ({ name, standing, why }: Course): string => (standing === 'out' && why !== null ? `${name} (${why})` : name);

/** Names at the ends of the lines, as far apart as they are high. */
const namesBeside = (
  courses: Courses,
  kinds: readonly string[],
  last: (course: Course) => Point | null,
  x: number,
  bottom: number,
  pen: Pen,
): void => {
  const names: { at: number; y: number }[] = [];
  courses.courses.forEach((course, at) => {
    const end = last(course);
    if (end) names.push({ at, y: end[1] });
  });
  names.sort((a, b) => a.y - b.y);
  let lowest = -Infinity;
  for (const name of names) lowest = name.y = Math.max(name.y, lowest + APART);
  // pushed beyond the axis, they rise again
  let highest = bottom + APART;
  for (const name of names.reverse()) highest = name.y = Math.min(name.y, highest - APART);
  for (const { at, y } of names.reverse()) {
    pen.text(`name ${kinds[at]}`, [x, y + 4], 'start', shortenedName(nameOf(courses.courses[at]!), WIDEST_NAME));
  }
};

/** Names below the picture, each after a piece of its line. */
const namesBelow = (courses: Courses, kinds: readonly string[], height: number, pen: Pen): void => {
  let y = height + 12;
  courses.courses.forEach((course, at) => {
    pen.line(`course ${kinds[at]}`, [LEFT, y - 4], [LEFT + 28, y - 4]);
    const name = shortenedName(nameOf(course), widthOf.narrow - LEFT - 36);
    pen.text(`name ${kinds[at]}`, [LEFT + 36, y], 'start', name);
    pen.heighten(18);
    y += 18;
  });
  pen.heighten(6);
};
