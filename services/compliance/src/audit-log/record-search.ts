import { sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { compliance } from '../generated/tables.ts';

const records = compliance.table('auditRecords');
const personal = compliance
  .table('auditPersonal')
  .omit('recordedAt')
  .narrow<Record<'actor' | 'subject' | 'details', Record<string, unknown> | null>>();
const checkpoints = compliance.table('auditCheckpoints').pick('seq');

/** The records to find. Times are those at which records were added to the log. */
export interface RecordQuery {
  actorId?: string | undefined;
  subjectId?: string | undefined;
  clientId?: string | undefined;
  organizationId?: string | undefined;
  operationId?: string | undefined;
  outcome?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** A record with its personal parts. */
export type FoundRecord = Pick<
  RowOf<typeof records>,
  'seq' | 'fixed' | 'recordHash' | 'hash' | 'recordedAt'
> & {
  personal: RowOf<typeof personal> | undefined;
};

/** A page of records, and where the search continues; undefined at the end of the log. */
export interface FoundPage {
  rows: FoundRecord[];
  next: number | undefined;
}

/** Records that one request looks at: bounds the time of a filter that few records pass. */
const lookedAt = 5_000;

/** The candidates below a number, newest first: found by index, whatever else the filter says. */
const candidates = (tx: Tx, { actorId, subjectId }: RecordQuery, below: number) =>
  compliance.query
    .selectFrom('auditRecords')
    .selectAll()
    .where('tenantId', '=', tx.context.tenantId)
    .where('seq', '<', below)
    .$if(actorId !== undefined, (of) => of.where('actorId', '=', actorId!))
    .$if(subjectId !== undefined, (of) => of.where('subjectId', '=', subjectId!))
    .orderBy('seq', 'desc')
    .limit(lookedAt);

function matching(tx: Tx, query: RecordQuery, below: number, limit: number) {
  const { clientId, organizationId, operationId, outcome, from, to } = query;
  const isPrefix = operationId?.endsWith('*');
  const prefix = operationId?.slice(0, -1);
  return compliance.query
    .selectFrom(candidates(tx, query, below).as('r'))
    .select(['seq', 'fixed', 'recordHash', 'hash', 'recordedAt'])
    .$if(clientId !== undefined, (of) => of.where('clientId', '=', clientId!))
    .$if(organizationId !== undefined, (of) => of.where('organizationId', '=', organizationId!))
    .$if(outcome !== undefined, (of) => of.where('outcome', '=', outcome!))
    .$if(operationId !== undefined && !isPrefix, (of) => of.where('operationId', '=', operationId!))
    .$if(isPrefix === true, (of) => of.where(sql<boolean>`operation_id ^@ ${prefix}`))
    .$if(from !== undefined, (of) => of.where('recordedAt', '>=', from!))
    .$if(to !== undefined, (of) => of.where('recordedAt', '<', to!))
    .orderBy('seq', 'desc')
    .limit(limit);
}

/** Returns the oldest candidate, and how many there are. */
const extentOf = (tx: Tx, query: RecordQuery, below: number) =>
  tx.row(
    compliance.query
      .selectFrom(candidates(tx, query, below).as('r'))
      .select((of) => [
        of.fn.min('seq').as('seq'),
        of.fn.min('recordedAt').as('recordedAt'),
        sql<number>`count(*)::int`.as('count'),
      ]),
  );

/**
 * Returns a number that no record before this time exceeds. A checkpoint can miss a record that was
 * being added, so that the one after it counts.
 */
async function numberAt(tx: Tx, to: Date): Promise<number> {
  const after = await tx.row(
    checkpoints.select(tx).where('at', '>=', to).orderBy('seq').offset(1).limit(1),
  );
  return after ? after.seq + 1 : Number.MAX_SAFE_INTEGER;
}

async function withPersonal(
  tx: Tx,
  rows: readonly Omit<FoundRecord, 'personal'>[],
): Promise<FoundRecord[]> {
  const seqs = rows.map(({ seq }) => seq);
  const parts = await personal.list(tx, { where: { seq: seqs }, orderBy: 'seq' });
  const bySeq = new Map(parts.map((part) => [part.seq, part]));
  return rows.map((row) => ({ ...row, personal: bySeq.get(row.seq) }));
}

/** Finds records, newest first. A page can be short although there are more records. */
export async function searchRecords(
  tx: Tx,
  query: RecordQuery,
  { below, limit }: { below: number | undefined; limit: number },
): Promise<FoundPage> {
  const start = below ?? (query.to ? await numberAt(tx, query.to) : Number.MAX_SAFE_INTEGER);
  const found = await tx.rows(matching(tx, query, start, limit + 1));
  const rows = await withPersonal(tx, found.slice(0, limit));
  if (found.length > limit) return { rows, next: rows.at(-1)?.seq };
  const extent = await extentOf(tx, query, start);
  const isOver =
    !extent ||
    extent.count < lookedAt ||
    (query.from !== undefined && extent.recordedAt < query.from);
  return { rows, next: isOver ? undefined : Number(extent.seq) };
}

export async function findRecord(tx: Tx, seq: number): Promise<FoundRecord | undefined> {
  const row = await records
    .pick('seq', 'fixed', 'recordHash', 'hash', 'recordedAt')
    .find(tx, { seq });
  return row && (await withPersonal(tx, [row]))[0];
}
