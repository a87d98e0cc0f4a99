// Moves inputs of a page, and holds what it then shows to the page that the program writes with the same `--set`:
// `node tests/moved.mjs STATED SETTINGS MOVED …`, three at a time, where SETTINGS are `PATH=TEXT` with spaces between. With no
// SETTINGS the page is drawn again as it is. Every figure of every option and the verdict are the same letters; places in
// pictures are the same to a fifth of a pixel, since floats draw them.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launched } from './browser.mjs';

const shown = () => {
  const article = document.querySelector('article');
  const text = (element) => (element?.textContent ?? '').trim().replaceAll('\u00a0', ' ');
  const isMoved = article.classList.contains('moved');
  const sentence = (element) =>
    isMoved && element.closest('.stale') ? null : text(element) || element.innerHTML;
  const figures = {};
  for (const row of article.querySelectorAll('.bars tbody tr')) {
    const parts = [...row.querySelectorAll('th, .number')].map(text);
    figures[`bar ${row.dataset.option}`] = [row.className, ...parts].join(' | ');
  }
  for (const table of article.querySelectorAll('.chapter table')) {
    const options = [...table.querySelectorAll('thead tr > *')].map((head) => head.dataset.option);
    for (const row of table.querySelectorAll('tr[data-field]')) {
      [...row.children].slice(1).forEach((cell, at) => {
        // where an input is set stands its place on a command line, or that it was set in the page
        if (row.dataset.field.startsWith('input/') && options[at + 1] !== 'value') return;
        const name = `${options[at + 1]} ${row.dataset.field}`;
        figures[name] = `${text(cell)}${cell.classList.contains('wins') ? ' wins' : ''}`;
      });
    }
  }
  // what is said below a heading that follows, without what says itself that it does not
  const said = {};
  for (const section of article.querySelectorAll('.said > div')) {
    const heading = text(section.querySelector('dt'));
    if (!section.hidden && !(heading in said)) said[heading] = [...section.querySelectorAll('dd')].map(sentence);
  }
  const pictures = {};
  const tables = {};
  for (const id of ['demand', 'cash', 'parts', 'years', 'load', 'cases']) {
    pictures[id] = document.querySelector(`#${id} .drawn`)?.innerHTML ?? '';
    const title = document.querySelector(`#${id} h3`);
    tables[id] = [title ? sentence(title) : '', ...[...document.querySelectorAll(`#${id} .data :is(th, td)`)].map(
      (cell) => `${text(cell)}${cell.classList.contains('wins') ? ' wins' : ''}`,
    )];
  }
  const facts = text(article.querySelector('.facts'));
  return { facts, verdict: sentence(article.querySelector('.verdict')), said, figures, pictures, tables };
};

/** The headings below which everything follows. */
const FOLLOWS = [
  'Holds', 'Turns if', 'Cases', 'Beware', 'Hybrid', 'Excluded', 'Cliffs', 'Payback', 'Pairs', 'Shortfall', 'Committed', 'Labels', 'Assumed',
  'Accepted', 'Left out', 'No cost',
];

/** Findings that follow from figures. */
const OF_FIGURES = ['book-resale', 'over-budget', 'job-larger-than-fleet', 'payback-turns', 'metrics-disagree'];

const NUMBER = /-?\d+(?:\.\d+)?/g;

/** Whether two drawings are alike: the same but for numbers that lie a fifth of a pixel apart. */
const alike = (one, other) => {
  if (one.replace(NUMBER, '0') !== other.replace(NUMBER, '0')) return false;
  const [ones, others] = [one.match(NUMBER) ?? [], other.match(NUMBER) ?? []];
  return ones.every((number, at) => Math.abs(Number(number) - Number(others[at])) < 0.21);
};

const browser = await launched();
const found = [];
let compared = 0;
const jobs = process.argv.slice(2);
for (let at = 0; at + 2 < jobs.length; at += 3) {
  const [stated, settings, moved] = jobs.slice(at, at + 3);
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  const open = async (file) => page.goto(pathToFileURL(resolve(file)).href, { waitUntil: 'load' });
  await open(moved);
  const wanted = await page.evaluate(shown);
  await open(stated);
  const refused = await page.evaluate((all) => {
    const answers = all.map((setting) => {
      const [path, text] = [setting.slice(0, setting.indexOf('=')), setting.slice(setting.indexOf('=') + 1)];
      const outcome = window.rackrent.set(path, text);
      return outcome.ok ? null : `${setting}: ${outcome.message}`;
    });
    if (all.length === 0) window.rackrent.unset('discount_rate');
    return answers.filter((answer) => answer !== null);
  }, settings.split(' ').filter((setting) => setting !== ''));
  // what has moved is said aloud once it rests
  await page.waitForFunction(() => document.querySelector('.status').textContent !== '', { timeout: 120_000 });
  // and what takes longer is looked for after that
  await page.waitForFunction(() => document.querySelector('.computing') === null, { timeout: 120_000 });
  const got = await page.evaluate(shown);
  const say = (what) => found.push(`${stated} with ${settings}: ${what}`);
  refused.forEach(say);
  if (got.facts !== wanted.facts) say(`its figures are “${got.facts}” instead of “${wanted.facts}”`);
  if (got.verdict !== wanted.verdict) say(`the verdict is “${got.verdict}” instead of “${wanted.verdict}”`);
  for (const [name, figure] of Object.entries(wanted.figures)) {
    compared += 1;
    if (name in got.figures && got.figures[name] !== figure) say(`${name} is ${got.figures[name]} instead of ${figure}`);
  }
  const differs = (name, found, expected) => {
    compared += expected.length;
    if (found.length !== expected.length) {
      say(`${name} is “${found.join('” “')}” instead of “${expected.join('” “')}”`);
      return;
    }
    expected.forEach((text, at) => {
      const isSame = found[at] === null || found[at] === text || (text.startsWith('<svg') && alike(found[at], text));
      if (!isSame) say(`${name}: “${found[at]}” instead of “${text}”`);
    });
  };
  for (const heading of FOLLOWS) {
    // the horizon from which on owning wins is a search of the program, and says so
    const is = (found) => found !== null && !found.includes(' once the comparison runs to month ');
    // what other rules of `check` find of numbers as they are written is looked for by the program alone
    const isOfFigures = ['Beware', 'Accepted'].includes(heading)
      ? (found) => is(found) && OF_FIGURES.some((code) => found.startsWith(code))
      : is;
    const asSet = (found) => found.replace(/\(--set:\d+:\d+\)$/, '(set here)');
    const wantedHere = (wanted.said[heading] ?? []).map(asSet).filter(isOfFigures);
    differs(heading, (got.said[heading] ?? []).filter(isOfFigures), wantedHere);
  }
  for (const [name, table] of Object.entries(wanted.tables)) differs(`the figures “${name}”`, got.tables[name], table);
  for (const [name, drawing] of Object.entries(wanted.pictures)) {
    if (!alike(got.pictures[name], drawing)) say(`the picture “${name}” is another`);
  }
  await page.close();
}
await browser.close();
for (const line of found) console.log(line);
console.log(`${compared} figures compared`);
process.exitCode = found.length > 0 ? 1 : 0;
