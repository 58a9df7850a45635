import { shown } from '@platform/command-line/output';
import { printable } from '@platform/command-line/table';
import type { Terminal } from '@platform/command-line/terminal';
import type { Format, ResultOutput } from './output.ts';
import type { Query } from './query.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const columnsOf = (rows: readonly object[]): string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row))),
];

/** Shows what a query chooses of each result. Lists are read to their end first. */
export function queriedOutput(
  terminal: Terminal,
  output: ResultOutput,
  { query, format }: { query: Query; format: Format },
): ResultOutput {
  /** Without a format for programs, prints plain text, one value per line. */
  function showText(values: readonly unknown[]): void {
    for (const value of values) terminal.print(printable(shown(value)));
  }

  function show(value: unknown): void {
    if (value === null || value === undefined) return terminal.note('The query selects nothing.');
    const isDocument = format === 'json' || format === 'yaml';
    if (isDocument || (isObject(value) && !Array.isArray(value)))
      return output.record(value as object);
    const values: unknown[] = Array.isArray(value) ? value : [value];
    if (!values.every((one): one is object => isObject(one) && !Array.isArray(one)))
      return format === 'ndjson'
        ? values.forEach((one) => terminal.print(JSON.stringify(one)))
        : showText(values);
    const rows = output.rows(columnsOf(values));
    rows.add(values);
    rows.end('The list is empty.');
  }

  return {
    isStructured: true,
    record: (value) => show(query(value)),
    list: (entries) => show(query(entries)),
    lines: (value) => show(query(value)),
    rows() {
      const all: object[] = [];
      return { add: (more) => void all.push(...more), end: () => show(query(all)) };
    },
  };
}
