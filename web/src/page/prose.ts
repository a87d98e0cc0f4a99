// Sentences as elements, as the file has them (crates/documents/src/report/page/html/blocks.rs).

/** Names with hyphens that are no longer than this stay on one line. */
const LONGEST = 26;

/** A sentence with what is typed in the letters of code, and short names and percentages on one line. */
export const prose = (text: string): Node[] => {
  const pieces = text.replaceAll(' %', '\u00a0%').split('`');
  if (pieces.length % 2 === 0) return [document.createTextNode(text)];
  return pieces.flatMap((piece, at) => (at % 2 === 1 ? [element('code', '', piece)] : whole(piece)));
};

const whole = (text: string): Node[] =>
  text.split(' ').flatMap((word, at) => {
    const space = at > 0 ? [document.createTextNode(' ')] : [];
    const name = word.replace(/[,.:;)]+$/, '');
    const isWhole = name.includes('-') && name.length <= LONGEST && !/[&(<>"']/.test(name);
    if (!isWhole) return [...space, document.createTextNode(word)];
    return [...space, element('span', 'whole', name), document.createTextNode(word.slice(name.length))];
  });

const element = (kind: 'code' | 'span', name: string, text: string): HTMLElement => {
  const made = document.createElement(kind);
  if (name !== '') made.className = name;
  made.textContent = text;
  return made;
};
