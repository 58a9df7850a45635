import { isId } from '@platform/contracts';
import type { ScimRequest, scimRequestOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { found } from '@platform/kit/problem';
import { findDirectory } from '../../directories/directories.ts';
import { listScimRequests } from './scim-request-store.ts';
import type { ScimRequestRecord } from './scim-request-store.ts';

const asRequest = ({ at, code, scimType, fields, ...row }: ScimRequestRecord): ScimRequest => ({
  at: at.toISOString(),
  method: row.method,
  path: row.path,
  status: row.status,
  reason: code === null ? null : { code, scimType, fields },
  durationMs: row.durationMs,
  bearerId: row.bearerId,
  requestId: row.requestId,
});

/** The handlers of the last requests of directories. */
export const scimRequestHandlers = (cursors: Cursors): Handlers<typeof scimRequestOperations> => ({
  async directoriesListRequests({ tx, principal: { tenantId }, params: { id }, query }) {
    const { limit, cursor } = query;
    found(isId('directory', id) ? await findDirectory(tx, id) : undefined);
    const bound = { tenantId, list: `scim requests of ${id}` };
    const [behind] = cursor === undefined ? [] : cursors.decode(bound, cursor);
    const rows = await listScimRequests(tx, id, behind as number | undefined, limit + 1);
    return cursors.page(bound, rows, limit, {
      position: ({ seq }) => [seq],
      present: asRequest,
    });
  },
});
