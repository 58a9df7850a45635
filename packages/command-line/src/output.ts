import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { printable, tableLines } from './table.ts';
import type { Column } from './table.ts';
import type { Terminal } from './terminal.ts';

/** Output formats of every tool. */
export const formats = ['table', 'json', 'yaml'] as const;
export type Format = (typeof formats)[number];

/** Writes results in the requested format. */
export interface Output {
  /** A list; `empty` is printed if there are no rows. */
  list<T extends object>(rows: readonly T[], columns: readonly Column<T>[], empty: string): void;
  /** One object, with a property per line. */
  record(value: object): void;
  /** One object, with separate lines for people. */
  lines(value: object, lines: readonly string[]): void;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length);

const words = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A value in one line: lists are separated by commas, objects are JSON. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** `created at:  2026-…`: the properties that have a value, aligned. */
export function recordLines(value: object): string[] {
  const entries = Object.entries(value).filter(([, one]) => !isEmpty(one));
  const width = Math.max(0, ...entries.map(([name]) => words(name).length)) + 2;
  return entries.map(
    ([name, one]) => `${words(printable(name))}:`.padEnd(width) + printable(shown(one)),
  );
}

const load = createRequire(import.meta.url);

/** A value as YAML. The library is loaded when needed: it takes as long as a whole command otherwise. */
const yamlText = (value: unknown): string =>
  (load('yaml') as typeof Yaml).stringify(value).trimEnd();

const structured = {
  json: (value: unknown) => JSON.stringify(value, null, 2),
  yaml: yamlText,
};

/** Makes an {@link Output}. */
export function output(terminal: Terminal, format: Format): Output {
  function write(value: unknown, asTable: () => readonly string[]): void {
    if (format !== 'table') return terminal.print(structured[format](value));
    for (const line of asTable()) terminal.print(line);
  }
  return {
    list: (rows, columns, empty) =>
      write(rows, () => {
        if (rows.length === 0) {
          terminal.note(empty);
          return [];
        }
        const { lines, omitted } = tableLines(columns, rows, terminal.columns);
        if (omitted.length > 0)
          terminal.note(
            `Columns that do not fit: ${omitted.join(', ')}. Use -o json or -o yaml to see everything.`,
          );
        return lines;
      }),
    record: (value) => write(value, () => recordLines(value)),
    lines: (value, lines) => write(value, () => lines),
  };
}

/** Converts a gRPC message to a result: empty fields are null. */
export const presented = <T extends object>(message: T): { [K in keyof T]: T[K] | null } =>
  Object.fromEntries(
    Object.entries(message).map(([name, value]) => [name, value === '' ? null : value]),
  ) as { [K in keyof T]: T[K] | null };
