// `npm run generate:commands`: writes the table of commands of `tenantctl` from the catalogue of operations, and templates without types.
// With --check it only says whether they are up to date.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { allScopes, catalogue, isForSetup, openApiDocument } from '@platform/contracts';
import { kebabCase } from '../../packages/sdk/generator/names.js';
import { areas } from './areas.js';
import { commandReader } from './command-row.js';
import { javascriptTemplates, templates } from './templates.js';

const folder = fileURLToPath(new URL('../src/generated/', import.meta.url));
const heading =
  '// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.\n';
const document = openApiDocument({
  serverUrl: 'https://api.example.com',
  tenantIssuer: 'https://acme.id.example.com',
  version: '0.1.0',
});

// Sessions of setup links have no token that a command could use.
const rows = catalogue
  .filter(({ operation }) => !isForSetup(operation.scopes))
  .map(commandReader(document));
const areaOf = ({ name }) => name.split('.')[0];
const named = Object.keys(areas);
const undescribed = rows.map(areaOf).filter((area) => !named.includes(area));
if (undescribed.length > 0)
  throw new Error(
    `describe in tenantctl/generator/areas.js: ${[...new Set(undescribed)].join(', ')}`,
  );

const areaModule = (
  area,
) => `import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of \`${kebabCase(area)}\`. */
export const operations: readonly OperationSpec[] = ${JSON.stringify(rows.filter((row) => areaOf(row) === area))};
`;

const indexModule = () => `import type { Area } from '../operations/operation-spec.ts';

/** The areas of the API, in the order of the help. */
export const areas: readonly Area[] = [
${named
  .map((area) => {
    const [group, about] = areas[area];
    const file = kebabCase(area);
    return `{ name: '${file}', group: '${group}', about: ${JSON.stringify(about)}, operations: () => import('./areas/${file}.ts'), methods: async () => (await import('@platform/sdk/${file}')).${area} },`;
  })
  .join('\n')}
];

/** The command of each operation. */
export const commandOfOperation: Readonly<Record<string, string>> = ${JSON.stringify(
  Object.fromEntries(
    rows.map(({ operationId, name }) => [operationId, name.split('.').map(kebabCase).join(' ')]),
  ),
)};
`;

const scopesModule = () => `
/** Every scope of a tenant's administration. */
export const allScopes: readonly string[] = ${JSON.stringify(allScopes)};
`;

const modules = new Map([
  ['index.ts', indexModule()],
  ['scopes.ts', scopesModule()],
  ...named.map((area) => [`areas/${kebabCase(area)}.ts`, areaModule(area)]),
]);

const isCheck = process.argv.includes('--check');
const stale = [];
function update(file, name, made) {
  if (existsSync(file) && readFileSync(file, 'utf8') === made) return;
  stale.push(name);
  if (isCheck) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, made);
}
for (const [name, text] of modules) {
  const made = await format(`${heading}${text}`, {
    parser: 'typescript',
    printWidth: 100,
    singleQuote: true,
  });
  update(join(folder, name), name, made);
}
for (const [name, text] of await javascriptTemplates()) update(join(templates, name), name, text);
const present = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
for (const name of present.filter((one) => one.endsWith('.ts') && !modules.has(one))) {
  stale.push(name);
  if (!isCheck) rmSync(join(folder, name));
}
if (isCheck && stale.length > 0) {
  console.error(`run \`npm run generate:commands\`: ${stale.join(', ')} out of date`);
  process.exit(1);
}
