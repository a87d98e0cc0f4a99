// Moves inputs of pages, and holds what they then show to what the program writes with the same `--set`: a line of JSON for each
// page on standard input, with its moves. The JSON is the same byte for byte, and so are the words of a refusal; the article is the
// same element by element.
import { pathToFileURL } from 'node:url';
import { createInterface } from 'node:readline';
import { launched } from './browser.mjs';

const browser = await launched();
const found = [];
let moves = 0;

/** Sets what is asked for and nothing else, waits until all is drawn, and says what is wrong. */
const judged = async ({ set, json, html, refused }) => {
  const { rackrent } = window;
  for (const setting of rackrent.settings()) rackrent.unset(setting.slice(0, setting.indexOf('=')));
  for (const [path, text] of set) rackrent.set(path, text);
  const said = rackrent.json();
  await rackrent.settled();
  const article = document.querySelector('article');
  const banner = article.querySelector('#refused');
  const wrong = [];
  if (refused !== undefined) {
    if (said.refused?.text !== refused) wrong.push(`refuses by ${said.refused?.text ?? said.json?.slice(0, 300)} instead of ${refused}`);
    if (banner?.querySelector('pre')?.textContent !== refused.trimEnd()) wrong.push(`shows ${banner?.textContent} instead of ${refused}`);
    return wrong;
  }
  if (said.json !== json) wrong.push('writes other JSON');
  if (banner) wrong.push(`shows ${banner.textContent}`);
  const shown = article.cloneNode(true);
  for (const own of shown.querySelectorAll('#live')) own.remove();
  const expected = new DOMParser().parseFromString(html, 'text/html').querySelector('article');
  for (const one of [shown, expected]) one.removeAttribute('class');
  if (!shown.isEqualNode(expected)) {
    // the first element that is another
    const other = (a, b) => {
      const inner = [...a.children].findIndex((child, at) => !b.children[at] || !child.isEqualNode(b.children[at]));
      return inner < 0 || a.children.length !== b.children.length ? [a, b] : other(a.children[inner], b.children[inner]);
    };
    const [a, b] = other(shown, expected);
    wrong.push(`shows ${a.outerHTML.slice(0, 400)} instead of ${b.outerHTML.slice(0, 400)}`);
  }
  return wrong;
};

for await (const line of createInterface({ input: process.stdin })) {
  const { page: file, moves: asked } = JSON.parse(line);
  const page = await browser.newPage();
  page.on('pageerror', (error) => found.push(`${file}: ${error}`));
  await page.setViewport({ width: 1440, height: 900 });
  await page.goto(pathToFileURL(file).href, { waitUntil: 'load' });
  await page.waitForFunction(() => window.rackrent);
  for (const move of asked) {
    moves += 1;
    for (const wrong of await page.evaluate(judged, move)) found.push(`${file} ${JSON.stringify(move.set)}: ${wrong}`);
  }
  await page.close();
}
await browser.close();
console.log(`${moves} moves, ${found.length} wrong`);
for (const line of found.slice(0, 20)) console.log(line);
process.exitCode = found.length > 0 ? 1 : 0;
