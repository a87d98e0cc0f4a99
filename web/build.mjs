// Builds the script of pages, which the program embeds: `node build.mjs`. `node build.mjs --check` says whether that is what the
// sources make.
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const page = {
  absWorkingDir: here('.'),
  entryPoints: ['src/main.ts'],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'inline',
  write: false,
};

const { outputFiles } = await build(page);
const bundle = here('../crates/documents/src/report/page/html/page.js');
if (process.argv.includes('--check')) {
  if (readFileSync(bundle, 'utf8') !== outputFiles[0].text) {
    console.error('crates/documents/src/report/page/html/page.js is not what web/src makes: run `npm run build` in web/');
    process.exitCode = 1;
  }
} else {
  writeFileSync(bundle, outputFiles[0].text);
  console.log(`crates/documents/src/report/page/html/page.js: ${outputFiles[0].text.length} bytes`);
}
