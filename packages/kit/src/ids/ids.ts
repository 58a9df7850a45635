import { idPrefixes, isId } from '@platform/contracts';
import type { IdKind } from '@platform/contracts';
import { sortingSuffix, suffixOf, uuidOfSuffix } from './suffix.ts';

const suffix = sortingSuffix();

/**
 * Generates a TypeID of this kind: prefix, `_`, UUIDv7. Sorts by creation, strictly within a
 * process.
 */
export const newId = (kind: IdKind): string => `${idPrefixes[kind]}_${suffix()}`;

/**
 * Returns the TypeID of a given UUID of any version, in hyphenated form. The same UUID always gives
 * the same id.
 */
export const idFromUuid = (kind: IdKind, uuid: string): string =>
  `${idPrefixes[kind]}_${suffixOf(uuid)}`;

/**
 * Returns the UUID of a TypeID of this kind, in hyphenated form. Throws a plain Error if `id` is
 * not one.
 */
export function uuidOf(kind: IdKind, id: string): string {
  if (!isId(kind, id)) throw new Error(`not an id of the form ${idPrefixes[kind]}_…`);
  return uuidOfSuffix(id.slice(idPrefixes[kind].length + 1));
}
