// What a page shows where a change is not possible, and what its fields take: `node tests/refused.mjs FILE PATH TEXT POSSIBLE`. With
// TEXT the scenario is not possible: the page says why and shows no figure, of before or of after. With POSSIBLE, typed with spaces
// around it into the field or handed to `window.rackrent`, it shows all of them, the same both times.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launched } from './browser.mjs';

const [file, path, text, possible] = process.argv.slice(2);
const browser = await launched();
const page = await browser.newPage();
await page.setViewport({ width: 1440, height: 900 });
await page.goto(pathToFileURL(resolve(file)).href, { waitUntil: 'load' });
const found = [];
const say = (what, holds) => holds || found.push(what);

/** Texts with a digit that somebody sees, but for the title, the refusal, the inputs and the footer. */
const figures = () =>
  page.evaluate(() => {
    const article = document.querySelector('article');
    const isKept = (element) => element.closest('h1, .verdict, #live, footer') !== null;
    const all = [...article.querySelectorAll('*')].filter((element) => !isKept(element) && element.checkVisibility());
    const own = (element) => [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data);
    return all.flatMap(own).filter((words) => /\d/.test(words));
  });
const rest = () => page.evaluate(() => new Promise((done) => setTimeout(done, 1500)));
const set = (...setting) => page.evaluate((setting) => window.rackrent.set(...setting), setting);
const settings = () => page.evaluate(() => window.rackrent.settings());
const answer = () => page.evaluate(() => document.querySelector('.answer').innerText);

say('shows no figure as the file stands', (await figures()).length > 20);
say('refuses a value for a scenario that is not possible', (await set(path, text)).ok);
await rest();
const left = await figures();
say(`shows figures beside the refusal: ${left.slice(0, 5).join(' | ')}`, left.length === 0);
say(`says no reason: ${await answer()}`, /short of the demand/.test(await answer()));
await page.emulateMediaType('print');
say('prints figures beside the refusal', (await figures()).length === 0);
await page.emulateMediaType('screen');

say('refuses spaces around a path and a value', (await set(`  ${path}\t`, `\u00a0${possible} \n`)).ok);
await rest();
say(`keeps spaces: ${await settings()}`, (await settings()).join() === `${path}=${possible}`);
say('shows no figure of what is possible again', (await figures()).length > 20);
const automated = await answer();
await page.evaluate((path) => window.rackrent.unset(` ${path} `), path);
say('keeps what was taken back', (await settings()).length === 0);
await page.evaluate(
  (path, possible) => {
    const search = document.querySelector('#another');
    search.value = ` ${path} `;
    search.dispatchEvent(new Event('change'));
    const field = document.querySelector(`label[title="${path}"]`).closest('.lever').querySelector('input[type=text]');
    field.value = `  ${possible}  `;
    field.dispatchEvent(new Event('change'));
  },
  path,
  possible,
);
await rest();
say(`shows by its field: ${await answer()} and by a program: ${automated}`, (await answer()) === automated);
const number = await page.evaluate((path, possible) => window.rackrent.set(path, Number(possible)), path, possible);
say('refuses a number of a program', number.ok);
const word = await set(path, ' many ');
say(`says of a word: ${word.message}`, !word.ok && word.message.includes('`many`'));
await browser.close();
for (const line of found) console.log(line);
process.exitCode = found.length > 0 ? 1 : 0;
