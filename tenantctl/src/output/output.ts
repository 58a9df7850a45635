import { createRequire } from 'node:module';
import type * as Csv from 'csv-stringify/sync';
import type * as Yaml from 'yaml';
import { output as plainOutput, recordLines, shown } from '@platform/command-line/output';
import type { Output } from '@platform/command-line/output';
import { tableLines } from '@platform/command-line/table';
import type { Column } from '@platform/command-line/table';
import type { Terminal } from '@platform/command-line/terminal';
import { cellOf, pathColumn, pathsOf, picked, valueAt } from './columns.ts';
import { nearestName } from '@platform/configuration/nearest-name';
import { paint } from './paint.ts';

/** Output formats. */
export const formats = ['table', 'json', 'yaml', 'ndjson', 'csv'] as const;
export type Format = (typeof formats)[number];

/** A property that no entry has is a typing error more often than not. */
function noteAbsent({ note }: Terminal, rows: readonly object[], paths: readonly string[]): void {
  if (rows.length === 0) return;
  for (const path of paths)
    if (rows.every((row) => valueAt(row, path) === undefined)) {
      const similar = nearestName(path, pathsOf(rows[0]!));
      note(`The result has no property ${path}.${similar ? ` Did you mean ${similar}?` : ''}`);
    }
}

/** How results are written. */
export interface OutputOptions {
  format: Format;
  /** Paths of the properties to write; by default those of the command in tables and CSV, and all of them otherwise. */
  columns?: readonly string[] | undefined;
}

/** Writes the entries of a list as they arrive, where the format allows it. */
export interface RowWriter {
  add(rows: readonly object[]): void;
  /** Writes what had to wait for the last row. `empty` is said if there are none. */
  end(empty: string): void;
}

/** Writes results in the requested format. */
export interface ResultOutput extends Output {
  /** The format is for programs, or columns were chosen. */
  isStructured: boolean;
  /** Starts a list whose usual columns are these paths. */
  rows(columns: readonly string[]): RowWriter;
}

const load = createRequire(import.meta.url);
const csvLines = (rows: (string | null)[][]): string =>
  (load('csv-stringify/sync') as typeof Csv).stringify(rows).replace(/\n$/, '');

/** A table, with the columns that fit. */
function printTable<T>(
  terminal: Terminal,
  columns: readonly Column<T>[],
  rows: readonly T[],
): void {
  const { lines, omitted } = tableLines(columns, rows, terminal.columns);
  const [head = '', ...body] = lines;
  terminal.print(terminal.hasColor ? paint('bold', head) : head);
  for (const line of body) terminal.print(line);
  if (omitted.length > 0)
    terminal.note(`Not shown: ${omitted.join(', ')}. Choose with --columns, or use -o json.`);
}

function tableRows(terminal: Terminal, paths: readonly string[]): RowWriter {
  const all: object[] = [];
  const columns = paths.map((path) => pathColumn(path, terminal.hasColor ?? false));
  return {
    add: (rows) => void all.push(...rows),
    end: (empty) => (all.length === 0 ? terminal.note(empty) : printTable(terminal, columns, all)),
  };
}

/** Unlike in tables, nothing is shortened. */
const rawCell = (value: unknown): string | null =>
  value === null || value === undefined ? null : shown(value);

function csvRows(terminal: Terminal, paths: readonly string[]): RowWriter {
  const cells = (row: object) => paths.map((path) => rawCell(valueAt(row, path)));
  terminal.print(csvLines([[...paths]]));
  return {
    add: (rows) => (rows.length > 0 ? terminal.print(csvLines(rows.map(cells))) : undefined),
    end: () => undefined,
  };
}

/** Formats that are one document wait for all rows. */
function documentRows(
  { record }: Pick<Output, 'record'>,
  pick: (row: object) => object,
): RowWriter {
  const all: object[] = [];
  return {
    add: (rows) => void all.push(...rows.map(pick)),
    end: () => record(all),
  };
}

/** Makes a {@link ResultOutput}. */
export function resultOutput(terminal: Terminal, { format, columns }: OutputOptions): ResultOutput {
  let isChecked = columns === undefined;
  const check = (shown: readonly object[]): void => {
    if (isChecked || shown.length === 0) return;
    isChecked = true;
    noteAbsent(terminal, shown, columns ?? []);
  };
  const pick = (row: object): object => (columns ? picked(row, columns) : row);
  const plain = plainOutput(terminal, format === 'ndjson' || format === 'csv' ? 'json' : format);
  const lineOf = (value: object): void => terminal.print(JSON.stringify(pick(value)));

  function rows(usual: readonly string[]): RowWriter {
    const writer = formatRows(usual);
    const add = (more: readonly object[]): void => {
      check(more);
      writer.add(more);
    };
    return { ...writer, add };
  }

  function formatRows(usual: readonly string[]): RowWriter {
    if (format === 'table') return tableRows(terminal, columns ?? usual);
    if (format === 'csv') return csvRows(terminal, columns ?? usual);
    if (format === 'ndjson') return { add: (more) => more.forEach(lineOf), end: () => undefined };
    return documentRows(plain, pick);
  }

  function record(value: object): void {
    check([value]);
    if (format === 'ndjson') return lineOf(value);
    if (format === 'csv') {
      const writer = csvRows(terminal, columns ?? Object.keys(value));
      return writer.add([value]);
    }
    if (format !== 'table') return plain.record(pick(value));
    for (const line of detailLines(pick(value))) terminal.print(line);
  }

  const isStructured = format !== 'table' || columns !== undefined;
  return {
    isStructured,
    rows,
    record,
    list(entries, own, empty) {
      if (isStructured) {
        const writer = rows(entries[0] ? Object.keys(entries[0]) : []);
        writer.add(entries);
        return writer.end(empty);
      }
      return entries.length === 0 ? terminal.note(empty) : printTable(terminal, own, entries);
    },
    lines: (value, lines) => {
      if (isStructured) return record(value);
      for (const line of lines) terminal.print(line);
    },
  };
}

const isNested = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some((item) => typeof item === 'object' && item !== null)
    : typeof value === 'object' && value !== null && Object.keys(value).length > 0;

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member)]),
  );
}

/** A property per line; nested ones below the others, as YAML. */
function* detailLines(value: object): Iterable<string> {
  const entries = Object.entries(value);
  const isEmptyObject = (one: unknown): boolean =>
    typeof one === 'object' && one !== null && Object.keys(one).length === 0;
  const flat = entries.filter(([, one]) => !isNested(one) && !isEmptyObject(one));
  yield* recordLines(Object.fromEntries(flat.map(([name, one]) => [name, cellOf(one)])));
  const nested = Object.fromEntries(
    entries.filter(([, one]) => isNested(one)).map(([name, one]) => [name, withoutNulls(one)]),
  );
  if (Object.keys(nested).length === 0) return;
  const { stringify } = load('yaml') as typeof Yaml;
  yield* stringify(nested).trimEnd().split('\n');
}
