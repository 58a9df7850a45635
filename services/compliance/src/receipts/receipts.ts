import type { RowOf, Tx } from '@platform/kit/database';
import { compliance } from '../generated/tables.ts';

const receipts = compliance.table('consentReceipts');

export type ReceiptRow = RowOf<typeof receipts>;

export const findReceipt = (
  tx: Tx,
  consentId: string,
  seq: number,
): Promise<ReceiptRow | undefined> => receipts.find(tx, { consentId, seq });

/** False if another request was first. */
export const insertReceipt = async (tx: Tx, receipt: ReceiptRow): Promise<boolean> =>
  (await receipts.insertIfAbsent(tx, receipt)) === 1;

export const deleteReceipts = (tx: Tx, consentId: readonly string[]): Promise<number> =>
  receipts.delete(tx, { consentId });
