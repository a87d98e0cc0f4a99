// What the panel of a page does: `node tests/panel.mjs FILE PRICE PHONE…`. PRICE is the path of a price in USD at which the verdict
// of FILE turns. The pages PHONE have the panel within the first two screens of a telephone.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launched } from './browser.mjs';

const [file, price, ...phone] = process.argv.slice(2);
const browser = await launched();
const found = [];
const say = (what, holds) => holds || found.push(what);
const opened = async (file, width, height) => {
  const page = await browser.newPage();
  page.on('pageerror', (error) => found.push(String(error)));
  await page.setViewport({ width, height });
  await page.goto(pathToFileURL(resolve(file)).href, { waitUntil: 'load' });
  await page.waitForFunction(() => window.rackrent, { timeout: 30_000 });
  return page;
};
const page = await opened(file, 1440, 900);
const settled = () => page.evaluate(() => window.rackrent.settled());
const set = (...setting) => page.evaluate((setting) => window.rackrent.set(...setting), setting);
const row = (path) =>
  page.evaluate((path) => {
    const row = document.querySelector(`label[title="${path}"]`)?.closest('.lever');
    if (!row) return null;
    const [slider, field] = row.querySelectorAll('input');
    const center = (mark) => mark.getBoundingClientRect().left + mark.getBoundingClientRect().width / 2;
    const [from, all] = [slider.getBoundingClientRect().left + 8, slider.getBoundingClientRect().width - 16];
    const at = (mark) => Number(slider.min) + ((center(mark) - from) / all) * (Number(slider.max) - Number(slider.min));
    const [filed, turns] = ['.filed', '.turns'].map((mark) => row.querySelector(`.track ${mark}`));
    return {
      least: Number(slider.min),
      most: Number(slider.max),
      pixel: (Number(slider.max) - Number(slider.min)) / all,
      filed: at(filed),
      turns: turns.hidden ? null : at(turns),
      says: row.querySelector('.turn').textContent,
      named: slider.getAttribute('aria-describedby') === row.querySelector('.turn').id,
      text: field.value,
      use: row.querySelector('.error button')?.textContent ?? '',
    };
  }, path);
const marked = () => page.waitForFunction(() => !document.querySelector('.levers').classList.contains('computing'), { timeout: 30_000 });
const winner = () => page.evaluate(() => window.rackrent.result().verdict.winner);

// the point at which the verdict turns
await page.waitForFunction((path) => document.querySelector(`label[title="${path}"]`).closest('.lever').querySelector('.turn').textContent !== '', { timeout: 30_000 }, price);
const { inputs } = await page.evaluate(() => ({ inputs: window.rackrent.inputs.map(({ path, value }) => ({ path, value })) }));
const stated = inputs.find(({ path }) => path === price).value;
const first = await row(price);
const told = Number(/(?:above|below) ([\d,.]+)/.exec(first.says)?.[1].replaceAll(',', ''));
say(`does not say where the verdict turns: ${first.says}`, told > 0 && first.named);
say(`does not reach where the verdict turns: ${JSON.stringify(first)}`, first.least < told && told < first.most);
say(`marks another place: ${JSON.stringify(first)}`, Math.abs(first.turns - told) <= 2 * first.pixel);
say(`marks another value of the file: ${JSON.stringify(first)}`, Math.abs(first.filed - stated) <= 2 * first.pixel);
const before = await winner();
await set(price, String(told + (stated - told) / 100));
say('turns too early', (await winner()) === before);
await set(price, String(told - (stated - told) / 100));
say('does not turn where it says', (await winner()) !== before);
await settled();
await marked();
const beyond = await row(price);
say(`moves the mark of the file: ${JSON.stringify(beyond)}`, Math.abs(beyond.filed - stated) <= 2 * beyond.pixel);
await page.evaluate((path) => window.rackrent.unset(path), price);
await set('discount_rate', '25%');
await settled();
await marked();
say(`keeps a mark that no longer holds: ${(await row(price)).says}`, (await row(price)).says !== first.says);

// a link to a section keeps what is set
await page.evaluate(() => document.querySelector('nav.sections a').click());
await new Promise((done) => setTimeout(done, 200));
say('forgets what is set at a link to a section', (await page.evaluate(() => window.rackrent.settings())).join() === 'discount_rate=25%');
say('has another address than what is set', /discount_rate=25%25/.test(page.url()));
await page.evaluate(() => window.rackrent.unset('discount_rate'));
await settled();

// another input by words, in any order
const search = async (words) => {
  await page.evaluate(() => (document.querySelector('#another').value = ''));
  await page.type('#another', words);
  return page.evaluate(() => [...document.querySelectorAll('.hits button')].map(({ title }) => title));
};
const expected = inputs.map(({ path }) => path).filter((path) => path.includes('electricity'));
const hits = await search('price ELECTRICITY');
say(`finds ${hits} of ${expected}`, expected.length > 0 && expected.includes(hits[0]));
say('finds nothing without saying so', (await search('no such words')).length === 0 && /No input/.test(await page.evaluate(() => document.querySelector('.hits').textContent)));
await search('electricity price');
await page.click('.hits button');
say('adds no input that is found', (await row(hits[0])) !== null && (await page.evaluate(() => document.querySelector('.hits').textContent)) === '');

// numbers as people type them: they stay in the field, with the number that is meant
const types = async (path, text) => {
  const field = await page.evaluateHandle((path) => document.querySelector(`label[title="${path}"]`).closest('.lever').querySelector('input[type=text]'), path);
  await field.click({ clickCount: 3 });
  await field.type(text);
  await page.keyboard.press('Enter');
  await settled();
  const typed = await row(path);
  if (typed.use !== '') await page.evaluate((path) => document.querySelector(`label[title="${path}"]`).closest('.lever').querySelector('.error button').click(), path);
  await settled();
  return [typed.text, typed.use, (await row(path)).text];
};
for (const [path, text, meant] of [
  [price, '31.5', null],
  [price, '$31.50', '31.5'],
  [price, 'USD 31.50', '31.5'],
  [price, '0.03k', '30'],
  ['own.hgx-h100.node.price', '300,000', '300_000'],
  ['own.hgx-h100.node.price', '$300,000', '300_000'],
  ['own.hgx-h100.node.price', 'USD 300,000', '300_000'],
  ['own.hgx-h100.node.price', '300k', '300_000'],
  ['own.hgx-h100.node.price', '300 000', '300_000'],
  ['own.hgx-h100.node.price', '1.2m', '1_200_000'],
  ['discount_rate', '10', '10%'],
  ['discount_rate', '10 %', null],
]) {
  const shown = await types(path, text);
  say(`does not take ${text}: ${shown}`, shown.join('|') === [text, meant === null ? '' : `Use ${meant}`, meant ?? text].join('|'));
}

for (const file of phone) {
  const page = await opened(file, 390, 844);
  const bottom = await page.evaluate(() => document.querySelector('.lever').getBoundingClientRect().bottom);
  say(`${file}: the first slider ends at ${bottom}, below two screens`, bottom <= 2 * 844);
}
await browser.close();
for (const line of found) console.log(line);
process.exitCode = found.length > 0 ? 1 : 0;
