import type { CreateAuditExportRequest } from '@platform/contracts';
import { chainStart } from '@platform/audit/chain';
import type { ChainLink } from '@platform/audit/chain';
import type { RowOf, Tx } from '@platform/kit/database';
import { compliance } from '../generated/tables.ts';

const records = compliance.table('auditRecords');
const links = records.pick('seq', 'recordHash');
const personal = compliance.table('auditPersonal');
const bounds = compliance.table('auditHeads').pick('trimmedSeq', 'lastSeq');

export interface RecordFilter extends Pick<CreateAuditExportRequest, 'filter'> {
  from: string;
  to: string;
}

/** A stretch of the chain: the numbers after `after`, up to `upTo`. */
export interface Stretch {
  after: number;
  upTo: number;
}

/** A record as read; its personal parts are JSON. */
export type ScannedRecord = Pick<RowOf<typeof records>, 'seq' | 'fixed' | 'recordHash' | 'hash'> & {
  [C in keyof Omit<RowOf<typeof personal>, 'seq' | 'recordedAt'>]: string | null;
};

const prefixesIn = (ids: readonly string[] = []): string[] =>
  ids.filter((id) => id.endsWith('*')).map((id) => id.slice(0, -1));
const exactIn = (ids: readonly string[] = []): string[] => ids.filter((id) => !id.endsWith('*'));

/** The columns that records are filtered by, and the paths to the same values in the sealed text. */
const sealedAs = {
  id: '{id}',
  tenant_id: '{tenantId}',
  operation_id: '{operationId}',
  outcome: '{outcome}',
  actor_id: '{actor,id}',
  client_id: '{actor,clientId}',
  subject_id: '{subject,id}',
  organization_id: '{organizationId}',
} as const;

type Column = keyof typeof sealedAs | 'occurred_at';

const columnOf = (column: Column): string => `r.${column}`;
const sealedOf = (column: Column): string =>
  column === 'occurred_at'
    ? `(r.sealed ->> 'occurredAt')::timestamptz`
    : `r.sealed #>> '${sealedAs[column]}'`;

/** Whether a record passes the filter, by its columns or by its sealed text. */
const passes = (of: (column: Column) => string): string =>
  `(${of('occurred_at')} >= $4 AND ${of('occurred_at')} < $5
   AND ($6::text[] IS NULL OR ${of('operation_id')} = ANY($6) OR ${of('operation_id')} ^@ ANY($7::text[]))
   AND ($8::text[] IS NULL OR ${of('actor_id')} = ANY($8)) AND ($9::text[] IS NULL OR ${of('subject_id')} = ANY($9))
   AND ($10::text[] IS NULL OR ${of('organization_id')} = ANY($10)) AND ($11::text[] IS NULL OR ${of('client_id')} = ANY($11))
   AND ($12::text[] IS NULL OR ${of('outcome')} = ANY($12)))`;

const texts = Object.keys(sealedAs) as (keyof typeof sealedAs)[];

/** Whether the hash of a row matches its sealed text, and its columns the text. Times in the text have milliseconds. */
const isIntact = `(r.record_hash = encode(sha256(convert_to(r.fixed, 'UTF8')), 'hex') AND (r.sealed ->> 'seq')::bigint = r.seq
   AND (r.sealed ->> 'recordedAt')::timestamptz = r.recorded_at
   AND r.occurred_at - ${sealedOf('occurred_at')} BETWEEN interval '0' AND interval '1 millisecond'
   AND (${texts.map(columnOf).join(', ')}) IS NOT DISTINCT FROM (${texts.map(sealedOf).join(', ')}))`;

const paramsOf = (tx: Tx, { after, upTo }: Stretch, { from, to, filter }: RecordFilter) => [
  tx.context.tenantId,
  after,
  upTo,
  from,
  to,
  filter?.operationIds ? exactIn(filter.operationIds) : null,
  prefixesIn(filter?.operationIds),
  filter?.actorIds ?? null,
  filter?.subjectIds ?? null,
  filter?.organizationIds ?? null,
  filter?.clientIds ?? null,
  filter?.outcomes ?? null,
];

/** The personal parts of a record `r`. OFFSET 0 prevents a hash join, which would read the tenant's whole log. */
const personalOf = `LEFT JOIN LATERAL (
       SELECT p.actor::text, p.actor_salt, p.subject::text, p.subject_salt, p.details::text, p.details_salt
       FROM audit_personal p WHERE p.tenant_id = $1 AND p.seq = r.seq AND p.recorded_at = r.recorded_at OFFSET 0) p ON true`;

