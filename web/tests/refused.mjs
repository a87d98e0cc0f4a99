// What a page shows where a change is not possible, and what its fields take: `node tests/refused.mjs FILE PATH TEXT POSSIBLE`. With
// TEXT the scenario is not possible: the page says why, at the input and above the last answer, and says whose that is. With
// POSSIBLE, typed with spaces around it into the field or handed to `window.rackrent`, it shows the same both times. A refused value has a button for
// the one that is meant.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launched } from './browser.mjs';

const [file, path, text, possible] = process.argv.slice(2);
const browser = await launched();
const page = await browser.newPage();
await page.setViewport({ width: 1440, height: 900 });
await page.goto(pathToFileURL(resolve(file)).href, { waitUntil: 'load' });
await page.waitForFunction(() => window.rackrent);
const found = [];
const say = (what, holds) => holds || found.push(what);
const settled = () => page.evaluate(() => window.rackrent.settled());
const set = (...setting) => page.evaluate((setting) => window.rackrent.set(...setting), setting);
const settings = () => page.evaluate(() => window.rackrent.settings());
const answer = () => page.evaluate(() => document.querySelector('.answer').innerText);
const refusal = () => page.evaluate(() => document.querySelector('#refused')?.innerText ?? '');

const stated = await answer();
const refused = await set(path, text);
await settled();
say(`takes a value for a scenario that is not possible: ${JSON.stringify(refused)}`, !refused.ok && /short of the demand/.test(refused.message));
say(`says no reason: ${await refusal()}`, /short of the demand/.test(await refusal()));
say(`does not say whose answer stands there: ${await refusal()}`, /the last valid result: the scenario as written/.test(await refusal()));
say('changes the last answer', (await answer()) === stated);
await page.emulateMediaType('print');
say('prints figures without the refusal', /short of the demand/.test(await refusal()));
await page.emulateMediaType('screen');

say('refuses spaces around a path and a value', (await set(`  ${path}\t`, `\u00a0${possible} \n`)).ok);
await settled();
say('keeps a refusal', (await refusal()) === '');
const automated = await answer();
say('shows the answer of before', automated !== stated);
await set(path, text);
await settled();
say(`names other inputs: ${await refusal()}`, (await refusal()).includes(`${path} = `));
await page.evaluate((path) => window.rackrent.unset(` ${path} `), path);
say('keeps what was taken back', (await settings()).length === 0);
await settled();
say('shows another answer than that of the file', (await answer()) === stated);
await page.evaluate(
  (path, possible) => {
    const search = document.querySelector('#another');
    search.value = ` ${path} `;
    search.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
    const field = document.querySelector(`label[title="${path}"]`).closest('.lever').querySelector('input[type=text]');
    field.value = `  ${possible}  `;
    field.dispatchEvent(new Event('change'));
  },
  path,
  possible,
);
await settled();
say(`shows by its field: ${await answer()} and by a program: ${automated}`, (await answer()) === automated);
const number = await page.evaluate((path, possible) => window.rackrent.set(path, Number(possible)), path, possible);
say('refuses a number of a program', number.ok);
const word = await set(path, ' many ');
say(`says of a word: ${word.message}`, !word.ok && word.message.includes('`many`'));
await settled();
const at = await page.evaluate((path) => document.querySelector(`label[title="${path}"]`).closest('.lever').querySelector('.error').textContent, path);
say(`says at the input: ${at}`, at.includes('`many`'));

// an input found by its words, with a value that is refused and the one that is meant
await page.evaluate((path) => window.rackrent.unset(path), path);
const discount = (action) =>
  page.evaluate((action) => {
    const row = () => document.querySelector('label[title="discount_rate"]').closest('.lever');
    if (action === 'type') {
      const search = document.querySelector('#another');
      search.value = 'Discount RATE';
      search.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
      row().querySelector('input[type=text]').value = '12';
      row().querySelector('input[type=text]').dispatchEvent(new Event('change'));
    }
    if (action === 'use') row().querySelector('.error button').click();
    return [row().querySelector('input[type=text]').value, row().querySelector('.error button')?.textContent ?? ''];
  }, action);
await discount('type');
await settled();
say(`offers no value that is meant: ${await discount('look')}`, (await discount('look')).join() === '12,Use 12%');
await discount('use');
await settled();
say(`does not use what it offers: ${await discount('look')}`, (await discount('look')).join() === '12%,');
say('keeps a refusal after the value that is meant', (await refusal()) === '');

await browser.close();
for (const line of found) console.log(line);
process.exitCode = found.length > 0 ? 1 : 0;
