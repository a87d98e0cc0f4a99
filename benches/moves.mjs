// Moves sliders of pages in headless Chromium: `node benches/moves.mjs PROGRAM SCENARIO…`. Prints for each scenario the size of its
// page and three times in milliseconds: until its program is ready, from a move until the decision is drawn, and from the release of
// the slider until everything is drawn. The last two are medians of eleven moves; the last includes the delay of 120 ms of a slider.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launched } from '../web/tests/browser.mjs';

const [program, ...scenarios] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'moves-'));
const browser = await launched();
const median = (all) => [...all].sort((a, b) => a - b)[all.length >> 1].toFixed(0);

const moved = async () => {
  const slider = document.querySelector('input[type=range]');
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))));
  const [first, whole] = [[], []];
  for (let at = 0; at < 11; at++) {
    const [from, to] = [Number(slider.min), Number(slider.max)];
    slider.value = String(from + ((to - from) * (at + 6)) / 20);
    let start = performance.now();
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await drawn();
    first.push(performance.now() - start);
    start = performance.now();
    slider.dispatchEvent(new Event('change', { bubbles: true }));
    await window.rackrent.settled();
    whole.push(performance.now() - start);
  }
  return { first, whole };
};

console.log('| | page | ready | decision drawn | everything drawn |\n|---|---:|---:|---:|---:|');
for (const scenario of scenarios) {
  const html = execFileSync(program, ['compare', scenario, '--format', 'html'], { maxBuffer: 1 << 28 });
  const path = join(folder, 'page.html');
  writeFileSync(path, html);
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  const start = performance.now();
  await page.goto(pathToFileURL(path).href, { waitUntil: 'load' });
  await page.waitForFunction(() => window.rackrent);
  const ready = performance.now() - start;
  const { first, whole } = await page.evaluate(moved);
  const name = scenario.replace(/^.*\/|\.yaml$/g, '');
  console.log(`| ${name} | ${(html.length / 1e6).toFixed(2)} MB | ${ready.toFixed(0)} ms | ${median(first)} ms | ${median(whole)} ms |`);
  await page.close();
}
await browser.close();
