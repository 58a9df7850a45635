import { isId } from '@platform/contracts';
import type { PlatformEvent } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { tableOf } from './event-tables.ts';
import type { Channel } from './ingested.ts';

/** Locks the head of a tenant's log until commit; false for a deleted tenant. */
export const lockHead = async (tx: Tx, channel: Channel): Promise<boolean> =>
  (
    await tx.prepared<{ lastSeq: number }>(
      'lock_event_head',
      `INSERT INTO event_heads AS h (tenant_id, channel) SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM purged_tenant WHERE tenant_id = $1)
     ON CONFLICT (tenant_id, channel) DO UPDATE SET last_seq = h.last_seq RETURNING last_seq`,
      [tx.context.tenantId, channel],
    )
  ).length === 1;

/** Returns the ids that the log already has. Looks back 14 days; the bus keeps messages for 7. */
export async function knownIds(
  tx: Tx,
  channel: Channel,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const table = tableOf(channel);
  // Prepared, because planning it for every partition takes longer than running it.
  const rows = await tx.prepared<{ id: string }>(
    `known ${table}`,
    `SELECT id FROM ${table} WHERE tenant_id = $1 AND id = ANY($2::text[]) AND ingested_at > now() - interval '14 days'`,
    [tx.context.tenantId, ids],
  );
  return new Set(rows.map((row) => row.id));
}

/** Takes the next `count` numbers. Call it with the head locked. */
export async function takeNumbers(
  tx: Tx,
  channel: Channel,
  count: number,
): Promise<{ first: number; ingestedAt: string }> {
  const [head] = await tx.prepared<{ first: number; at: Date }>(
    'take_event_numbers',
    `UPDATE event_heads SET last_seq = last_seq + $3, last_ingested_at = greatest(last_ingested_at, date_trunc('milliseconds', clock_timestamp()))
     WHERE tenant_id = $1 AND channel = $2 RETURNING last_seq - $3 + 1 AS first, last_ingested_at AS at`,
    [tx.context.tenantId, channel, count],
  );
  if (!head) throw new Error('the head was not locked');
  return { first: head.first, ingestedAt: head.at.toISOString() };
}

const idOf = (value: unknown): unknown => (value as { id?: unknown } | null | undefined)?.id;

/** Returns the person in the data, besides subject and actor: a member of an organization or a group. */
function personOf({ data, actor, subject }: PlatformEvent): string | null {
  const member = data['member'] as { user?: unknown } | null | undefined;
  const person = [idOf(member?.user), idOf(data['user'])].find(
    (id) => isId('user', id) && id !== subject.id && id !== actor.id,
  );
  return (person as string | undefined) ?? null;
}

/** Inserts events under consecutive numbers. */
export const insertEvents = (
  tx: Tx,
  channel: Channel,
  { first, ingestedAt }: { first: number; ingestedAt: string },
  events: readonly PlatformEvent[],
): Promise<unknown> =>
  tx.prepared(
    `insert_${tableOf(channel)}`,
    `INSERT INTO ${tableOf(channel)} (tenant_id, seq, ingested_at, id, type, organization_id, actor_id, subject_id, person_id, envelope)
   SELECT $1, $2 + n - 1, $3, id, type, organization_id, actor_id, subject_id, person_id, envelope
   FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::json[]) WITH ORDINALITY
     AS e (id, type, organization_id, actor_id, subject_id, person_id, envelope, n)`,
    [
      tx.context.tenantId,
      first,
      ingestedAt,
      events.map((e) => e.id),
      events.map((e) => e.type),
      events.map((e) => e.organizationId),
      events.map((e) => e.actor.id),
      events.map((e) => e.subject.id),
      events.map(personOf),
      events.map((e) => JSON.stringify(e)),
    ],
  );
