// Options by what their author calls them (crates/engine/src/scenario/labels.rs).

/** A text with the labels of options in the place of their paths. */
export const spoken = (text: string, labels: Readonly<Record<string, string>>): string => {
  const options = Object.entries(labels).filter(([path]) => /^(?:own|rent|hybrid)\.[^.]+$/.test(path));
  let said = '';
  let done = 0;
  for (;;) {
    const found = options.flatMap(([path, label]) => first(text, done, path, label));
    const [next] = found.sort((a, b) => a.from - b.from);
    if (!next) return said + text.slice(done);
    said += text.slice(done, next.from) + next.label;
    done = next.to;
  }
};

interface Named {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

/** Where a path stands alone for the first time: not as part of a longer one, or of something to be typed. */
const first = (text: string, start: number, path: string, label: string): Named[] => {
  const isWithin = (letter: string | undefined): boolean => letter !== undefined && /[A-Za-z0-9_-]/.test(letter);
  for (let at = text.indexOf(path, start); at >= 0; at = text.indexOf(path, at + path.length)) {
    const [before, end] = [text[at - 1], at + path.length];
    const after = text[end];
    if (before === '`' && after === '`') return [{ from: at - 1, to: end + 1, label }];
    const isTyped = before === '`' || after === '`' || before === '.' || before === '/' || isWithin(before);
    const isLonger = isWithin(after) || (after === '.' && isWithin(text[end + 1]));
    if (!isTyped && !isLonger) return [{ from: at, to: end, label }];
  }
  return [];
};
