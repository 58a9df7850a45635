import { idPrefixes } from '@platform/contracts';
import type { IdKind } from '@platform/contracts';
import { TypeID, typeidUnboxed } from 'typeid-js';

/** A new TypeID of this kind: prefix, `_`, UUIDv7. Sorts by creation. */
export const newId = (kind: IdKind): string => typeidUnboxed(idPrefixes[kind]);

/** A TypeID around a given UUID: the same UUID always gives the same id. */
export const idFromUuid = (kind: IdKind, uuid: string): string => TypeID.fromUUID(idPrefixes[kind], uuid).toString();
