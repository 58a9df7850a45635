import { idPrefixes, isId } from '@platform/contracts';
import type { IdKind } from '@platform/contracts';
import { sortingSuffix, suffixOf, uuidOfSuffix } from './suffix.ts';

const suffix = sortingSuffix();

/** A new TypeID of this kind: prefix, `_`, UUIDv7. Sorts by creation, within a process strictly. */
export const newId = (kind: IdKind): string => `${idPrefixes[kind]}_${suffix()}`;

/** A TypeID around a given UUID, of any version, in its usual form: the same UUID always gives the same id. */
export const idFromUuid = (kind: IdKind, uuid: string): string =>
  `${idPrefixes[kind]}_${suffixOf(uuid)}`;

/** The UUID within a TypeID of this kind, in its usual form. Throws a plain Error when `id` is none. */
export function uuidOf(kind: IdKind, id: string): string {
  if (!isId(kind, id)) throw new Error(`not an id of the form ${idPrefixes[kind]}_…`);
  return uuidOfSuffix(id.slice(idPrefixes[kind].length + 1));
}
