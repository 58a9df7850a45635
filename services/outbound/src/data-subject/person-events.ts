import { eventCatalog } from '@platform/contracts';
import type { PlatformEvent } from '@platform/contracts';
import type { Selectable, Tx } from '@platform/kit/database';
import type { OutboundTables } from '../generated/tables.ts';
import { tableOf } from '../ingestion/event-tables.ts';
import type { Channel } from '../ingestion/ingested.ts';

/** An event that concerns a person. */
export type PersonEvent = Pick<Selectable<OutboundTables['events']>, 'seq' | 'ingestedAt'> & {
  event: PlatformEvent;
};

export interface EventSubject {
  /** Empty for a person without an account. */
  userId: string;
  emails: readonly string[];
  /** Other subjects of events about the person's consents. */
  keys: readonly string[];
}

/** Invitations name an address; until one is accepted, no id tells whose it is. */
const namedByAddress = Object.keys(eventCatalog).filter((type) =>
  type.startsWith('organization.invitation_'),
);

/** Lists events after a number in which the person is the subject or the actor, or is otherwise named. */
export const listPersonEvents = (
  tx: Tx,
  channel: Channel,
  { userId, emails, keys }: EventSubject,
  after: number,
  limit: number,
): Promise<PersonEvent[]> =>
  tx.rows<PersonEvent>(
    `SELECT seq, ingested_at, envelope AS event FROM ${tableOf(channel)}
   WHERE tenant_id = $1 AND seq > $3 AND (subject_id = $2 OR actor_id = $2 OR person_id = $2
     OR (subject_id = ANY ($7) AND envelope #>> '{subject,type}' = 'user') OR (type = ANY ($5)
     AND EXISTS (SELECT FROM unnest($6::text[]) AS email WHERE strpos(lower(envelope::text), lower(email)) > 0))) ORDER BY seq LIMIT $4`,
    [
      tx.context.tenantId,
      userId,
      after,
      limit,
      emails.length > 0 ? namedByAddress : [],
      emails,
      keys,
    ],
  );

export const replaceEvents = (
  tx: Tx,
  channel: Channel,
  events: readonly PersonEvent[],
): Promise<number> =>
  tx.execute(
    `UPDATE ${tableOf(channel)} e SET envelope = r.envelope, subject_id = r.envelope #>> '{subject,id}' FROM unnest($2::bigint[], $3::timestamptz[], $4::json[]) AS r (seq, ingested_at, envelope)
   WHERE e.tenant_id = $1 AND e.seq = r.seq AND e.ingested_at = r.ingested_at`,
    [
      tx.context.tenantId,
      events.map((e) => e.seq),
      events.map((e) => e.ingestedAt),
      events.map((e) => JSON.stringify(e.event)),
    ],
  );
