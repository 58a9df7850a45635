import type { AuditRecordInput } from '@platform/contracts';
import { chainStart, personalParts } from '@platform/audit/chain';
import type { ChainLink, PersonalPart, PersonalSalts } from '@platform/audit/chain';
import { arrayLiteral, textArray } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { compliance } from '../generated/tables.ts';
import type { RecordedOne } from './record-copies.ts';
import type { PersonalValues } from './record-parts.ts';

const heads = compliance.table('auditHeads');
const erasedPeople = compliance.table('auditErasedPeople').pick('personHash');
const seenRecords = compliance.table('auditSeen');
const storedRecords = compliance.table('auditRecords');

/** The end of a chain. */
export type AuditHead = Pick<RowOf<typeof heads>, 'lastSeq' | 'lastHash'>;

/** The locked head, with the time for the records that follow. */
export interface LockedHead extends AuditHead {
  /** The database's time, but never before that of the last records. */
  recordedAt: Date;
}

/** Locks the head of the tenant's chain until commit; undefined for a deleted tenant. */
export const lockAuditHead = async (tx: Tx): Promise<LockedHead | undefined> => {
  const [head] = await tx.prepared<LockedHead>(
    'lock_audit_head',
    `INSERT INTO audit_heads AS h (tenant_id, last_hash, last_recorded_at)
     SELECT $1, $2, date_trunc('milliseconds', clock_timestamp()) WHERE NOT EXISTS (SELECT FROM purged_tenant WHERE tenant_id = $1)
     ON CONFLICT (tenant_id) DO UPDATE SET last_recorded_at = greatest(h.last_recorded_at, date_trunc('milliseconds', clock_timestamp()))
     RETURNING last_seq, last_hash, last_recorded_at AS recorded_at`,
    [tx.context.tenantId, chainStart],
  );
  return head;
};

/** Moves the end of the chain. It is sealed at `sealDueAt`, unless it is due earlier. */
export const updateAuditHead = (
  tx: Tx,
  { lastSeq, lastHash }: AuditHead,
  sealDueAt: Date,
): Promise<unknown> =>
  tx.prepared(
    'update_audit_head',
    `UPDATE audit_heads SET last_seq = $2, last_hash = $3, seal_due_at = least(seal_due_at, $4) WHERE tenant_id = $1`,
    [tx.context.tenantId, lastSeq, lastHash, sealDueAt],
  );

/** Returns the numbers of recorded ids in the chain; null if the number is unknown. */
export async function findSeen(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const rows = await tx.prepared<Pick<RowOf<typeof seenRecords>, 'recordId' | 'seq'>>(
    'find_seen_records',
    'SELECT record_id, seq FROM audit_seen WHERE tenant_id = $1 AND record_id = ANY($2::text[])',
    [tx.context.tenantId, textArray(ids)],
  );
  return new Map(rows.map(({ recordId, seq }) => [recordId, seq]));
}

/** Returns the records with these ids; undefined for dropped ones. */
export async function findRecorded(
  tx: Tx,
  seen: ReadonlyMap<string, number | null>,
): Promise<ReadonlyMap<string, RecordedOne | undefined>> {
  const rows = await tx.rows<PersonalSalts & Pick<RowOf<typeof storedRecords>, 'id' | 'fixed'>>(
    `SELECT r.id, r.fixed, p.actor_salt AS actor, p.subject_salt AS subject, p.details_salt AS details
     FROM audit_records r LEFT JOIN LATERAL (SELECT p.* FROM audit_personal p
       WHERE p.tenant_id = $1 AND p.seq = r.seq AND p.recorded_at = r.recorded_at OFFSET 0) p ON true
     WHERE r.tenant_id = $1 AND r.seq = ANY($2::bigint[])`,
    [tx.context.tenantId, [...seen.values()].filter((seq) => seq !== null)],
  );
  const recorded = new Map<string, RecordedOne | undefined>();
  for (const id of seen.keys()) recorded.set(id, undefined);
  for (const { id, fixed, ...salts } of rows) recorded.set(id, { fixed, salts });
  return recorded;
}

/** Stores the ids of consecutive records. */
export const insertSeen = (
  tx: Tx,
  records: readonly Pick<StoredRecord, 'input' | 'seq'>[],
): Promise<unknown> =>
  tx.prepared(
    'insert_seen_records',
    `INSERT INTO audit_seen (tenant_id, record_id, seq)
     SELECT $1, r.id, $2::bigint + n - 1 FROM unnest($3::text[]) WITH ORDINALITY AS r (id, n)`,
    [tx.context.tenantId, records[0]?.seq, textArray(records.map(({ input }) => input.id))],
  );

/** A record to insert. */
export interface StoredRecord extends ChainLink {
  input: AuditRecordInput;
  /** The text that the record's hash covers. */
  fixed: string;
  hash: string;
  personal: PersonalValues;
}

