// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { CommonCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `eventTypes`. */
export interface EventTypesResource {
  /**
   * Lists event types.
   *
   * Scopes: `tenant:events.read` or `tenant:webhooks.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const eventTypeSummary of platform.eventTypes.list())
   *   console.log(eventTypeSummary);
   */
  list(
    options?: api.EventTypesListQuery & CallOptions,
  ): PagedCall<api.EventTypeSummaryList, CommonCode | 'invalid_cursor'>;

  /**
   * Gets an event type.
   *
   * Includes the JSON Schema of `data` and an example.
   *
   * Scopes: `tenant:events.read` or `tenant:webhooks.read`.
   * @example
   * const eventType = await platform.eventTypes.get('user.created');
   */
  get(type: string, options?: CallOptions): Call<api.EventType, CommonCode>;
}

/** Makes the methods of `eventTypes` for a client. */
export const eventTypes = (client: Client): EventTypesResource => ({
  list: (options) =>
    client.list(
      {
        name: 'eventTypes.list',
        method: 'GET',
        path: '/api/v1/event-types',
        query: ['family', 'limit', 'cursor'],
      },
      [],
      options,
    ),
  get: (type, options) =>
    client.call(
      { name: 'eventTypes.get', method: 'GET', path: '/api/v1/event-types/{type}', text: true },
      [type],
      undefined,
      options,
    ),
});
