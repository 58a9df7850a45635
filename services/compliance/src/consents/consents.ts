import { isId } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import type { ConsentRecord } from './consent-record.ts';
import { findConsent, lockConsent } from './consent-store.ts';
import { listHistory } from './history-store.ts';
import type { HistoryRow } from './history-store.ts';

/** @throws 404 where the tenant has no such consent */
export async function existingConsent(tx: Tx, id: string): Promise<ConsentRecord> {
  const consent = isId('consent', id) ? await findConsent(tx, id) : undefined;
  if (!consent) throw problem('not_found');
  return consent;
}

/** A consent that nobody else changes before the transaction ends. */
export async function lockedConsent(tx: Tx, id: string): Promise<ConsentRecord> {
  const consent = isId('consent', id) ? await lockConsent(tx, id) : undefined;
  if (!consent) throw problem('not_found');
  return consent;
}

/** The whole history of a consent, oldest entry first. */
export const historyOf = (tx: Tx, { id, historyCount }: ConsentRecord): Promise<HistoryRow[]> =>
  listHistory(tx, id, historyCount);
