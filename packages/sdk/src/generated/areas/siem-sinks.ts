// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `siemSinks`. */
export interface SiemSinksResource {
  /**
   * Lists SIEM sinks, newest first.
   *
   * Scopes: `tenant:siem.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const siemSink of platform.siemSinks.list()) console.log(siemSink);
   */
  list(
    options?: api.SiemSinksListQuery & CallOptions,
  ): PagedCall<api.ListEnvelopeSiemSinkResponse, CommonCode | 'invalid_cursor'>;

  /**
   * Creates a SIEM sink.
   *
   * Events are delivered at least once. Use the event id to detect duplicates.
   *
   * Scopes: `tenant:siem.write`.
   *
   * Problems: `already_exists`, `limit_exceeded`.
   * @example
   * const siemSink = await platform.siemSinks.create({
   *   name: 'Example',
   *   format: 'platform_json',
   *   filter: {},
   *   redaction: { mode: 'none' },
   *   batch: {},
   *   tls: {},
   *   status: 'active',
   *   kind: 'splunk_hec',
   *   config: { url: 'https://example.com/path' },
   *   credentials: { token: 'example' },
   *   startFrom: 'now',
   * });
   */
  create(
    body: api.ConfigureSiemSinkRequest,
    options?: KeyedOptions,
  ): Call<api.SiemSink, CommonCode | BodyCode | KeyCode | 'already_exists' | 'limit_exceeded'>;

  /**
   * Gets a SIEM sink.
   *
   * Scopes: `tenant:siem.read`.
   * @example
   * const siemSink = await platform.siemSinks.get('snk_01h455vb4pex5vsknk084sn02q');
   */
  get(id: string, options?: CallOptions): Call<api.SiemSink, CommonCode>;

  /**
   * Updates, pauses or resumes a SIEM sink.
   *
   * JSON Merge Patch (RFC 7396). The kind of a sink cannot be changed.
   *
   * Scopes: `tenant:siem.write`.
   *
   * Problems: `already_exists`, `precondition_failed`.
   * @example
   * const siemSink = await platform.siemSinks.update('snk_01h455vb4pex5vsknk084sn02q', {
   *   name: 'Example',
   * });
   */
  update(
    id: string,
    body: api.UpdateSiemSinkRequest,
    options?: ConditionalOptions,
  ): Call<api.SiemSink, CommonCode | BodyCode | 'already_exists' | 'precondition_failed'>;

  /**
   * Deletes a SIEM sink.
   *
   * Scopes: `tenant:siem.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.siemSinks.delete('snk_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    id: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'precondition_failed'>;

  /**
   * Gets a SIEM sink's health.
   *
   * Scopes: `tenant:siem.read`.
   * @example
   * const siemSinkHealth = await platform.siemSinks.getHealth(
   *   'snk_01h455vb4pex5vsknk084sn02q',
   * );
   */
  getHealth(id: string, options?: CallOptions): Call<api.SiemSinkHealth, CommonCode>;

  /**
   * Replays stored events to a SIEM sink.
   *
   * Moves the sink back to a point in time. All events since then are sent again.
   *
   * Scopes: `tenant:siem.write`.
   * @example
   * const siemSink = await platform.siemSinks.replay('snk_01h455vb4pex5vsknk084sn02q', {
   *   since: '2026-11-20T09:30:00.000Z',
   * });
   */
  replay(
    id: string,
    body: api.ReplaySiemSinkRequest,
    options?: KeyedOptions,
  ): Call<api.SiemSink, CommonCode | BodyCode | KeyCode>;
}

/** Makes the methods of `siemSinks` for a client. */
export const siemSinks = (client: Client): SiemSinksResource => ({
  list: (options) =>
    client.list(
      {
        name: 'siemSinks.list',
        method: 'GET',
        path: '/api/v1/siem/sinks',
        query: ['limit', 'cursor'],
      },
      [],
      options,
    ),
  create: (body, options) =>
    client.call(
      { name: 'siemSinks.create', method: 'POST', path: '/api/v1/siem/sinks' },
      [],
      body,
      options,
    ),
  get: (id, options) =>
    client.call(
      { name: 'siemSinks.get', method: 'GET', path: '/api/v1/siem/sinks/{id}' },
      [id],
      undefined,
      options,
    ),
  update: (id, body, options) =>
    client.call(
      {
        name: 'siemSinks.update',
        method: 'PATCH',
        path: '/api/v1/siem/sinks/{id}',
        conditional: true,
      },
      [id],
      body,
      options,
    ),
  delete: (id, options) =>
    client.call(
      {
        name: 'siemSinks.delete',
        method: 'DELETE',
        path: '/api/v1/siem/sinks/{id}',
        conditional: true,
      },
      [id],
      undefined,
      options,
    ),
  getHealth: (id, options) =>
    client.call(
      { name: 'siemSinks.getHealth', method: 'GET', path: '/api/v1/siem/sinks/{id}/health' },
      [id],
      undefined,
      options,
    ),
  replay: (id, body, options) =>
    client.call(
      { name: 'siemSinks.replay', method: 'POST', path: '/api/v1/siem/sinks/{id}/replay' },
      [id],
      body,
      options,
    ),
});
