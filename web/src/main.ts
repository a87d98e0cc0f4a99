/** What the script of a page does: it makes the engine of the sheet in the file, and offers it as `window.rackrent`. */

import type { Comparison } from './contract';
import { automation, createEngine } from './engine/index';

const written = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent ?? 'null');

const sheet = written('sheet');
if (sheet !== null) {
  const engine = createEngine(sheet, written('result') as Comparison);
  Object.assign(window, { rackrent: automation(engine) });
}
