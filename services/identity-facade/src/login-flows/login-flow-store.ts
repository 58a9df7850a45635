import { any } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { activations, builtInVersion, drafts, heads, versions } from './login-flow-record.ts';
import type {
  DraftRow,
  FlowActivationRow,
  FlowHead,
  FlowVersion,
  FlowVersionRow,
} from './login-flow-record.ts';

const newHead: FlowHead = {
  activeVersion: 0,
  lastVersion: 0,
  activationSequence: 0,
  minimumActivationSequence: 0,
};

export const findHead = async (tx: Tx): Promise<FlowHead> => (await heads.find(tx, {})) ?? newHead;

/** Serializes the changes of the tenant's login flows. */
export async function lockFlowHead(tx: Tx): Promise<FlowHead> {
  await heads.insertIfAbsent(tx, {});
  return (await heads.lock(tx, {})) ?? newHead;
}

export const updateHead = (tx: Tx, head: FlowHead): Promise<number> => heads.update(tx, {}, head);

export const findDraft = (tx: Tx): Promise<DraftRow | undefined> => drafts.find(tx, {});

/** Replaces the current draft. */
export const upsertDraft = (tx: Tx, draft: DraftRow): Promise<number> =>
  drafts.upsert(tx, draft, []);

export const deleteDraft = (tx: Tx): Promise<number> => drafts.delete(tx, {});

export const findFlowVersion = async (tx: Tx, version: number): Promise<FlowVersion | undefined> =>
  version === 0 ? builtInVersion : versions.find(tx, { version });

/** A version that must exist: the active one, or a bound one. */
export async function requireFlowVersion(tx: Tx, version: number): Promise<FlowVersion> {
  const found = await findFlowVersion(tx, version);
  if (!found) throw new Error(`the login flow has no version ${version}`);
  return found;
}

/** Finds several versions, including the built-in one. */
export async function findVersions(
  tx: Tx,
  numbers: readonly number[],
): Promise<Map<number, FlowVersion>> {
  const rows = await tx.rows(versions.select(tx).where('version', '=', any(numbers)));
  return new Map([builtInVersion, ...rows].map((row) => [row.version, row]));
}

export const insertVersion = (tx: Tx, version: FlowVersionRow): Promise<number> =>
  versions.insert(tx, version);

/** A version without its definition, with the times of its activations. */
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

/** Newest first; the built-in one is last. */
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

/** The current activation; undefined before the first one. */
export const findFlowActivation = (
  tx: Tx,
  { activationSequence }: Pick<FlowHead, 'activationSequence'>,
): Promise<FlowActivationRow | undefined> => activations.find(tx, { sequence: activationSequence });

/** Ends the previous activation and begins this one. */
export async function insertFlowActivation(
  tx: Tx,
  sequence: number,
  row: FlowActivationRow,
): Promise<void> {
  await activations.update(tx, { endedAt: null }, { endedAt: row.activatedAt });
  await activations.insert(tx, { ...row, sequence });
}

/** Deletes versions that are older than the newest `keep`, neither active nor bound, and were last active before the given time. */
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
