// `npm run generate:web`: writes what the web applications know of the API from the catalogue of operations, so that no validator is in
// the browser. With --check it only says whether the files are up to date.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { openApiDocument } from '@platform/contracts';
import { formModules } from './form-modules.js';
import { guidanceModule, rolesModule } from './word-modules.js';
import { operationsModule, requestsModule } from './operation-modules.js';

const folder = fileURLToPath(new URL('../generated/', import.meta.url));
const heading =
  '// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.\n';
const document = openApiDocument({
  serverUrl: 'https://api.example.com',
  tenantIssuer: 'https://acme.id.example.com',
  version: '0.1.0',
});

const modules = new Map([
  ['operations.ts', operationsModule()],
  ['requests.ts', requestsModule()],
  ['guidance.ts', guidanceModule()],
  ['roles.ts', rolesModule()],
  ...formModules(document),
]);

const isCheck = process.argv.includes('--check');
const stale = [];
for (const [name, text] of modules) {
  const made = await format(`${heading}${text}`, {
    parser: 'typescript',
    printWidth: 100,
    singleQuote: true,
  });
  const file = join(folder, name);
  if (existsSync(file) && readFileSync(file, 'utf8') === made) continue;
  stale.push(name);
  if (isCheck) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, made);
}
const present = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
for (const name of present.filter((one) => one.endsWith('.ts') && !modules.has(one))) {
  stale.push(name);
  if (!isCheck) rmSync(join(folder, name));
}
if (isCheck && stale.length > 0) {
  console.error(`run \`npm run generate:web\`: ${stale.join(', ')} out of date`);
  process.exit(1);
}
