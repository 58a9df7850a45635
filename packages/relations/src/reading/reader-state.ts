import type { Tx } from '@platform/kit/database';
import { objectText } from '../keys/tuple-key.ts';
import type { ReadTuple, RowParser } from './sent-rows.ts';
import type { ObjectRelation, ReadAhead, SubjectKey } from './tuple-reader.ts';

/** How much a statement reads that may not be needed. */
export interface ReaderBounds {
  /** Rows up to which reading an object whole costs less than probing it key by key. */
  few: number;
  /** Rows to read ahead: `least`, and `each` for every requested object. */
  ahead: { least: number; each: number };
}

/** Stored tuples by the text of their object. */
export type RowsByObject = Map<string, ReadTuple[]>;

/** Objects that were read ahead: with their rows of the relations that were kept, and of the others those of these sets, as long as they were then. */
export interface PrefetchedObjects {
  of: RowsByObject;
  kept: ReadAhead['kept'];
  sets: ReadonlyMap<readonly SubjectKey[], number>;
}

/** The reader of one transaction, and the objects that it has read ahead. */
export interface ReaderState {
  tx: Tx;
  tenant: string;
  parser: RowParser;
  bounds: ReaderBounds;
  prefetched: PrefetchedObjects[];
  /** False once a statement could not read everything ahead. */
  aheadIsWorth: boolean;
}

export const objectTextOf = ({ objectType, objectId }: ObjectRelation): string =>
  objectText({ type: objectType, id: objectId });

/** The rows of an object, an empty list where there are none yet. */
export function rowsUnder(lists: RowsByObject, object: string): ReadTuple[] {
  let list = lists.get(object);
  if (!list) lists.set(object, (list = []));
  return list;
}

/** Rows that were read ahead of an object, where they are all that is asked. */
export function prefetchedRows(
  { prefetched }: ReaderState,
  at: ObjectRelation,
  covers: (prefetched: PrefetchedObjects) => boolean,
): ReadTuple[] | undefined {
  if (prefetched.length === 0) return undefined;
  const object = objectTextOf(at);
  for (const one of prefetched) {
    const rows = one.of.get(object);
    if (rows && covers(one)) return rows;
  }
  return undefined;
}
