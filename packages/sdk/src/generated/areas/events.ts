// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { CommonCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `events`. */
export interface EventsResource {
  /**
   * Lists events, oldest first.
   *
   * Store `nextCursor` after you process a page and continue from it, so that no event is skipped. A page can be short or empty even if `hasMore` is true. A 410 `cursor_expired` response contains `oldestCursor`.
   *
   * Scopes: `tenant:events.read`.
   *
   * Problems: `cursor_expired`, `invalid_cursor`.
   * @example
   * for await (const event of platform.events.list()) console.log(event);
   */
  list(
    options?: api.EventsListQuery & CallOptions,
  ): PagedCall<api.ListEnvelopeEvent, CommonCode | 'cursor_expired' | 'invalid_cursor'>;

  /**
   * Gets an event.
   *
   * Scopes: `tenant:events.read`.
   * @example
   * const event = await platform.events.get('evt_01h455vb4pex5vsknk084sn02q');
   */
  get(id: string, options?: CallOptions): Call<api.Event, CommonCode>;
}

/** Makes the methods of `events` for a client. */
export const events = (client: Client): EventsResource => ({
  list: (options) =>
    client.list(
      {
        name: 'events.list',
        method: 'GET',
        path: '/api/v1/events',
        query: ['type', 'actorId', 'organizationId', 'limit', 'cursor', 'start', 'afterId', 'wait'],
        seconds: 40,
      },
      [],
      options,
    ),
  get: (id, options) =>
    client.call(
      { name: 'events.get', method: 'GET', path: '/api/v1/events/{id}' },
      [id],
      undefined,
      options,
    ),
});
