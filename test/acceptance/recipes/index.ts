import { readdirSync } from 'node:fs';
import type { Recipe } from './world.ts';

export { anAccount, makeWorld } from './world.ts';
export type { Input, World } from './world.ts';

const files = readdirSync(new URL('.', import.meta.url)).filter(
  (name) => name.endsWith('.ts') && name !== 'index.ts' && name !== 'world.ts',
);
const groups = await Promise.all(
  files.map(async (name) =>
    Object.values((await import(`./${name}`)) as Record<string, Record<string, Recipe>>),
  ),
);

/** A successful call of each operation in the catalogue, from the files of this folder. */
export const recipes: Record<string, Recipe> = Object.assign({}, ...groups.flat());

/** Well-formed ids without an object, in the format of the given id. */
export const absent = (value: string): string =>
  /^[a-z]+_[0-9a-z]{26}$/.test(value)
    ? `${value.split('_', 1)[0]}_01h455vb4pex5vsknk084sn02q`
    : `no-such-${value.length}`;
