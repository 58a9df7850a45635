import type { Tx } from '@platform/kit/database';
import { objectText } from '../keys/tuple-key.ts';
import type { ReadTuple, RowParser } from './sent-rows.ts';
import type { ObjectRelation, ReadAhead, SubjectKey } from './tuple-reader.ts';

/** How much a statement reads that may not be needed. */
export interface ReaderBounds {
  /** Rows up to which reading an object whole costs less than probing it key by key. */
  few: number;
  /** Rows that are read ahead: so many, and so many more for each object that was asked for. */
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

/** A reader of one transaction, and what it has read ahead. */
export interface ReaderState {
  tx: Tx;
  tenant: string;
  parser: RowParser;
  bounds: ReaderBounds;
  prefetched: PrefetchedObjects[];
  /** False from the time on when more lay ahead than is read at once. */
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
