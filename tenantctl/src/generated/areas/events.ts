// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `events`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'eventsList',
    name: 'events.list',
    request: 'GET /api/v1/events',
    summary: 'Lists events, oldest first',
    about:
      'Store `nextCursor` after you process a page and continue from it, so that no event is skipped. A page can be short or empty even if `hasMore` is true. A 410 `cursor_expired` response contains `oldestCursor`.',
    scopes: ['tenant:events.read'],
    query: [
      {
        name: 'type',
        kind: 'text',
        about:
          'An event type, or `family.*` for a family of types. Separate up to 20 values with commas.',
      },
      { name: 'actorId', kind: 'text' },
      { name: 'organizationId', kind: 'text' },
      {
        name: 'start',
        kind: 'text',
        about:
          'Where to start if there is no cursor: `oldest` (default), `latest`, or an ingestion time.',
      },
      {
        name: 'afterId',
        kind: 'text',
        about:
          'Id of the event after which to start. Use it to change filters without losing your position.',
      },
      { name: 'wait', kind: 'integer', about: 'Number of seconds to wait for new events.' },
    ],
    list: 'pages',
    columns: ['occurredAt', 'type', 'subject.id', 'actor.type', 'actor.id', 'id'],
  },
  {
    operationId: 'eventsGet',
    name: 'events.get',
    request: 'GET /api/v1/events/{id}',
    summary: 'Gets an event',
    scopes: ['tenant:events.read'],
    parameters: [{ name: 'id', prefix: 'evt' }],
  },
];
