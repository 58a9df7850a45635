import type { ConsentPurpose, ConsentPurposeContent } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** A purpose in one of its versions. */
export interface PurposeRow {
  purposeKey: string;
  state: ConsentPurpose['state'];
  source: ConsentPurpose['source'];
  /** Of this row; `currentVersion` is that of the purpose. */
  version: number;
  currentVersion: number;
  minVersion: number;
  /** The least version that suffices today: later ones come into effect later. */
  effectiveMinVersion: number;
  content: ConsentPurposeContent;
  translations: NonNullable<ConsentPurpose['translations']>;
  requiresReconsent: boolean;
  effectiveAt: Date;
  createdAt: Date;
  updatedAt: Date;
  /** `createdAt` with all its digits, for cursors. */
  position: string;
}

/** What a new version of a purpose holds. */
export type NewPurposeVersion = Pick<
  PurposeRow,
  'purposeKey' | 'version' | 'content' | 'translations' | 'requiresReconsent' | 'effectiveAt'
>;

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

/** These purposes in their current versions. */
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

/** Takes the turn to change a purpose; false where there is none. */
export const lockPurpose = async (tx: Tx, purposeKey: string): Promise<boolean> =>
  (await tx.row(
    'SELECT FROM consent_purposes WHERE tenant_id = $1 AND purpose_key = $2 FOR UPDATE',
    [tx.context.tenantId, purposeKey],
  )) !== undefined;

/** Takes the turn to add purposes; how many there are. */
export async function lockPurposes(tx: Tx): Promise<number> {
  await tx.execute('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `purposes ${tx.context.tenantId}`,
  ]);
  const row = await tx.row<{ count: number }>(
    'SELECT count(*)::int AS count FROM consent_purposes WHERE tenant_id = $1',
    [tx.context.tenantId],
  );
  return row?.count ?? 0;
}

export const insertPurpose = (
  tx: Tx,
  { purposeKey, source, version }: Pick<PurposeRow, 'purposeKey' | 'source' | 'version'>,
): Promise<number> =>
  tx.execute(
    `INSERT INTO consent_purposes (tenant_id, purpose_key, state, source, version, min_version) VALUES ($1, $2, 'active', $3, $4, 1)`,
    [tx.context.tenantId, purposeKey, source, version],
  );

export const insertPurposeVersion = (tx: Tx, v: NewPurposeVersion): Promise<number> =>
  tx.execute(
    `INSERT INTO consent_purpose_versions (tenant_id, purpose_key, version, content, translations, requires_reconsent, effective_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      tx.context.tenantId,
      v.purposeKey,
      v.version,
      JSON.stringify(v.content),
      JSON.stringify(v.translations),
      v.requiresReconsent,
      v.effectiveAt,
    ],
  );

/** Makes a version the current one of a declared, active purpose. */
export const updatePurposeVersion = (
  tx: Tx,
  { purposeKey, version, minVersion }: Pick<PurposeRow, 'purposeKey' | 'version' | 'minVersion'>,
): Promise<number> =>
  tx.execute(
    `UPDATE consent_purposes SET version = $3, min_version = $4, state = 'active', source = 'declared', updated_at = now()
     WHERE tenant_id = $1 AND purpose_key = $2`,
    [tx.context.tenantId, purposeKey, version, minVersion],
  );

export async function updateTranslations(
  tx: Tx,
  {
    purposeKey,
    version,
    translations,
  }: Pick<PurposeRow, 'purposeKey' | 'version' | 'translations'>,
): Promise<void> {
  await tx.execute(
    'UPDATE consent_purpose_versions SET translations = $4 WHERE tenant_id = $1 AND purpose_key = $2 AND version = $3',
    [tx.context.tenantId, purposeKey, version, JSON.stringify(translations)],
  );
  await tx.execute(
    'UPDATE consent_purposes SET updated_at = now() WHERE tenant_id = $1 AND purpose_key = $2',
    [tx.context.tenantId, purposeKey],
  );
}

export const retirePurposeRow = (tx: Tx, purposeKey: string): Promise<number> =>
  tx.execute(
    `UPDATE consent_purposes SET state = 'retired', updated_at = now() WHERE tenant_id = $1 AND purpose_key = $2`,
    [tx.context.tenantId, purposeKey],
  );