/** Returns the records of a stretch whose columns pass the filter, in the order of the chain. */
export const scanRecords = (
  tx: Tx,
  stretch: Stretch,
  filter: RecordFilter,
): Promise<ScannedRecord[]> =>
  tx.rows<ScannedRecord>(
    `SELECT r.seq, r.fixed, r.record_hash, r.hash, p.*
     FROM audit_records r ${personalOf}
     WHERE r.tenant_id = $1 AND r.seq > $2 AND r.seq <= $3 AND ${passes(columnOf)}
     ORDER BY r.seq`,
    paramsOf(tx, stretch, filter),
  );

/** A record whose row was altered after it was recorded. */
export type AlteredRecord = ScannedRecord & {
  /** Whether the sealed text passes the filter. */
  isSelected: boolean;
};

/**
 * Returns the altered records of a stretch that {@link scanRecords} skips. Columns are not sealed:
 * without this, changing a column would hide a record. Alterations of the other records show in
 * their hashes.
 */
export const scanAltered = (
  tx: Tx,
  stretch: Stretch,
  filter: RecordFilter,
): Promise<AlteredRecord[]> =>
  tx.rows<AlteredRecord>(
    `SELECT r.seq, r.fixed, r.record_hash, r.hash, ${passes(sealedOf)} IS TRUE AS is_selected, p.*
     FROM (SELECT r.*, r.fixed::jsonb AS sealed FROM audit_records r
       WHERE r.tenant_id = $1 AND r.seq > $2 AND r.seq <= $3 AND ${passes(columnOf)} IS NOT TRUE OFFSET 0) r ${personalOf}
     WHERE ${isIntact} IS NOT TRUE
     ORDER BY r.seq`,
    paramsOf(tx, stretch, filter),
  );

/** A record with whether the person is its actor or its subject. */
export interface PersonRecord extends Pick<RowOf<typeof records>, 'seq' | 'fixed'> {
  isActor: boolean;
  isSubject: boolean;
  actor: Record<string, unknown> | null;
  subject: Record<string, unknown> | null;
  details: Record<string, unknown> | null;
}

/**
 * Lists records after a number in which a person is the actor or the subject. Reads each index
 * separately: with one condition for both, the planner would scan the tenant's log.
 */
export const scanPersonRecords = (
  tx: Tx,
  { personId, after, limit }: { personId: string; after: number; limit: number },
): Promise<PersonRecord[]> =>
  tx.rows<PersonRecord>(
    `WITH found AS (
       (SELECT seq, recorded_at FROM audit_records WHERE tenant_id = $1 AND actor_id = $2 AND seq > $3 ORDER BY seq LIMIT $4)
       UNION (SELECT seq, recorded_at FROM audit_records WHERE tenant_id = $1 AND subject_id = $2 AND seq > $3 ORDER BY seq LIMIT $4)
       ORDER BY seq LIMIT $4)
     SELECT r.seq, r.fixed, r.actor_id = $2 AS is_actor, r.subject_id = $2 AS is_subject, p.actor, p.subject, p.details
     FROM found JOIN audit_records r ON r.tenant_id = $1 AND r.seq = found.seq AND r.recorded_at = found.recorded_at
     LEFT JOIN audit_personal p ON p.tenant_id = $1 AND p.seq = found.seq AND p.recorded_at = found.recorded_at
     ORDER BY r.seq`,
    [tx.context.tenantId, personId, after, limit],
  );

/** Returns every link of a stretch, whether selected or not. */
export const scanLinks = (tx: Tx, { after, upTo }: Stretch): Promise<ChainLink[]> =>
  tx.rows(links.select(tx).where('seq', '>', after).where('seq', '<=', upTo).orderBy('seq'));

/** Returns the chain hash at a record. Of dropped records, only the last one has a hash. */
export async function hashAt(tx: Tx, seq: number): Promise<string | undefined> {
  if (seq === 0) return chainStart;
  const row = await tx.row<{ hash: string | null }>(
    `SELECT coalesce((SELECT hash FROM audit_records WHERE tenant_id = $1 AND seq = $2),
       (SELECT trimmed_hash FROM audit_heads WHERE tenant_id = $1 AND trimmed_seq = $2)) AS hash`,
    [tx.context.tenantId, seq],
  );
  return row?.hash ?? undefined;
}

/** Returns the range of numbers in the chain: after the dropped records, up to the newest. */
export const chainBounds = async (tx: Tx): Promise<RowOf<typeof bounds>> =>
  (await bounds.find(tx, {})) ?? { trimmedSeq: 0, lastSeq: 0 };
