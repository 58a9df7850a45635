import type { Tx } from '@platform/kit/database';
import { databaseNow } from '../database-clock.ts';
import { loadDocumentFloors } from '../legal-documents/document-floors.ts';
import type { DocumentFloors } from '../legal-documents/document-floors.ts';
import { listPurposesByKey } from '../purposes/purposes.ts';
import type { PurposeRow } from '../purposes/purposes.ts';
import type { ConsentRecord } from './consent-store.ts';

/** The requirements for consents: the time, the purposes, and the floors of the documents that people were shown. */
export interface Requirements {
  now: Date;
  purposes: ReadonlyMap<string, PurposeRow>;
  floors: DocumentFloors;
}

/** Loads the requirements for these consents. */
export async function requirementsOf(
  tx: Tx,
  consents: readonly Pick<ConsentRecord, 'purposeKey' | 'notices'>[],
  further: readonly string[] = [],
): Promise<Requirements> {
  const keys = [...new Set([...consents.map((c) => c.purposeKey), ...further])];
  const purposes = await listPurposesByKey(tx, keys);
  return {
    now: await databaseNow(tx),
    purposes: new Map(purposes.map((purpose) => [purpose.purposeKey, purpose])),
    floors: await loadDocumentFloors(
      tx,
      consents.flatMap((c) => c.notices),
    ),
  };
}
