import { z } from 'zod';
import { listOf, paging } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import { ScimRequest } from './scim-request.ts';

/** Operations on the requests that directories have sent. */
export const scimRequestOperations = operations({
  directoriesListRequests: {
    method: 'get',
    path: '/api/v1/directories/{id}/requests',
    scopes: allOf('tenant:orgs.read'),
    summary: 'Lists the last SCIM requests, newest first',
    description:
      'The last 100 requests of a directory are kept for up to 7 days. A request appears after about a second. Requests without a valid bearer token are not among them.',
    query: z.strictObject(paging),
    response: listOf(ScimRequest),
    errors: [],
    noEtag: true,
  },
});
