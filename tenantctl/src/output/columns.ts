import { shown } from '@platform/command-line/output';
import type { Column } from '@platform/command-line/table';
import { paintState } from './paint.ts';

/** A value in a result, by its path: `name.givenName`, `roles.0`. */
export function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const part of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  return at;
}

/** The paths of all properties of an object. */
export const pathsOf = (value: object, prefix = ''): string[] =>
  Object.entries(value).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const isNested = typeof member === 'object' && member !== null && !Array.isArray(member);
    return isNested ? [path, ...pathsOf(member as object, `${path}.`)] : [path];
  });

/** `lastLoginAt` → `LAST LOGIN AT` */
const headerOf = (path: string): string =>
  path
    .split('.')
    .map((part) => part.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter}`))
    .join(' ')
    .toUpperCase();

/** Times in tables are in seconds: fractions only take space. */
const shortTime = (text: string): string =>
  text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/, '$1Z');

/** A value in a cell of a table. */
export const cellOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : shortTime(shown(value));

/** Text that people do not copy, and that is long more often than not. */
const longText = /(?:^|\.)(?:description|displayName|name|detail|title|organizationName)$/;
const longest = 40;

/** The column of a path in a table. */
export const pathColumn = (path: string, hasColor: boolean): Column<object> => ({
  header: headerOf(path),
  value: (row) => cellOf(valueAt(row, path)),
  ...(longText.test(path) && { max: longest }),
  ...(hasColor && /(?:^|\.)(?:status|state|result|outcome)$/.test(path) && { paint: paintState }),
});

/** The chosen paths of a row, as an object. */
export const picked = (row: unknown, paths: readonly string[]): object =>
  Object.fromEntries(paths.map((path) => [path, valueAt(row, path) ?? null]));
