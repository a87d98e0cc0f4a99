// Opens pages in a headless browser, for eyes that do not tire: `node tests/page.mjs FILE…`. Each is looked at light and dark,
// in a window and on a telephone. Nothing may be loaded, refused by its policy or complained of, nothing may stand outside the
// window, axe-core may have no finding, a figure opens where it comes from with the keyboard alone, and a table that is scrolled to
// while a slider is held has the figures of where it is held.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launched } from './browser.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const browser = await launched();
const found = [];

/** Holds each slider until one moves a table that is out of sight, scrolls to it, and lets go: what is wrong then, in words. */
const held = async () => {
  const frames = async (count) => {
    for (let at = 0; at < count; at++) await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0)));
  };
  const until = async (holds) => {
    for (let at = 0; at < 300 && !holds(); at++) await frames(1);
    return holds();
  };
  const holds = (one) => one.querySelector('tr[data-field] .figure') !== null && one.checkVisibility();
  // the one farthest down, which no change of what stands above brings into the window
  const table = [...document.querySelectorAll('.chapter table')].filter(holds).at(-1);
  if (!table) return 'has no table that follows';
  if (table.getBoundingClientRect().top < 2 * innerHeight) return 'has its last table near to the window';
  const stated = table.textContent;
  const isPossible = () => table.closest('article.impossible') === null;
  for (const slider of document.querySelectorAll('input[type=range]')) {
    const from = slider.value;
    slider.value = String(Number(from) + (Number(slider.max) - Number(from)) / 8);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await frames(3);
    // where the scenario is not possible nothing follows
    if (isPossible() && table.textContent !== stated) return 'writes a table that nobody sees while a slider is held';
    table.scrollIntoView();
    await frames(4);
    const shown = table.textContent;
    const follows = isPossible() && shown !== stated;
    slider.dispatchEvent(new Event('change', { bubbles: true }));
    if (!(await until(() => location.hash !== ''))) return 'does not come to rest';
    if (follows) return table.textContent === shown ? null : 'shows other figures once it rests than where a slider was held';
    if (isPossible() && table.textContent !== stated) return 'leaves out a table that is scrolled to while a slider is held';
    scrollTo(0, 0);
    slider.value = from;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    slider.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => location.hash === '');
  }
  return 'has no slider that moves its last table';
};

for (const file of process.argv.slice(2)) {
  for (const [scheme, width] of [['light', 1440], ['dark', 1440], ['light', 390], ['dark', 390]]) {
    const page = await browser.newPage();
    const say = (what) => found.push(`${file}, ${scheme}, ${width}: ${what}`);
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    const own = pathToFileURL(resolve(file)).href;
    page.on('request', (request) => request.url() !== own && say(`loads ${request.url()}`));
    page.on('console', (message) => message.type() === 'error' && say(message.text()));
    page.on('pageerror', (error) => say(String(error)));
    page.on('dialog', (dialog) => (say(`opens a dialog: ${dialog.message()}`), dialog.dismiss()));
    await page.goto(own, { waitUntil: 'load' });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wide > 0) say(`stands ${wide} pixels outside the window`);
    const isMarked = await page.evaluate(() => document.querySelector('[data-hostile], main img, main iframe') !== null);
    if (isMarked) say('holds an element that a scenario brought');
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
    for (const { id, help, nodes } of violations) {
      say(`axe, ${id}: ${help}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' … ')}`);
    }
    const figure = await page.$('button.figure');
    if (figure) {
      await figure.focus();
      await page.keyboard.press('Enter');
      const opened = () => page.evaluate(() => document.querySelector('.explained:popover-open')?.innerText ?? '');
      if ((await opened()).length < 40) say('a figure does not open');
      await page.keyboard.press('Escape');
      if ((await opened()) !== '') say('a figure does not close');
    }
    if (scheme === 'light' && width === 1440 && (await page.$('input[type=range]'))) {
      const said = await page.evaluate(held);
      if (said) say(said);
    }
    await page.close();
  }
}
await browser.close();
for (const line of found) console.log(line);
process.exitCode = found.length > 0 ? 1 : 0;
