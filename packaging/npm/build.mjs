// Puts the package together in target/npm, with the program that pages carry.
import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = at('../../target/npm/');
mkdirSync(folder, { recursive: true });
for (const name of ['package.json', 'index.mjs', 'index.d.ts', 'README.md']) copyFileSync(at(name), `${folder}${name}`);
copyFileSync(at('../../crates/documents/src/report/page/html/engine.wasm.gz'), `${folder}engine.wasm.gz`);
console.log(folder);