/** Inserts consecutive records. */
export const insertRecords = (
  tx: Tx,
  recordedAt: Date,
  records: readonly StoredRecord[],
): Promise<unknown> =>
  tx.prepared(
    'insert_audit_records',
    `INSERT INTO audit_records (tenant_id, recorded_at, seq, id, occurred_at, operation_id, outcome, actor_id, client_id, subject_id, organization_id, fixed, record_hash, hash)
     SELECT $1, $2, $3::bigint + n - 1, r.id, r.occurred_at::timestamptz, r.operation_id, r.outcome, r.actor_id, r.client_id, r.subject_id,
       r.organization_id, r.fixed, r.record_hash, r.hash
     FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[])
       WITH ORDINALITY AS r (id, occurred_at, operation_id, outcome, actor_id, client_id, subject_id, organization_id, fixed, record_hash, hash, n)`,
    [
      tx.context.tenantId,
      recordedAt,
      records[0]?.seq,
      ...[
        records.map(({ input }) => input.id),
        // With milliseconds, as in the sealed text: PostgreSQL would keep and round further digits.
        records.map(({ input }) => new Date(input.occurredAt).toISOString()),
        records.map(({ input }) => input.data.operationId),
        records.map(({ input }) => input.data.outcome),
        records.map(({ input }) => input.actor.id),
        records.map(({ input }) => input.actor.clientId ?? null),
        records.map(({ input }) => input.subject.id),
        records.map(({ input }) => input.organizationId ?? null),
        records.map(({ fixed }) => fixed),
        records.map(({ recordHash }) => recordHash),
        records.map(({ hash }) => hash),
      ].map(textArray),
    ],
  );

const isPersonal = ({ personal }: StoredRecord): boolean =>
  personalParts.some((part) => personal[part] !== null);

/** Inserts the personal data of these records, if there is any. */
export async function insertPersonal(
  tx: Tx,
  recordedAt: Date,
  records: readonly StoredRecord[],
): Promise<void> {
  const some = records.filter(isPersonal);
  if (some.length === 0) return;
  const values = (part: PersonalPart): (string | null)[] =>
    some.map(({ personal }) =>
      personal[part] === null ? null : JSON.stringify(personal[part].value),
    );
  const salts = (part: PersonalPart): (string | null)[] =>
    some.map(({ personal }) => personal[part]?.salt ?? null);
  await tx.execute(
    `INSERT INTO audit_personal (tenant_id, recorded_at, seq, actor, actor_salt, subject, subject_salt, details, details_salt)
     SELECT $1, $2, p.seq, p.actor::jsonb, p.actor_salt, p.subject::jsonb, p.subject_salt, p.details::jsonb, p.details_salt
     FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
       AS p (seq, actor, actor_salt, subject, subject_salt, details, details_salt)`,
    [
      tx.context.tenantId,
      recordedAt,
      arrayLiteral(some.map(({ seq }) => seq)),
      ...personalParts.flatMap((part) => [values(part), salts(part)]).map(textArray),
    ],
  );
}

/** Whether the tenant has erased people; if not, the log need not check for them. */
export const hasErasedPeople = async (tx: Tx): Promise<boolean> =>
  (await tx.row(erasedPeople.select(tx).limit(1))) !== undefined;

export const findErasedHashes = async (
  tx: Tx,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> => {
  const erased = await erasedPeople.list(tx, {
    where: { personHash: hashes },
    orderBy: 'personHash',
  });
  return new Set(erased.map(({ personHash }) => personHash));
};

export const insertErasedHashes = (tx: Tx, hashes: readonly string[]): Promise<number> =>
  tx.execute(
    'INSERT INTO audit_erased_people (tenant_id, person_hash) SELECT $1, * FROM unnest($2::text[]) ON CONFLICT (tenant_id, person_hash) DO UPDATE SET erased_at = now()',
    [tx.context.tenantId, hashes],
  );

/** Counts the records in which these people are the actor or the subject and still named. */
export const countPersonal = async (tx: Tx, personIds: readonly string[]): Promise<number> =>
  (await tx.row<{ n: number }>(
    `SELECT count(*)::int AS n FROM audit_records r JOIN audit_personal p USING (tenant_id, seq, recorded_at)
     WHERE r.tenant_id = $1 AND ((r.actor_id = ANY($2) AND p.actor IS NOT NULL)
       OR (r.subject_id = ANY($2) AND (p.subject IS NOT NULL OR p.details IS NOT NULL)))`,
    [tx.context.tenantId, personIds],
  ))!.n;

/** Removes the personal data of these people: as the actor, who they are; as the subject, also the details. */
export const erasePersonal = (tx: Tx, personIds: readonly string[]): Promise<number> =>
  tx.execute(
    `UPDATE audit_personal p SET
       actor = CASE WHEN r.actor_id = ANY($2) THEN NULL ELSE p.actor END, actor_salt = CASE WHEN r.actor_id = ANY($2) THEN NULL ELSE p.actor_salt END,
       subject = CASE WHEN r.subject_id = ANY($2) THEN NULL ELSE p.subject END, subject_salt = CASE WHEN r.subject_id = ANY($2) THEN NULL ELSE p.subject_salt END,
       details = CASE WHEN r.subject_id = ANY($2) THEN NULL ELSE p.details END, details_salt = CASE WHEN r.subject_id = ANY($2) THEN NULL ELSE p.details_salt END
     FROM audit_records r
     WHERE p.tenant_id = $1 AND r.tenant_id = $1 AND r.seq = p.seq AND r.recorded_at = p.recorded_at AND (r.actor_id = ANY($2) OR r.subject_id = ANY($2))
       AND ((r.actor_id = ANY($2) AND p.actor IS NOT NULL) OR (r.subject_id = ANY($2) AND (p.subject IS NOT NULL OR p.details IS NOT NULL)))`,
    [tx.context.tenantId, personIds],
  );
