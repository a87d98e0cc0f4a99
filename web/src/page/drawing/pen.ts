// What draws: elements of SVG, with places to a tenth of a pixel. The program draws the same (crates/documents/src/report/page/svg): a picture
// that is drawn again without anything moved is the one that stands in the file.

export type Room = 'wide' | 'narrow';
export type Anchor = 'start' | 'middle' | 'end';
export type Point = readonly [number, number];

/** Its width, in which text is as large as that around it. */
export const widthOf: Record<Room, number> = { wide: 540, narrow: 350 };

/** What the verdict says of an option. */
export type Standing = 'wins' | 'stands' | 'out';

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }[mark]};`);

/** A place to a tenth of a pixel. */
export const place = (value: number): number => {
  const tenths = Math.floor(value * 10 + 0.5) / 10;
  return tenths === 0 ? 0 : tenths;
};

/** About how wide a letter is, in the widest of the fonts that a page may be shown in. */
const LETTER = 7.3;

/** How much wider the letters of a name are. */
const HEAVIER = 1.14;

/** The widest name of an option that stands beside what it names; a longer one is cut. */
export const WIDEST_NAME = 240;

/** About how wide a text is. */
export const textWidth = (text: string): number => LETTER * [...text].length;

/** About how wide the name of an option is, which is written in larger and, of the winner, in heavier letters. */
export const nameWidth = (name: string): number => textWidth(name) * HEAVIER;

/** As much of the name of an option as there is room for: its side goes first, then its end. */
export const shortenedName = (name: string, room: number): string => {
  if (nameWidth(name) <= room) return name;
  const point = name.indexOf('.');
  const own = point < 0 ? name : name.slice(point + 1);
  if (nameWidth(own) <= room) return own;
  const letters = Math.max(Math.floor(room / HEAVIER / LETTER), 1);
  return `${[...own].slice(0, letters - 1).join('').trimEnd()}…`;
};

export class Pen {
  private drawn = '';

  constructor(private height: number) {}

  /** How high it is so far. */
  get bottom(): number {
    return this.height;
  }

  heighten(by: number): void {
    this.height += by;
  }

  line(kind: string, from: Point, to: Point): void {
    this.drawn += `<path class="${kind}" d="M${place(from[0])} ${place(from[1])}L${place(to[0])} ${place(to[1])}"/>`;
  }

  /** Lines through points; where there is none, it is interrupted. */
  course(kind: string, points: readonly (Point | null)[]): void {
    let path = '';
    let isDrawn = false;
    for (const point of points) {
      if (point) path += `${isDrawn ? 'L' : 'M'}${place(point[0])} ${place(point[1])}`;
      isDrawn = point !== null;
    }
    if (path !== '') this.drawn += `<path class="${kind}" d="${path}"/>`;
  }

  rect(kind: string, [x, y]: Point, [width, height]: Point): void {
    const sides = `width="${place(Math.max(width, 0))}" height="${place(Math.max(height, 0))}"`;
    this.drawn += `<rect class="${kind}" x="${place(x)}" y="${place(y)}" ${sides}/>`;
  }

  dot(kind: string, [x, y]: Point, radius: number): void {
    this.drawn += `<circle class="${kind}" cx="${place(x)}" cy="${place(y)}" r="${place(radius)}"/>`;
  }

  text(kind: string, [x, y]: Point, anchor: Anchor, text: string): void {
    const at = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
    this.drawn += `<text class="${kind}" x="${place(x)}" y="${place(y)}"${at}>${escaped(text)}</text>`;
  }

  /** The whole picture. */
  finish(room: Room, describedBy: string): string {
    return this.with(widthOf[room], room, `role="img" aria-labelledby="${describedBy}"`);
  }

  /** The same of what is said beside it, and would only be said twice. */
  hidden(width: number, room: Room): string {
    return this.with(width, room, 'aria-hidden="true" focusable="false"');
  }

  private with(width: number, room: Room, attributes: string): string {
    const height = place(this.height);
    const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
    return `<svg class="${room}" ${size} ${attributes}>${this.drawn}</svg>`;
  }
}

/** The classes of options: the winner's, and for the others one by their order. */
export const classes = (standings: readonly Standing[]): string[] => {
  let others = 0;
  return standings.map((standing) => {
    if (standing === 'wins') return 'wins';
    const other = `o${others++ % 6}`;
    return standing === 'out' ? `out ${other}` : other;
  });
};
