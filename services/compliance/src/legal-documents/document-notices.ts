import type { ConsentNotice } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { invalid } from '@platform/kit/problem';
import { shareDocuments, listActiveDocuments } from './document-store.ts';
import type { DocumentRow } from './document-store.ts';
import { chooseOneOfEachType } from './locale-choice.ts';

const noticeOf = ({
  id,
  clientId,
  docType,
  version,
  locale,
  sha256,
}: DocumentRow): ConsentNotice => ({
  documentId: id,
  clientId,
  docType,
  version,
  locale,
  sha256,
});

const unknownNotice = (index: number) =>
  invalid(
    `/noticeDocumentIds/${index}`,
    'not_found',
    'must be the id of an active or retired document',
  );

/**
 * Returns the documents that, according to the caller, a person was shown. Locks them against
 * deletion until the transaction ends.
 */
export async function namedNotices(tx: Tx, ids: readonly string[]): Promise<ConsentNotice[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await shareDocuments(tx, ids)).map((row) => [row.id, row]));
  return ids.map((id, index) => {
    const row = rows.get(id);
    if (!row || row.state === 'draft') throw unknownNotice(index);
    return noticeOf(row);
  });
}

/** Returns an application's active documents for a purpose, as shown to a person with this language. */
export async function currentNotices(
  tx: Tx,
  {
    clientId,
    purposeKey,
    language,
    defaultLocale,
  }: { clientId: string; purposeKey: string; language: string; defaultLocale: string },
): Promise<ConsentNotice[]> {
  const active = await listActiveDocuments(tx, clientId);
  const about = active.filter((document) => document.purposeKeys.includes(purposeKey));
  const shown = chooseOneOfEachType(about, language, defaultLocale);
  const held = await shareDocuments(
    tx,
    shown.map(({ id }) => id),
  );
  return held.map(noticeOf);
}
