// Opens pages in a headless browser, for eyes that do not tire: `node tests/page.mjs FILE…`. Each is looked at light and dark,
// in a window and on a telephone. Nothing may be loaded, refused by its policy or complained of, nothing may stand outside the
// window, axe-core may have no finding, and a figure opens where it comes from with the keyboard alone.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launched } from './browser.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const browser = await launched();
const found = [];

/** Holds a slider, and lets go: what is wrong then, in words. The decision is drawn while it is held, and all of it once it rests. */
const held = async () => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))));
  const article = document.querySelector('article');
  for (const slider of document.querySelectorAll('input[type=range]')) {
    const [from, stated] = [slider.value, document.querySelector('.answer').textContent];
    slider.value = String(Number(from) + (Number(slider.max) - Number(from)) / 8);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await drawn();
    const isRefused = article.classList.contains('impossible');
    if (!isRefused && !article.classList.contains('computing')) return 'does not say that it computes';
    if (!isRefused && document.querySelector('.answer').textContent === stated) return 'draws no decision while a slider is held';
    slider.dispatchEvent(new Event('change', { bubbles: true }));
    await window.rackrent.settled();
    if (article.classList.contains('computing')) return 'does not come to rest';
    if (location.hash === '') return 'keeps no address of what is moved';
    slider.closest('.lever').querySelector('.reset').click();
    await window.rackrent.settled();
    if (location.hash !== '') return 'keeps the address of what was taken back';
    if (!isRefused) return null;
  }
  return 'has no slider that moves the answer';
};

/** Texts of charts that stand outside their drawing or on each other. */
const misplaced = () => {
  const found = [];
  for (const drawing of document.querySelectorAll('figure svg')) {
    const frame = drawing.getBoundingClientRect();
    const texts = [...drawing.querySelectorAll('text')].map((text) => [text.textContent, text.getBoundingClientRect()]).filter(([, { width }]) => width > 0);
    for (const [at, [text, one]] of texts.entries()) {
      if (one.left < frame.left - 2 || one.right > frame.right + 2) found.push(`"${text}" stands outside its chart`);
      for (const [other, two] of texts.slice(at + 1)) {
        const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
        const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
        if (across > 1 && down > 4) found.push(`"${text}" stands on "${other}"`);
      }
    }
  }
  return found;
};

for (const file of process.argv.slice(2)) {
  for (const [scheme, width] of [['light', 1440], ['dark', 1440], ['light', 390], ['dark', 390]]) {
    const page = await browser.newPage();
    const say = (what) => found.push(`${file}, ${scheme}, ${width}: ${what}`);
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    const own = pathToFileURL(resolve(file)).href;
    page.on('request', (request) => request.url() !== own && !request.url().startsWith('blob:') && say(`loads ${request.url()}`));
    page.on('console', (message) => message.type() === 'error' && say(message.text()));
    page.on('pageerror', (error) => say(String(error)));
    page.on('dialog', (dialog) => (say(`opens a dialog: ${dialog.message()}`), dialog.dismiss()));
    await page.goto(own, { waitUntil: 'load' });
    if (await page.$('#engine')) await page.waitForFunction(() => window.rackrent, { timeout: 30_000 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wide > 0) say(`stands ${wide} pixels outside the window`);
    for (const said of await page.evaluate(misplaced)) say(said);
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
