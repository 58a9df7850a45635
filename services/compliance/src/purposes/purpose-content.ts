import { isDeepStrictEqual } from 'node:util';
import { ConsentPurposeContent } from '@platform/contracts';
import type { ConsentPurpose, PutConsentPurposeRequest } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { findPurpose } from './purpose-store.ts';
import type { PurposeRow } from './purpose-store.ts';

/** Returns the part of a purpose that defines a version: without translations and times. */
export const purposeContentOf = (body: PutConsentPurposeRequest): ConsentPurposeContent =>
  ConsentPurposeContent.parse(body);

/** The content of a purpose of which only the key is known. */
export const implicitContent = (purposeKey: string): ConsentPurposeContent =>
  ConsentPurposeContent.parse({ name: purposeKey });

/** Whether a body defines a new version. Translations do not count. */
export const isNewVersion = (
  row: Pick<PurposeRow, 'content' | 'requiresReconsent' | 'effectiveAt'>,
  body: PutConsentPurposeRequest,
): boolean =>
  !isDeepStrictEqual(ConsentPurposeContent.parse(row.content), purposeContentOf(body)) ||
  row.requiresReconsent !== body.requiresReconsent ||
  (body.effectiveAt !== undefined &&
    new Date(body.effectiveAt).getTime() !== row.effectiveAt.getTime());

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

/**
 * Returns the text of a purpose at the version of a consent. An implicit purpose has no texts
 * before its registration.
 */
export async function purposeContent(
  tx: Tx,
  { purposeKey, version }: { purposeKey: string; version: number },
): Promise<{ version: number; content: ConsentPurposeContent }> {
  const row = (await findPurpose(tx, purposeKey, version)) ?? (await findPurpose(tx, purposeKey));
  if (!row) throw new Error(`the purpose ${purposeKey} is gone`);
  return { version, content: ConsentPurposeContent.parse(row.content) };
}
