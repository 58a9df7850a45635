import type { ConsentCheck } from '@platform/contracts';
import type { FullDocumentRow } from './document-store.ts';

/** What a person has still to agree to. */
export interface OutstandingConsent {
  purposeKey: string;
  version: string;
  documentIds: string[];
}

/** What people agree to with these documents, each purpose once. */
export const purposesOf = (documents: readonly FullDocumentRow[]): string[] => [
  ...new Set(documents.flatMap(({ purposeKeys }) => purposeKeys)),
];

/** Among these purposes what a person has not agreed to, or not to what is required today. Nobody agrees to a retired purpose. */
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
