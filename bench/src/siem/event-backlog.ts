import { exampleEvent } from '@platform/contracts';
import { withClient } from '@platform/dev/postgres';

const prefix = 'evt_';
const digits = 26;
const perStatement = 50_000;

/** The id of an event of a backlog says its number. */
const numbered = new RegExp(`\\b${prefix}(\\d{${digits}})\\b`, 'g');

/** Writes events into a tenant's log, numbered from `from` to `to`. */
export async function fillLog(
  postgresUrl: string,
  { tenantId, from, to }: { tenantId: string; from: number; to: number },
): Promise<void> {
  const event = exampleEvent('user.created', {
    id: prefix,
    occurredAt: new Date().toISOString(),
  });
  await withClient(postgresUrl, async (client) => {
    for (let first = from; first <= to; first += perStatement)
      await client.query(
        `WITH head AS (
           INSERT INTO outbound.event_heads AS h (tenant_id, channel, last_seq, last_ingested_at)
           VALUES ($1, 'events', $3::bigint - $2 + 1, now())
           ON CONFLICT (tenant_id, channel) DO UPDATE SET last_seq = h.last_seq + excluded.last_seq, last_ingested_at = now()
           RETURNING last_seq
         )
         INSERT INTO outbound.events (tenant_id, seq, ingested_at, id, type, actor_id, subject_id, envelope)
         SELECT $1, head.last_seq - $3 + n, now(), e.id, $4, $5, $6, replace($7, $8, '"id":"' || e.id || '"')::json
         FROM head, generate_series($2::bigint, $3::bigint) n, LATERAL (SELECT $9 || lpad(n::text, $10, '0') AS id) e`,
        [
          tenantId,
          first,
          Math.min(to, first + perStatement - 1),
          event.type,
          event.actor.id,
          event.subject.id,
          JSON.stringify(event),
          `"id":"${prefix}"`,
          prefix,
          digits,
        ],
      );
  });
}

/** Counts the numbers from 1 to `count` that were seen, each once. */
export function countNumbers(count: number) {
  const seen = new Uint8Array(count + 1);
  let distinct = 0;
  let highest = 0;
  return {
    see(content: string): void {
      for (const [, text] of content.matchAll(numbered)) {
        const n = Number(text);
        if (n > count || seen[n] === 1) continue;
        seen[n] = 1;
        distinct += 1;
        highest = Math.max(highest, n);
      }
    },
    distinct: () => distinct,
    highest: () => highest,
  };
}
