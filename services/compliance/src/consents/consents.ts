import type { Tx } from '@platform/kit/database';
import type { ConsentRecord } from './consent-store.ts';
import { listHistory } from './history-store.ts';
import type { HistoryRow } from './history-store.ts';

export { existingConsent, lockedConsent } from './consent-store.ts';
export type { ConsentRecord } from './consent-store.ts';

/** Returns the whole history of a consent, oldest entry first. */
export const historyOf = (tx: Tx, { id, historyCount }: ConsentRecord): Promise<HistoryRow[]> =>
  listHistory(tx, id, historyCount);
