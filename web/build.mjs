// Builds what the program embeds: `node build.mjs`. `node build.mjs --check` says whether that is what the sources make, and
// `node build.mjs --tests` builds the judges that tests of the program run.
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

if (process.argv.includes('--tests')) {
  const tests = ['decimal', 'moves'].map((name) => `tests/${name}.ts`);
  await build({
    absWorkingDir: here('.'),
    entryPoints: tests,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['puppeteer-core'],
    target: 'node20',
    outdir: here('node_modules/.tests'),
    outExtension: { '.js': '.mjs' },
  });
} else {
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
}
