// Edits and saves a scenario in its page, and begins one in the app: `node tests/edited.mjs PAGE APP FOLDER`. What is saved lies in
// `saved` of the folder.
import { mkdirSync, readFileSync, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launched } from './browser.mjs';

const [file, app, folder] = process.argv.slice(2);
const saved = join(folder, 'saved');
mkdirSync(saved, { recursive: true });
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const browser = await launched();
const found = [];
const say = (what, holds) => holds || found.push(what);

const opened = async (path) => {
  const page = await browser.newPage();
  page.on('pageerror', (error) => found.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && found.push(message.text()));
  const session = await page.createCDPSession();
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: resolve(saved) });
  await page.setViewport({ width: 1440, height: 900 });
  await page.goto(pathToFileURL(resolve(path)).href, { waitUntil: 'load' });
  return page;
};
const arrives = async (name) => {
  for (let at = 0; at < 200 && !existsSync(join(saved, name)); at++) await new Promise((done) => setTimeout(done, 50));
  say(`saves no ${name}`, existsSync(join(saved, name)));
};
const press = (page, within, name) =>
  page.evaluate(
    (within, name) => {
      const button = [...document.querySelectorAll(`${within} button`)].find((one) => one.textContent === name);
      if (!button) throw new Error(`there is no ${name}`);
      button.click();
    },
    within,
    name,
  );
const settled = (page) => page.evaluate(() => window.rackrent.settled());
const violations = async (page, where) => {
  await page.evaluate(axe);
  // what is being computed is pale
  await page.waitForFunction(() => document.querySelector('.computing') === null, { timeout: 30_000 });
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  for (const { id, help, nodes } of violations) found.push(`${where}: axe, ${id}: ${help}: ${nodes[0].html.slice(0, 200)}`);
};

const page = await opened(file);
await page.waitForFunction(() => window.rackrent);
const type = (from, to) =>
  page.evaluate(
    (from, to) => {
      document.querySelector('.editor').open = true;
      const text = document.querySelector('#scenario-text');
      text.value = text.value.replace(from, to);
      text.dispatchEvent(new Event('input'));
    },
    from,
    to,
  );
const listed = () => page.evaluate(() => document.querySelector('.found').textContent);
await type('pue:', 'peu:');
await page.waitForFunction(() => /did you mean `pue`/.test(document.querySelector('.found').textContent), { timeout: 20_000 });
say('is silent of a text that has no answer', await page.evaluate(() => document.querySelector('#refused') !== null));
await press(page, '.found', 'Apply suggestion');
await page.waitForFunction(() => !/did you mean/.test(document.querySelector('.found').textContent), { timeout: 20_000 });
say('does not fix the text', await page.evaluate(() => /pue:/.test(document.querySelector('#scenario-text').value)));
await page.evaluate(() => {
  const text = document.querySelector('#scenario-text');
  text.value = text.value.replace(/pue: [\d.]+/, 'pue: 1.25');
  text.dispatchEvent(new Event('input'));
});
await new Promise((done) => setTimeout(done, 500));
await page.evaluate(() => window.rackrent.set('demand.utilization', '12%'));
await settled(page);
say(`finds nothing: ${await listed()}`, (await listed()).length > 20);
for (const [button, name] of [
  ['Save scenario.yaml', 'serving-8xh100.yaml'],
  ['Save as page', 'serving-8xh100.html'],
  ['Save as workbook', 'serving-8xh100.xlsx'],
]) {
  await press(page, '.actions', button);
  await arrives(name);
}
await violations(page, 'edited');
const again = await opened(join(saved, 'serving-8xh100.html'));
await again.waitForFunction(() => window.rackrent);
say('says something else in the saved page', (await again.evaluate(() => document.querySelector('.verdict').textContent)) === (await page.evaluate(() => document.querySelector('.verdict').textContent)));

const begun = await opened(app);
await begun.waitForSelector('fieldset:enabled');
await violations(begun, 'begin');
await begun.select('select[name=decision]', 'train');
await begun.select('select[name=accelerator]', await begun.evaluate(() => [...document.querySelectorAll('select[name=accelerator] option')].find((one) => one.value.startsWith('H200')).value));
await press(begun, 'form.begin', 'Create scenario');
await begun.waitForFunction(() => window.rackrent, { timeout: 20_000 });
for (const view of ['What would reverse it', 'Sensitivity', 'Simulation', 'Sizing', 'Catalog offers', 'Comparison']) {
  await press(begun, '.views', view);
  await settled(begun);
  say(`shows nothing of ${view}`, await begun.evaluate(() => document.querySelector('article').innerText.length > 300));
  say(`refuses ${view}: ${await begun.evaluate(() => document.querySelector('#refused')?.innerText)}`, await begun.evaluate(() => document.querySelector('#refused') === null));
}
await violations(begun, 'begun');
await press(begun, '.actions', 'Save scenario.yaml');
await arrives('train.yaml');
// a scenario that is dropped
const dropped = await opened(app);
await dropped.waitForSelector('fieldset:enabled');
await dropped.evaluate((text) => {
  const data = new DataTransfer();
  data.items.add(new File([text], 'dropped.yaml'));
  dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
}, readFileSync(join(saved, 'serving-8xh100.yaml'), 'utf8'));
await dropped.waitForFunction(() => window.rackrent, { timeout: 20_000 });
say('reads no file that is dropped', await dropped.evaluate(() => /Eight H100s/.test(document.querySelector('h1').textContent)));
await browser.close();
for (const line of found) console.log(line);
process.exitCode = found.length > 0 ? 1 : 0;
