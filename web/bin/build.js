// `npm run web:build`: builds the web applications into web/dist, compresses the files, keeps those of the two builds before, and fails
// above a budget.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { viteConfig } from '../vite.config.js';
import { weighBuild } from './budgets.js';
import { setAside } from './earlier-builds.js';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const compressible = /\.(js|css|svg)$/;

/** Writes `{file}.br` and `{file}.gz`. Returns the weights with brotli. */
async function compress() {
  const weights = new Map();
  const files = readdirSync(dist).filter((file) => compressible.test(file));
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(join(dist, file));
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, brotli),
        promisify(gzip)(bytes, { level: 9 }),
      ]);
      writeFileSync(join(dist, `${file}.br`), br);
      writeFileSync(join(dist, `${file}.gz`), gz);
      weights.set(file, br.length);
    }),
  );
  return weights;
}

const keepEarlier = setAside(dist);
await build(viteConfig);
const weights = await compress();
keepEarlier();
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));
const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
let isTooHeavy = false;
for (const { part, bytes, budget } of weighBuild(manifest, (file) => weights.get(file) ?? 0)) {
  const isOver = bytes > budget;
  isTooHeavy ||= isOver;
  console.log(`${isOver ? '✗' : '✓'} ${part}: ${kib(bytes)} of ${kib(budget)}`);
}
if (isTooHeavy) {
  console.error('A part is heavier than its budget. See web/bin/budgets.js.');
  process.exit(1);
}
