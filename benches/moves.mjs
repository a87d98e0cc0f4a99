// What a move of a slider takes in a page: `node benches/moves.mjs PROGRAM SCENARIO…`
//
// Each of the first six sliders of a page of `compare` is set to 24 places of its range, one in a frame, in a window of 1440 by 900
// in headless Chromium, which draws without a graphics processor. What the page's thread did meanwhile is divided by the moves: the
// script, the layout with the styles, and all that is done on that thread, with what this script adds to it. `npm --prefix web ci`
// brings what drives the browser; CHROMIUM names it where it is not /usr/bin/chromium.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from '../web/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js';

const SLIDERS = 6;
const PLACES = 24;

const [program, ...scenarios] = process.argv.slice(2);
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const folder = mkdtempSync(join(tmpdir(), 'moves-'));

/** Moves sliders one after the other; how often. */
const moved = async (sliders, places) => {
  const all = [...document.querySelectorAll('input[type=range]')].slice(0, sliders);
  for (const slider of all) {
    const [least, most] = [Number(slider.min || 0), Number(slider.max || 100)];
    for (let at = 0; at < places; at++) {
      // places that lie apart, so that every move changes what is drawn
      slider.value = String(least + (most - least) * (0.2 + (0.6 * ((at * 7) % places)) / places));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0)));
    }
  }
  return all.length * places;
};

console.log('| | script | layout and styles | all of the thread |\n|---|---:|---:|---:|');
for (const scenario of scenarios) {
  const file = join(folder, 'page.html');
  rmSync(file, { force: true });
  execFileSync(program, ['compare', scenario, '--format', 'json', '--output', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  await page.goto(`file://${file}`);
  const session = await page.createCDPSession();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => Object.fromEntries((await session.send('Performance.getMetrics')).metrics.map((one) => [one.name, one.value]));
  // once before anything is counted, so that what is compiled while it runs is compiled
  await page.evaluate(moved, SLIDERS, 4);
  const before = await spent();
  const moves = await page.evaluate(moved, SLIDERS, PLACES);
  const after = await spent();
  const each = (...names) => `${((1000 * names.reduce((sum, name) => sum + after[name] - before[name], 0)) / moves).toFixed(1)} ms`;
  const cells = [each('ScriptDuration'), each('LayoutDuration', 'RecalcStyleDuration'), each('TaskDuration')];
  console.log(`| ${scenario.replace(/^.*\//, '').replace(/\.yaml$/, '')} | ${cells.join(' | ')} |`);
  await page.close();
}
await browser.close();
rmSync(folder, { recursive: true });
