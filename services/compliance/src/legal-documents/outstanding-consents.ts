import type { ConsentCheck } from '@platform/contracts';
import type { FullDocumentRow } from './document-store.ts';

/** A purpose that a person must still agree to. */
export interface OutstandingConsent {
  purposeKey: string;
  version: string;
  documentIds: string[];
}

/** Returns the purposes of these documents, without duplicates. */
export const purposesOf = (documents: readonly FullDocumentRow[]): string[] => [
  ...new Set(documents.flatMap(({ purposeKeys }) => purposeKeys)),
];

/**
 * Returns the purposes that a person has not agreed to, or not in the required version. Skips
 * retired purposes, which no one can agree to.
 */
export const outstandingConsents = (
  documents: readonly FullDocumentRow[],
  checks: readonly ConsentCheck[],
  versions: ReadonlyMap<string, { currentVersion: number; state: string }>,
): OutstandingConsent[] =>
  checks
    .filter(({ allowed, purposeKey }) => !allowed && versions.get(purposeKey)?.state !== 'retired')
    .map(({ purposeKey }) => ({
      purposeKey,
      version: String(versions.get(purposeKey)?.currentVersion ?? 1),
      documentIds: documents
        .filter(({ purposeKeys }) => purposeKeys.includes(purposeKey))
        .map(({ id }) => id),
    }));
