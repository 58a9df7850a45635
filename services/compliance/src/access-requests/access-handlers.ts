import type { accessRequestOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import type { JobKind, Jobs } from '@platform/kit/jobs';
import type { ObjectStores } from '@platform/kit/objects';
import { requestFilter } from '../subject-requests/request-table.ts';
import type { ResolveSubject } from '../subjects/subject-resolution.ts';
import { collectsData } from './access-job.ts';
import type { AccessPayload } from './access-job.ts';
import {
  cancelAccessRequest,
  createAccessRequest,
  requireOpen,
  retryAccessRequest,
} from './access-requests.ts';
import type { AccessRules } from './access-requests.ts';
import {
  existingAccessRequest,
  listAccessParts,
  listAccessRequests,
  lockedAccessRequest,
} from './access-store.ts';
import { accessResource, accessResourceOf } from './access-view.ts';
import { downloadBundle } from './bundle-download.ts';

export interface AccessHandlerOptions {
  cursors: Cursors;
  resolve: ResolveSubject;
  rules: AccessRules;
  jobs: Pick<Jobs, 'enqueue'>;
  kind: JobKind<AccessPayload>;
  stores: ObjectStores;
  /** False without a shared token: services cannot be asked. */
  isOpen: boolean;
}

export function accessHandlers({
  cursors,
  resolve,
  rules,
  jobs,
  kind,
  stores,
  isOpen,
}: AccessHandlerOptions): Handlers<typeof accessRequestOperations> {
  const collect = collectsData(jobs, kind);

  return {
    accessRequestCreate: prepared(
      ({ body, principal, read }) => {
        requireOpen(isOpen);
        return resolve(body.subject, { tenantId: principal.tenantId, read });
      },
      async ({ tx, body, prepared: subject }) => {
        const request = await createAccessRequest(tx, body, subject, rules);
        await collect(tx, request.id);
        return accessResourceOf(tx, request);
      },
    ),
    async accessRequestList({ tx, query }) {
      const { tenantId } = tx.context;
      const list = { cursors, subjectHash: rules.subjectHash };
      const { bound, filter } = requestFilter(tenantId, 'access-requests', query, list);
      const rows = await listAccessRequests(tx, filter);
      const ids = rows.map(({ id }) => id);
      const parts = await listAccessParts(tx, ids);
      return cursors.page(bound, rows, query.limit, {
        position: ({ id }) => [id],
        present: (row) =>
          accessResource(
            row,
            parts.filter(({ requestId }) => requestId === row.id),
          ),
      });
    },
    async accessRequestGet({ tx, params }) {
      return accessResourceOf(tx, await existingAccessRequest(tx, params.requestId));
    },
    accessRequestBundle: ({ params: { requestId }, ...context }) =>
      downloadBundle(stores, context, { requestId, operationId: 'accessRequestBundle' }),
    async accessRequestRetry({ tx, params }) {
      const request = await lockedAccessRequest(tx, params.requestId);
      const retried = await retryAccessRequest(tx, request, rules);
      await collect(tx, request.id);
      return accessResourceOf(tx, retried);
    },
    async accessRequestCancel({ tx, params }) {
      const request = await lockedAccessRequest(tx, params.requestId);
      return accessResourceOf(tx, await cancelAccessRequest(tx, request));
    },
  };
}
