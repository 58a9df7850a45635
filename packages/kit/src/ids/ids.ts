import { idPrefixes } from '@platform/contracts';
import type { IdKind } from '@platform/contracts';
import { TypeID } from 'typeid-js';
import { sortingSuffix } from './suffix.ts';

const suffix = sortingSuffix();

/** A new TypeID of this kind: prefix, `_`, UUIDv7. Sorts by creation, within a process strictly. */
export const newId = (kind: IdKind): string => `${idPrefixes[kind]}_${suffix()}`;

/** A TypeID around a given UUID: the same UUID always gives the same id. */
export const idFromUuid = (kind: IdKind, uuid: string): string => TypeID.fromUUID(idPrefixes[kind], uuid).toString();
