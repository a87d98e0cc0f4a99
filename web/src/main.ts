/** What the script of a page does: figures open, and where a sheet is in the file, inputs move; `window.rackrent` moves them too. */

import { SET, automation, createEngine } from './engine/index';
import { page } from './page/index';

const live = page(createEngine);
if (live) {
  Object.assign(window, { rackrent: automation(live.engine) });
  addEventListener(SET, live.follow);
}
