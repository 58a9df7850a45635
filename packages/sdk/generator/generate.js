// `npm run generate:sdk`: writes the types and methods of the SDK from the catalogue of operations. With --check it only says whether
// they are up to date.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { openApiDocument } from '@platform/contracts';
import { areaModule, areasModule, platformModule } from './area-module.js';
import { exampleOf } from './examples.js';
import { formatOptions } from './format-options.js';
import { hookTypes } from './hook-types.js';
import { methodsOf } from './methods.js';
import { kebabCase } from './names.js';
import { problemTypes } from './problem-types.js';
import { schemaTypes } from './schema-types.js';

const folder = fileURLToPath(new URL('../src/generated/', import.meta.url));
const document = openApiDocument({
  serverUrl: 'https://api.example.com',
  tenantIssuer: 'https://acme.id.example.com',
  version: '0.1.0',
});
const { schemas, methods: unexplained } = methodsOf(document);

const methods = [];
for (const method of unexplained)
  methods.push({ ...method, example: await exampleOf(method, schemas) });

const areaOf = ({ name }) => name.split('.')[0];
const areas = [...new Set(methods.map(areaOf))].sort();

const modules = new Map([
  ['schemas.ts', await schemaTypes(schemas)],
  ['problems.ts', problemTypes()],
  ['hook-commands.ts', hookTypes()],
  ['platform.ts', platformModule(areas, kebabCase)],
  ['areas.ts', areasModule(areas, kebabCase)],
]);
for (const area of areas)
  modules.set(
    `areas/${kebabCase(area)}.ts`,
    areaModule(
      area,
      methods.filter((method) => areaOf(method) === area),
    ),
  );

const heading =
  '// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.\n';
const stale = [];
for (const [name, text] of modules) {
  const made = await format(`${heading}${text}`, { ...formatOptions, printWidth: 100 });
  const file = join(folder, name);
  if (existsSync(file) && readFileSync(file, 'utf8') === made) continue;
  stale.push(name);
  if (process.argv.includes('--check')) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, made);
}

const present = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
for (const name of present.map(String).filter((one) => one.endsWith('.ts') && !modules.has(one))) {
  stale.push(name);
  if (!process.argv.includes('--check')) rmSync(join(folder, name));
}

if (process.argv.includes('--check') && stale.length > 0) {
  console.error(`run \`npm run generate:sdk\`: ${stale.join(', ')} out of date`);
  process.exit(1);
}
