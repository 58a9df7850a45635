import type { accessRequestOperations } from '@platform/contracts';
import type { Cursors, Tx } from '@platform/kit/database';
import { file, prepared } from '@platform/kit/http';
import type { Handlers, RequestContext } from '@platform/kit/http';
import type { JobKind, Jobs } from '@platform/kit/jobs';
import type { ObjectStore, ObjectStores } from '@platform/kit/objects';
import { problem } from '@platform/kit/problem';
import { auditDownload } from '../download-audit.ts';
import { requestFilter } from '../subject-requests/request-table.ts';
import type { ResolveSubject } from '../subjects/subject-resolution.ts';
import type { AccessPayload } from './access-job.ts';
import { bundleKey, requestPlace, storeOf } from './access-objects.ts';
import {
  cancelAccessRequest,
  createAccessRequest,
  hasExpired,
  retryAccessRequest,
} from './access-requests.ts';
import type { AccessRules } from './access-requests.ts';
import {
  changeAccessRequest,
  existingAccessRequest,
  listAccessParts,
  listAccessRequests,
  lockedAccessRequest,
} from './access-store.ts';
import type { AccessRecord } from './access-store.ts';
import { accessResource, accessResourceOf, bundleName, hasBundle } from './access-view.ts';

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

async function* bytesOf(
  store: ObjectStore,
  key: string,
  range: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  const object = await store.get(key, range);
  if (!object) throw fileAway();
  yield* object.body;
}

/** @throws 409 if the request has no file, or it has expired */
async function requireBundle(tx: Tx, request: AccessRecord): Promise<AccessRecord> {
  if (!hasBundle(request) || (await hasExpired(tx, request)))
    throw problem('invalid_state', {
      detail: `The request is ${hasBundle(request) ? 'EXPIRED' : request.state} and has no file`,
    });
  return request;
}

const fileAway = () =>
  problem('upstream_unavailable', {
    detail: 'The file is not available at the moment; retry later',
  });

/** Counts a download and writes its audit record. */
async function countDownload(
  tx: Tx,
  id: string,
  by: Pick<RequestContext, 'principal' | 'request'>,
): Promise<AccessRecord> {
  const request = await requireBundle(tx, await lockedAccessRequest(tx, id));
  const subject = { type: 'access_request', id };
  await auditDownload(tx, by, { operationId: 'accessRequestBundle', subject });
  return changeAccessRequest(tx, request, { downloads: request.downloads + 1 });
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
  // No dedupe key: the job of this request that is about to end must not swallow the next one. A
  // job finds nothing to do on a request that is not open.
  const collect = (tx: Tx, requestId: string) => jobs.enqueue(tx, kind, { requestId });

  return {
    accessRequestCreate: prepared(
      ({ body, principal, read }) => {
        if (!isOpen)
          throw problem('upstream_unavailable', {
            detail: 'Access requests are not configured: the services have no shared token',
          });
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
    async accessRequestBundle({ params: { requestId }, principal, request: by, read, transact }) {
      const found = await read(async (tx) =>
        requireBundle(tx, await existingAccessRequest(tx, requestId)),
      );
      const store = storeOf(stores, found);
      const key = bundleKey(requestPlace(principal.tenantId, found));
      if (!(await store.head(key))) throw fileAway();
      const request = await transact((tx) =>
        countDownload(tx, requestId, { principal, request: by }),
      );
      return file({
        contentType: 'application/zip',
        size: request.bundleBytes ?? 0,
        version: request.bundleSha256 ?? '',
        attachment: bundleName(request.id),
        open: (range) => bytesOf(store, key, range),
        headers: { 'cache-control': 'no-store' },
      });
    },
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
