// `npm run generate:tables`: writes the types of each service's tables from the snapshot of its migrated schema, so that a statement on a
// column that no longer exists does not compile. Tables that a package owns are typed in the package. With --check it only says whether
// they are up to date.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { give, root } from './bootstrap.js';

const camelCase = (name) => name.replace(/_([a-z0-9])/g, (_, first) => first.toUpperCase());
const capitalized = (text) => text[0].toUpperCase() + text.slice(1);

const typeScriptTypes = {
  text: 'string',
  uuid: 'string',
  numeric: 'string',
  xid8: 'string',
  cidr: 'string',
  inet: 'string',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  real: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  date: 'Date',
  interval: 'unknown',
  bytea: 'Buffer',
  json: 'Json',
  jsonb: 'Json',
};

const columnLine =
  /^ {2}column (\w+) (.+?)(?: collate (\S+))?( not null)?(?: (identity|default|generated) (.*))?$/;
const valuesLine = /^ {2}constraint \S+ CHECK \(\((\w+) = ANY \(ARRAY\[(.+)\]\)\)\)$/;

/** The tables of a snapshot: their columns, and the values that a check constraint allows for a text column. */
function tablesOf(snapshot) {
  const tables = [];
  let table;
  for (const line of snapshot.split('\n')) {
    const opened = /^table (\w+)(.*)$/.exec(line);
    if (opened) {
      table = { name: opened[1], columns: [], allowed: new Map() };
      if (!opened[2].startsWith(' partition of ')) tables.push(table);
      continue;
    }
    if (line === '') table = undefined;
    const column = table && columnLine.exec(line);
    if (column) {
      const [, name, type, , notNull, given] = column;
      table.columns.push({ name, type, isNullable: !notNull, given });
    }
    const values = table && valuesLine.exec(line);
    if (values) table.allowed.set(values[1], values[2].match(/'[^']*'(?=::text)/g));
  }
  return tables.filter(({ columns }) => columns.length > 0);
}

function typeOf({ name, type }, allowed) {
  const values = allowed.get(name);
  if (type === 'text' && values) return values.join(' | ');
  const isArray = type.endsWith('[]');
  const scalar = typeScriptTypes[isArray ? type.slice(0, -2) : type.replace(/\(.*\)$/, '')];
  if (!scalar) give(`no TypeScript type is known for the column type ${type} of ${name}`);
  return isArray ? `${scalar}[]` : scalar;
}

/** How a column is written: by the caller, by its default, or by the database alone. */
function wrapped({ type, given }, value) {
  if (given === undefined) return value;
  if (given === 'generated') return `GeneratedAlways<${value}>`;
  return type.startsWith('json') ? 'GeneratedJson' : `Generated<${value}>`;
}

function memberOf(column, allowed) {
  const value = `${typeOf(column, allowed)}${column.isNullable ? ' | null' : ''}`;
  return `    ${camelCase(column.name)}: ${wrapped(column, value)};\n`;
}

const listOf = (columns) => `[${columns.map(({ name }) => `'${camelCase(name)}'`).join(', ')}]`;

function moduleOf(owner, tables) {
  const name = camelCase(owner.replaceAll('-', '_'));
  const types = tables.map(
    ({ name: table, columns, allowed }) =>
      `  ${camelCase(table)}: {\n${columns.map((column) => memberOf(column, allowed)).join('')}  };\n`,
  );
  const lists = tables.map(({ name: table, columns }) => {
    const written = columns.filter(({ given }) => given !== 'generated');
    const json = columns.filter(({ type }) => type.startsWith('json'));
    return `  ${camelCase(table)}: { all: ${listOf(written)}, json: ${listOf(json)} },\n`;
  });
  const body = types.join('');
  const imported = ['Generated', 'GeneratedAlways', 'GeneratedJson', 'Json'].filter((type) =>
    new RegExp(`\\b${type}\\b`).test(body),
  );
  return [
    '// Generated from schema.snapshot.txt by `npm run generate:tables`. Do not edit.\n',
    imported.length > 0
      ? `import type { ${imported.join(', ')} } from '@platform/kit/database';\n`
      : '',
    `import { serviceTables } from '@platform/kit/database';\n\n`,
    `/** The tables of ${owner}, as its migrations leave them. */\n`,
    `export interface ${capitalized(name)}Tables {\n${body}}\n\n`,
    `/** Typed access to the tables of ${owner}. */\n`,
    `export const ${name} = serviceTables<${capitalized(name)}Tables>({\n${lists.join('')}});\n`,
  ].join('');
}

/** Tables in the schema of a service that only a package reads and writes. */
const packageTables = {
  fga: { relations: new Set(['fga_changes', 'fga_models', 'fga_stores', 'relation_tuples']) },
};

/** Tables that the kit alone reads and writes, in the schema of each service. */
const kitTables = new Set([
  'data_subject_request',
  'idempotency_key',
  'job',
  'lease',
  'outbox',
  'outbox_pending',
  'outbox_published',
  'purged_tenant',
  'schema_migration',
  'stream_holder',
  'stream_position',
]);

/** The modules of one service's schema: where they are, and what they contain. */
function modulesOf(service, tables) {
  const owned = Object.entries(packageTables[service] ?? {});
  const isOwn = ({ name }) => !kitTables.has(name) && !owned.some(([, names]) => names.has(name));
  return [
    {
      folder: join('services', service),
      made: moduleOf(service, tables.filter(isOwn)),
    },
    ...owned.map(([name, names]) => ({
      folder: join('packages', name),
      made: moduleOf(
        name,
        tables.filter((table) => names.has(table.name)),
      ),
    })),
  ];
}

const stale = [];
for (const service of readdirSync(join(root, 'services'))) {
  const snapshot = join(root, 'services', service, 'schema.snapshot.txt');
  if (!existsSync(snapshot)) continue;
  for (const { folder, made } of modulesOf(service, tablesOf(readFileSync(snapshot, 'utf8')))) {
    const file = join(folder, 'src', 'generated', 'tables.ts');
    const path = join(root, file);
    if (existsSync(path) && readFileSync(path, 'utf8') === made) continue;
    stale.push(file);
    if (process.argv.includes('--check')) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, made);
  }
}
if (process.argv.includes('--check') && stale.length > 0)
  give(`run \`npm run generate:tables\`: ${stale.join(', ')} out of date`);
