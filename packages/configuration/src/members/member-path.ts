import { isObject } from './members.ts';

/** Names and indexes that lead to a value. */
export type Path = readonly (string | number)[];

/** A value and where it is. */
export interface Located {
  path: Path;
  value: unknown;
}

const entriesOf = (value: unknown): [string | number, unknown][] => {
  if (Array.isArray(value)) return [...value.entries()];
  return isObject(value) ? Object.entries(value) : [];
};

function stepsFrom(value: unknown, step: string): [string | number, unknown][] {
  if (step === '*') return entriesOf(value);
  return isObject(value) && Object.hasOwn(value, step) ? [[step, value[step]]] : [];
}

/** Lists the values at a path pattern, in which `*` is each entry of a list or an object. */
export function valuesAt(value: unknown, pattern: string): Located[] {
  const steps = pattern.split('/');
  return steps.reduce<Located[]>(
    (found, step) =>
      found.flatMap((at) =>
        stepsFrom(at.value, step).map(([name, next]) => ({
          path: [...at.path, name],
          value: next,
        })),
      ),
    [{ path: [], value }],
  );
}

/** Returns the value with another value at a path that exists in it. */
export function withValueAt(value: unknown, path: Path, next: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return next;
  if (Array.isArray(value))
    return value.map((entry, index) => (index === name ? withValueAt(entry, rest, next) : entry));
  if (!isObject(value)) return value;
  return { ...value, [name]: withValueAt(value[name], rest, next) };
}

/** Replaces the values at a path pattern. */
export const mapAt = <T>(value: T, pattern: string, change: (at: Located) => unknown): T =>
  valuesAt(value, pattern).reduce<unknown>(
    (changed, at) => withValueAt(changed, at.path, change(at)),
    value,
  ) as T;
