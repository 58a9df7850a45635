import type { ConsentPurpose, ConsentPurposeContent } from '@platform/contracts';
import { lock, now } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { complianceLocks } from '../advisory-locks.ts';
import { compliance } from '../generated/tables.ts';

const purposes = compliance.table('consentPurposes');
const versions = compliance.table('consentPurposeVersions').narrow<{
  content: ConsentPurposeContent;
  translations: NonNullable<ConsentPurpose['translations']>;
}>();

export type NewPurposeVersion = Omit<RowOf<typeof versions>, 'createdAt'>;

/** A purpose in one of its versions. */
export type PurposeRow = RowOf<typeof purposes> &
  NewPurposeVersion & {
    /** The current version of the purpose; `version` is the row's. */
    currentVersion: number;
    /** The lowest version that is sufficient now; later floors are not yet in effect. */
    effectiveMinVersion: number;
    /** `createdAt` with microseconds, for cursors. */
    position: string;
  };

const columns = `p.purpose_key, p.state, p.source, v.version, p.version AS current_version, p.min_version,
  v.content, v.translations, v.requires_reconsent, v.effective_at,
  p.created_at, p.updated_at, p.created_at::text AS position,
  coalesce((SELECT max(f.version) FROM consent_purpose_versions f
    WHERE f.tenant_id = p.tenant_id AND f.purpose_key = p.purpose_key AND f.requires_reconsent AND f.effective_at <= now()), 1) AS effective_min_version`;
const joined =
  'consent_purposes p JOIN consent_purpose_versions v ON v.tenant_id = p.tenant_id AND v.purpose_key = p.purpose_key';

export const findPurpose = (
  tx: Tx,
  purposeKey: string,
  version?: number,
): Promise<PurposeRow | undefined> =>
  tx.row(
    `SELECT ${columns} FROM ${joined} AND v.version = coalesce($3, p.version) WHERE p.tenant_id = $1 AND p.purpose_key = $2`,
    [tx.context.tenantId, purposeKey, version ?? null],
  );

/** Lists these purposes in their current versions. */
export const listPurposesByKey = (tx: Tx, keys: readonly string[]): Promise<PurposeRow[]> =>
  tx.rows(
    `SELECT ${columns} FROM ${joined} AND v.version = p.version WHERE p.tenant_id = $1 AND p.purpose_key = ANY($2)`,
    [tx.context.tenantId, keys],
  );

/** Newest first. */
export const listPurposes = (
  tx: Tx,
  { state, after, limit }: { state?: string; after?: readonly (string | number)[]; limit: number },
): Promise<PurposeRow[]> =>
  tx.rows(
    `SELECT ${columns} FROM ${joined} AND v.version = p.version
     WHERE p.tenant_id = $1 AND ($2::text IS NULL OR p.state = $2)
       AND ($3::timestamptz IS NULL OR (p.created_at, p.purpose_key) < ($3, $4))
     ORDER BY p.created_at DESC, p.purpose_key DESC LIMIT $5`,
    [tx.context.tenantId, state ?? null, after?.[0] ?? null, after?.[1] ?? null, limit],
  );

/** Serializes changes of a purpose; false if it does not exist. */
export const lockPurpose = async (tx: Tx, purposeKey: string): Promise<boolean> =>
  (await purposes.lock(tx, { purposeKey })) !== undefined;

/** Serializes additions of purposes. Returns their number. */
export async function lockPurposes(tx: Tx): Promise<number> {
  await lock(tx, complianceLocks.purposes, tx.context.tenantId);
  return purposes.count(tx);
}

export const insertPurpose = (
  tx: Tx,
  purpose: Pick<PurposeRow, 'purposeKey' | 'source' | 'version'>,
): Promise<number> => purposes.insert(tx, { ...purpose, state: 'active', minVersion: 1 });

export const insertPurposeVersion = (tx: Tx, version: NewPurposeVersion): Promise<number> =>
  versions.insert(tx, version);

/** Sets the current version of a purpose, which becomes declared and active. */
export const updatePurposeVersion = (
  tx: Tx,
  { purposeKey, version, minVersion }: Pick<PurposeRow, 'purposeKey' | 'version' | 'minVersion'>,
): Promise<number> =>
  purposes.update(
    tx,
    { purposeKey },
    { version, minVersion, state: 'active', source: 'declared', updatedAt: now },
  );

export async function updateTranslations(
  tx: Tx,
  {
    purposeKey,
    version,
    translations,
  }: Pick<PurposeRow, 'purposeKey' | 'version' | 'translations'>,
): Promise<void> {
  await versions.update(tx, { purposeKey, version }, { translations });
  await purposes.update(tx, { purposeKey }, { updatedAt: now });
}

export const retirePurposeRow = (tx: Tx, purposeKey: string): Promise<number> =>
  purposes.update(tx, { purposeKey }, { state: 'retired', updatedAt: now });
