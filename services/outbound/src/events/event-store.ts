import type { PlatformEvent } from '@platform/contracts';
import type { RowOf, Tx } from '@platform/kit/database';
import { outbound } from '../generated/tables.ts';

export interface EventFilter {
  types?: readonly string[] | undefined;
  actorId?: string | undefined;
  organizationId?: string | undefined;
}

const events = outbound.table('events');
const log = events
  .pick('seq', 'ingestedAt')
  .compute((of) => ({ event: of.ref('envelope').$castTo<PlatformEvent>() }));

/** An event with its position in the log. */
export type StoredEvent = RowOf<typeof log>;

/** The bounds of a tenant's log: `(trimmedSeq, lastSeq]` is stored. */
export interface LogBounds {
  trimmedSeq: number;
  lastSeq: number;
  lastIngestedAt: Date | null;
}

/**
 * The first statement of a read: the snapshot cannot be older than a drop of partitions that it
 * waited for, so every event missing in `events` is covered by `event_trim`.
 */
export const lockLog = (tx: Tx): Promise<number> =>
  tx.execute('LOCK TABLE ONLY events IN ACCESS SHARE MODE');

export async function readBounds(tx: Tx): Promise<LogBounds> {
  const row = await tx.row<{ last: number; at: Date | number; trimmed: number }>(
    `SELECT h.last_seq AS last, h.last_ingested_at AS at, coalesce(t.trimmed_seq, 0) AS trimmed
     FROM event_heads h LEFT JOIN event_trim t USING (tenant_id, channel) WHERE h.tenant_id = $1 AND h.channel = 'events'`,
    [tx.context.tenantId],
  );
  return {
    trimmedSeq: row?.trimmed ?? 0,
    lastSeq: row?.last ?? 0,
    lastIngestedAt: row?.at instanceof Date ? row.at : null,
  };
}

/** Lists matching events of `(after, upTo]` by number; `ingestedFrom` only prunes partitions. */
export const listEvents = (
  tx: Tx,
  { types, actorId, organizationId }: EventFilter,
  {
    after,
    upTo,
    ingestedFrom,
    limit,
  }: { after: number; upTo: number; ingestedFrom: Date; limit: number },
): Promise<StoredEvent[]> => {
  const families = types
    ?.filter((entry) => entry.endsWith('.*'))
    .map((entry) => entry.slice(0, -2));
  return tx.rows<StoredEvent>(
    `SELECT seq, ingested_at, envelope AS event FROM events
     WHERE tenant_id = $1 AND seq > $2 AND seq <= $3 AND ingested_at >= $4
       AND ($5::text[] IS NULL OR type = ANY($5) OR split_part(type, '.', 1) = ANY($6::text[]))
       AND ($7::text IS NULL OR actor_id = $7) AND ($8::text IS NULL OR organization_id = $8)
     ORDER BY seq LIMIT $9`,
    [
      tx.context.tenantId,
      after,
      upTo,
      ingestedFrom,
      types ?? null,
      families ?? null,
      actorId ?? null,
      organizationId ?? null,
      limit,
    ],
  );
};

export const findEvent = (tx: Tx, id: string): Promise<StoredEvent | undefined> =>
  log.find(tx, { id });

export const findIngestedAt = async (tx: Tx, seq: number): Promise<Date | undefined> =>
  (await events.pick('ingestedAt').find(tx, { seq }))?.ingestedAt;
