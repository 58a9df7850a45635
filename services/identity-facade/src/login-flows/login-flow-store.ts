import type { Tx } from '@platform/kit/database';
import { builtInVersion } from './login-flow-record.ts';
import type { FlowActivationRow, DraftRow, FlowHead, FlowVersion } from './login-flow-record.ts';

const headColumns = `active_version, last_version, activation_sequence,
  minimum_activation_sequence`;
const draftColumns = `id, revision, definition, problems, based_on_version, created_at, updated_at`;
const versionColumns = `version, id, definition, assurance, checksum, based_on_version, created_at, created_by`;

const newHead: FlowHead = {
  activeVersion: 0,
  lastVersion: 0,
  activationSequence: 0,
  minimumActivationSequence: 0,
};

export const findHead = async (tx: Tx): Promise<FlowHead> =>
  (await tx.row<FlowHead>(`SELECT ${headColumns} FROM login_flow_heads WHERE tenant_id = $1`, [
    tx.context.tenantId,
  ])) ?? newHead;

/** Takes the turn to change anything of the tenant's login flows. */
export async function lockFlowHead(tx: Tx): Promise<FlowHead> {
  const { tenantId } = tx.context;
  await tx.execute('INSERT INTO login_flow_heads (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING', [
    tenantId,
  ]);
  return (
    (await tx.row<FlowHead>(
      `SELECT ${headColumns} FROM login_flow_heads WHERE tenant_id = $1 FOR UPDATE`,
      [tenantId],
    )) ?? newHead
  );
}

export const updateHead = (tx: Tx, head: FlowHead): Promise<number> =>
  tx.execute(
    `UPDATE login_flow_heads SET active_version = $2, last_version = $3, activation_sequence = $4, minimum_activation_sequence = $5
     WHERE tenant_id = $1`,
    [
      tx.context.tenantId,
      head.activeVersion,
      head.lastVersion,
      head.activationSequence,
      head.minimumActivationSequence,
    ],
  );

export const findDraft = (tx: Tx): Promise<DraftRow | undefined> =>
  tx.row(`SELECT ${draftColumns} FROM login_flow_drafts WHERE tenant_id = $1`, [
    tx.context.tenantId,
  ]);

/** Stores the draft in place of the one that there is. */
export const upsertDraft = (tx: Tx, draft: DraftRow): Promise<number> =>
  tx.execute(
    `INSERT INTO login_flow_drafts (tenant_id, id, revision, definition, problems, based_on_version, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (tenant_id) DO UPDATE SET revision = excluded.revision, definition = excluded.definition, problems = excluded.problems, updated_at = excluded.updated_at`,
    [
      tx.context.tenantId,
      draft.id,
      draft.revision,
      JSON.stringify(draft.definition),
      JSON.stringify(draft.problems),
      draft.basedOnVersion,
      draft.createdAt,
      draft.updatedAt,
    ],
  );

export const deleteDraft = (tx: Tx): Promise<number> =>
  tx.execute('DELETE FROM login_flow_drafts WHERE tenant_id = $1', [tx.context.tenantId]);

export const findFlowVersion = async (tx: Tx, version: number): Promise<FlowVersion | undefined> =>
  version === 0
    ? builtInVersion
    : tx.row(
        `SELECT ${versionColumns} FROM login_flow_versions WHERE tenant_id = $1 AND version = $2`,
        [tx.context.tenantId, version],
      );

/** A version that must exist: the active one, or one that is bound. */
export async function requireFlowVersion(tx: Tx, version: number): Promise<FlowVersion> {
  const found = await findFlowVersion(tx, version);
  if (!found) throw new Error(`the login flow has no version ${version}`);
  return found;
}

/** Several versions at once, the built-in one included. */
export async function findVersions(
  tx: Tx,
  versions: readonly number[],
): Promise<Map<number, FlowVersion>> {
  const rows = await tx.rows<FlowVersion>(
    `SELECT ${versionColumns} FROM login_flow_versions WHERE tenant_id = $1 AND version = ANY ($2::int[])`,
    [tx.context.tenantId, versions],
  );
  return new Map([builtInVersion, ...rows].map((row) => [row.version, row]));
}

