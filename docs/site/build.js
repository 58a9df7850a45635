// `npm run docs:site`: writes the site to gateway/site, or to the folder after --out. The gateway serves it at /docs; any web server can
// serve it below any path. DOCS_REPOSITORY_URL links files of the repository that are not pages.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { renderSite } from './site.js';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const folder = values.out
  ? resolve(values.out)
  : fileURLToPath(new URL('../../gateway/site/', import.meta.url));
const since = Date.now();
const files = await renderSite({ repositoryUrl: process.env['DOCS_REPOSITORY_URL'] });
rmSync(folder, { recursive: true, force: true });
for (const [path, text] of files) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
console.log(
  `Wrote ${files.size} files to ${folder} in ${((Date.now() - since) / 1000).toFixed(1)} s.`,
);
