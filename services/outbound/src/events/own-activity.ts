import { eventCatalog, findEventType } from '@platform/contracts';
import type {
  EventTypeName,
  MyActivity,
  PlatformEvent,
  ownActivityOperations,
} from '@platform/contracts';
import { ownUserId } from '@platform/kit/auth';
import type { Cursors, Tx } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';

const typesLike = (pattern: RegExp): string[] =>
  (Object.keys(eventCatalog) as EventTypeName[]).filter((type) => pattern.test(type));

/** Types whose subject is the user. */
const subjectTypes = typesLike(/^(user|federation)\./);
/** Types whose data names the user. */
const personTypes = typesLike(/^organization\.member_/);
/** Types of what users can only do for themselves. */
const actorTypes = typesLike(/^pim\.activation_(requested|cancelled)$/);

interface ActivityRow {
  seq: number;
  event: PlatformEvent;
}

/**
 * Lists events about a user, newest first. The user's events are found by their own indexes: ordered by
 * number, the planner would read the tenant's log backwards.
 */
const listActivity = (
  tx: Tx,
  userId: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ActivityRow[]> =>
  tx.rows<ActivityRow>(
    `WITH own AS MATERIALIZED (
       SELECT seq, ingested_at FROM events WHERE tenant_id = $1 AND subject_id = $2 AND type = ANY ($3)
       UNION SELECT seq, ingested_at FROM events WHERE tenant_id = $1 AND person_id = $2 AND type = ANY ($4)
       UNION SELECT seq, ingested_at FROM events WHERE tenant_id = $1 AND actor_id = $2 AND type = ANY ($5)),
     page AS MATERIALIZED (SELECT * FROM own WHERE $6::bigint IS NULL OR seq < $6 ORDER BY seq DESC LIMIT $7)
     SELECT e.seq, e.envelope AS event FROM page JOIN events e ON e.tenant_id = $1 AND e.seq = page.seq AND e.ingested_at = page.ingested_at
     ORDER BY e.seq DESC`,
    [tx.context.tenantId, userId, subjectTypes, personTypes, actorTypes, before ?? null, limit],
  );

const actorNames = {
  client: 'application',
  service: 'platform',
  system: 'platform',
  // A contact of the organization who came by a link.
  setup: 'administrator',
} as const;

const causedBy = ({ actor }: PlatformEvent, userId: string): MyActivity['by'] => {
  if (actor.type !== 'user') return actorNames[actor.type];
  return actor.id === userId ? 'you' : 'administrator';
};

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const idOr = (value: unknown): string | null =>
  typeof value === 'object' && value !== null ? textOr((value as { id?: unknown }).id) : null;

/** The properties that changed. Names of attributes are left out: users may not see all of them. */
function changedIn(data: PlatformEvent['data']): string[] {
  const changed = Array.isArray(data['changed']) ? data['changed'] : [];
  const pointers = changed
    .filter((pointer) => typeof pointer === 'string')
    .map((pointer) => (pointer.startsWith('/metadata/') ? '/metadata' : pointer));
  return [...new Set(pointers)];
}

/** An event as its user may see it: with nothing about others. */
function ownActivity(event: PlatformEvent, userId: string): MyActivity {
  const { id, type, occurredAt, organizationId, data } = event;
  const known = findEventType(type);
  return {
    id,
    type,
    summary: known?.description ?? type,
    occurredAt,
    by: causedBy(event, userId),
    severity: known?.severity ?? 'low',
    ip: textOr(data['ip']),
    userAgent: textOr(data['userAgent']),
    country: textOr(data['country']),
    method: textOr(data['method']) ?? textOr(data['provider']),
    reason: textOr(data['reason']),
    clientId: textOr(data['clientId']) ?? idOr(data['client']),
    organizationId,
    changed: changedIn(data),
  };
}

/** Handlers of the activity of the token's user. */
export const ownActivityHandlers = ({
  cursors,
}: {
  cursors: Cursors;
}): Handlers<typeof ownActivityOperations> => ({
  async meActivityList({ tx, principal, query: { limit, cursor } }) {
    const id = ownUserId(principal);
    const bound = { tenantId: principal.tenantId, list: 'own activity', filters: { id } };
    const [before] = cursor === undefined ? [] : (cursors.decode(bound, cursor) as number[]);
    const rows = await listActivity(tx, id, { before, limit: limit + 1 });
    return cursors.page(bound, rows, limit, {
      position: ({ seq }) => [seq],
      present: ({ event }) => ownActivity(event, id),
    });
  },
});
