import { isDeepStrictEqual } from 'node:util';
import { ConsentPurposeContent } from '@platform/contracts';
import type { ConsentPurpose, PutConsentPurposeRequest } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { findPurpose } from './purpose-store.ts';
import type { PurposeRow } from './purpose-store.ts';

/** What makes a version, without translations and times. */
export const purposeContentOf = (body: PutConsentPurposeRequest): ConsentPurposeContent =>
  ConsentPurposeContent.parse(body);

/** The content of a purpose of which nothing but the key is known. */
export const implicitContent = (purposeKey: string): ConsentPurposeContent =>
  ConsentPurposeContent.parse({ name: purposeKey });

/** Does a body ask for another version than this one? Translations do not count. */
export const isNewVersion = (
  row: Pick<PurposeRow, 'content' | 'requiresReconsent' | 'effectiveAt'>,
  body: PutConsentPurposeRequest,
): boolean =>
  !isDeepStrictEqual(ConsentPurposeContent.parse(row.content), purposeContentOf(body)) ||
  row.requiresReconsent !== body.requiresReconsent ||
  (body.effectiveAt !== undefined &&
    new Date(body.effectiveAt).getTime() !== row.effectiveAt.getTime());

/** A purpose as the API answers it. */
export const purposeResource = (row: PurposeRow): ConsentPurpose => ({
  ...ConsentPurposeContent.parse(row.content),
  id: row.purposeKey,
  purposeKey: row.purposeKey,
  version: row.version,
  minVersion: row.minVersion,
  state: row.state,
  source: row.source,
  translations: row.translations,
  requiresReconsent: row.requiresReconsent,
  effectiveAt: row.effectiveAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The text of a purpose that a consent is about; an implicit purpose has no earlier texts than the one it was registered with. */
export async function purposeContent(
  tx: Tx,
  { purposeKey, version }: { purposeKey: string; version: number },
): Promise<{ version: number; content: ConsentPurposeContent }> {
  const row = (await findPurpose(tx, purposeKey, version)) ?? (await findPurpose(tx, purposeKey));
  if (!row) throw new Error(`the purpose ${purposeKey} is gone`);
  return { version, content: ConsentPurposeContent.parse(row.content) };
}
