import type { Tx } from '@platform/kit/database';
import { sources } from './migration-source.ts';
import type { SourceRecord } from './migration-source.ts';

const select = (tx: Tx) => sources.select(tx).$castTo<SourceRecord>();

export const findSource = (tx: Tx): Promise<SourceRecord | undefined> => tx.row(select(tx));

export const lockSource = (tx: Tx): Promise<SourceRecord | undefined> =>
  tx.row(select(tx).forUpdate());

/** Locks the source against changes until the transaction ends. */
export const holdSource = (tx: Tx): Promise<SourceRecord | undefined> =>
  tx.row(select(tx).forShare());

/** Inserts the source of the tenant; false if it already has one. */
export const insertSource = async (tx: Tx, source: SourceRecord): Promise<boolean> =>
  (await sources.insertIfAbsent(tx, source)) === 1;

export const updateSource = (tx: Tx, source: SourceRecord): Promise<number> =>
  sources.update(tx, { id: source.id }, source);

export const deleteSource = (tx: Tx, id: string): Promise<number> => sources.delete(tx, { id });
