import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { usageError } from '@platform/command-line/failure';
import { InvalidArgumentError } from 'commander';
import { setMember } from '../operations/body.ts';
import { parseValue } from '../operations/field-option.ts';
import { nearestName } from '@platform/configuration/nearest-name';
import type { Field } from '../operations/operation-spec.ts';

/** A user in the file, or why there is none. `row` counts records from 1, without the heading. */
export type UserRow =
  { row: number; user: object; fault?: never } | { row: number; fault: string; user?: never };

/** Members of an imported user that a user in the API does not have. */
const importFields: readonly Field[] = [
  { name: 'sourceId', kind: 'text' },
  { name: 'passwordHash.algorithm', kind: 'text' },
  { name: 'passwordHash.value', kind: 'text' },
  { name: 'passwordHash.salt', kind: 'text' },
];

/** `Given_Name` and `name.givenName` differ only in what people write differently. */
const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/** What a column sets: a field, or a member of `metadata`. */
interface Target {
  name: string;
  field: Field;
}

/** `Given Name` is `name.givenName`, as no other property has that name. */
function fieldNamed(column: string, fields: readonly Field[]): Field | undefined {
  const exact = fields.find(({ name }) => plain(name) === plain(column));
  const nested = fields.filter(({ name }) => plain(name.split('.').at(-1)!) === plain(column));
  return exact ?? (nested.length === 1 ? nested[0] : undefined);
}

function targetOf(column: string, fields: readonly Field[]): Target {
  const found = fieldNamed(column, fields);
  if (found) return { name: found.name, field: found };
  if (/^metadata\.[^.]+$/.test(column))
    return { name: column, field: { name: column, kind: 'text' } };
  const names = fields.map(({ name }) => name);
  const similar = nearestName(column, names);
  throw usageError(
    `No property of a user is named "${column}".${similar ? ` Did you mean ${similar}?` : ''} Rename the column with --map "${column}=…", or leave it out with --map "${column}=".`,
  );
}

/** Columns to rename, by their name in the file; an empty name leaves the column out. */
export type ColumnMap = Readonly<Record<string, string>>;

/** What each column of a heading sets; undefined for those that are left out. @throws a usage error for an unknown one */
export function targetsOf(
  heading: readonly string[],
  map: ColumnMap,
  fields: readonly Field[],
): (Target | undefined)[] {
  const usable = [
    ...fields.filter(({ kind, map: isMap }) => kind !== 'object' && !isMap),
    ...importFields,
  ];
  return heading.map((column) => {
    const name = map[column] ?? column;
    return name === '' ? undefined : targetOf(name, usable);
  });
}

/** Booleans in spreadsheets. */
const words: Readonly<Record<string, string>> = {
  yes: 'true',
  no: 'false',
  '1': 'true',
  '0': 'false',
};

function valueOf({ name, field }: Target, cell: string): unknown {
  try {
    if (field.kind === 'boolean')
      return parseValue(field, words[cell.toLowerCase()] ?? cell.toLowerCase());
    if (field.kind === 'json' || field.list) return JSON.parse(cell) as unknown;
    return parseValue(field, cell);
  } catch (error) {
    const why = error instanceof InvalidArgumentError ? error.message : 'It must be JSON.';
    throw new Error(`${name}: ${why}`, { cause: error });
  }
}

/** A record of a CSV file as a user. Empty cells are left out. */
export function userOf(cells: readonly string[], targets: readonly (Target | undefined)[]): object {
  const user: Record<string, unknown> = {};
  targets.forEach((target, i) => {
    const cell = cells[i]?.trim() ?? '';
    if (target && cell !== '') setMember(user, target.name, valueOf(target, cell));
  });
  return user;
}

async function* csvRows(
  file: string,
  map: ColumnMap,
  fields: readonly Field[],
): AsyncGenerator<UserRow> {
  const { parse } = await import('csv-parse');
  const records = createReadStream(file).pipe(
    parse({ bom: true, relax_column_count: true, skip_empty_lines: true }),
  ) as AsyncIterable<string[]>;
  let targets: (Target | undefined)[] | undefined;
  let row = 0;
  for await (const cells of records) {
    if (!targets) {
      targets = targetsOf(
        cells.map((cell) => cell.trim()),
        map,
        fields,
      );
      continue;
    }
    row++;
    if (cells.length > targets.length) {
      yield {
        row,
        fault: `The record has ${cells.length} cells, and the heading has ${targets.length}.`,
      };
      continue;
    }
    try {
      yield { row, user: userOf(cells, targets) };
    } catch (error) {
      yield { row, fault: (error as Error).message };
    }
  }
}

async function* ndjsonRows(file: string): AsyncGenerator<UserRow> {
  let row = 0;
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Infinity,
  })) {
    if (line.trim() === '') continue;
    row++;
    try {
      yield { row, user: JSON.parse(line) as object };
    } catch {
      yield { row, fault: 'The line is not JSON.' };
    }
  }
}

/** The users in a CSV or NDJSON file, in their order. */
export const userRows = (
  file: string,
  map: ColumnMap,
  fields: readonly Field[],
): AsyncGenerator<UserRow> =>
  /\.(?:nd)?jsonl?$/i.test(file) ? ndjsonRows(file) : csvRows(file, map, fields);