export const insertVersion = (tx: Tx, flow: FlowVersion): Promise<number> =>
  tx.execute(
    `INSERT INTO login_flow_versions (tenant_id, version, id, definition, assurance, checksum, based_on_version, created_at, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.context.tenantId,
      flow.version,
      flow.id,
      JSON.stringify(flow.definition),
      JSON.stringify(flow.assurance),
      flow.checksum,
      flow.basedOnVersion,
      flow.createdAt,
      JSON.stringify(flow.createdBy),
    ],
  );

/** A version without its definition, with what its activations tell. */
export interface VersionListing extends Pick<
  FlowVersion,
  'version' | 'assurance' | 'checksum' | 'createdAt' | 'createdBy'
> {
  name: string;
  comment: string | null;
  lastActivatedAt: Date | null;
  lastActivatedBy: FlowVersion['createdBy'];
  activationCount: number;
}

const activationsOf = `LEFT JOIN LATERAL (SELECT comment, activated_at, activated_by FROM login_flow_activations a
    WHERE a.tenant_id = $1 AND a.version = v.version ORDER BY sequence DESC LIMIT 1) last ON true
  CROSS JOIN LATERAL (SELECT count(*)::int AS activations FROM login_flow_activations a WHERE a.tenant_id = $1 AND a.version = v.version) counted`;
const activationColumns = `comment, activated_at AS last_activated_at, activated_by AS last_activated_by, activations AS activation_count`;

/** Newest first; the built-in one is the last. */
export async function listVersions(tx: Tx): Promise<VersionListing[]> {
  const { tenantId } = tx.context;
  const rows = await tx.rows<VersionListing>(
    `SELECT v.version, definition->>'name' AS name, assurance, checksum, created_at, created_by, ${activationColumns}
     FROM login_flow_versions v ${activationsOf} WHERE v.tenant_id = $1 ORDER BY v.version DESC`,
    [tenantId],
  );
  const [ofBuiltIn] = await tx.rows<
    Pick<VersionListing, 'comment' | 'lastActivatedAt' | 'lastActivatedBy' | 'activationCount'>
  >(`SELECT ${activationColumns} FROM (SELECT 0 AS version) v ${activationsOf}`, [tenantId]);
  const { definition, version, assurance, checksum, createdAt, createdBy } = builtInVersion;
  const builtIn = { version, assurance, checksum, createdAt, createdBy, name: definition.name };
  return ofBuiltIn ? [...rows, { ...builtIn, ...ofBuiltIn }] : rows;
}

/** The activation that is in effect; undefined while nothing was ever activated. */
export const findFlowActivation = (
  tx: Tx,
  { activationSequence }: Pick<FlowHead, 'activationSequence'>,
): Promise<FlowActivationRow | undefined> =>
  tx.row(
    `SELECT version, comment, problems, activated_at, activated_by FROM login_flow_activations
     WHERE tenant_id = $1 AND sequence = $2`,
    [tx.context.tenantId, activationSequence],
  );

/** Ends the activation before it, and begins this one. */
export async function insertFlowActivation(
  tx: Tx,
  sequence: number,
  row: FlowActivationRow,
): Promise<void> {
  const { tenantId } = tx.context;
  await tx.execute(
    'UPDATE login_flow_activations SET ended_at = $2 WHERE tenant_id = $1 AND ended_at IS NULL',
    [tenantId, row.activatedAt],
  );
  await tx.execute(
    `INSERT INTO login_flow_activations (tenant_id, sequence, version, comment, problems, activated_at, activated_by) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      tenantId,
      sequence,
      row.version,
      row.comment,
      JSON.stringify(row.problems),
      row.activatedAt,
      JSON.stringify(row.activatedBy),
    ],
  );
}

/**
 * Removes versions that are older than the newest `keep`, not active, not bound, and were last active before the given time.
 */
export const deleteUnusedVersions = (
  tx: Tx,
  { keep, before, activeVersion }: { keep: number; before: Date; activeVersion: number },
): Promise<{ version: number; id: string }[]> =>
  tx.rows(
    `DELETE FROM login_flow_versions v WHERE tenant_id = $1 AND version <> $4
     AND version NOT IN (SELECT version FROM login_flow_versions WHERE tenant_id = $1 ORDER BY version DESC LIMIT $2)
     AND NOT EXISTS (SELECT FROM login_flow_bindings b WHERE b.tenant_id = $1 AND b.version = v.version)
     AND NOT EXISTS (SELECT FROM login_flow_activations a WHERE a.tenant_id = $1 AND a.version = v.version AND (a.ended_at IS NULL OR a.ended_at >= $3))
     RETURNING version, id`,
    [tx.context.tenantId, keep, before, activeVersion],
  );
