// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions } from '../../options.ts';
import type { CommonCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `search`. */
export interface SearchResource {
  /**
   * Searches resources of all types.
   *
   * Finds resources whose name starts with `q`, or whose id is `q`, as far as your scopes let you read them: at most 20. Users are found from three letters on.
   *
   * Scopes: `tenant:settings.read` or `tenant:apis.read` or `tenant:applications.read` or `tenant:attribute-schema.read` or `tenant:clients.read` or `tenant:compliance.read` or `tenant:events.read` or `tenant:federation.read` or `tenant:fga.read` or `tenant:idp.read` or `tenant:migration.read` or `tenant:orgs.read` or `tenant:roles.read` or `tenant:siem.read` or `tenant:users.read` or `tenant:webhook-schemas.read` or `tenant:webhooks.read`.
   * @example
   * const searchResults = await platform.search.list({ q: 'usr_01h455vb4pex5vsknk084sn02q' });
   */
  list(options: api.SearchListQuery & CallOptions): Call<api.SearchResults, CommonCode>;
}

/** Makes the methods of `search` for a client. */
export const search = (client: Client): SearchResource => ({
  list: (options) =>
    client.call(
      { name: 'search.list', method: 'GET', path: '/api/v1/search', query: ['q', 'types'] },
      [],
      undefined,
      options,
    ),
});
