import { auditDownload, fileUnavailable, storedBytes } from '@platform/data-lifecycle/file-exports';
import type { Tx } from '@platform/kit/database';
import { file } from '@platform/kit/http';
import type { ExternalScope, RequestContext } from '@platform/kit/http';
import type { ObjectStores } from '@platform/kit/objects';
import { problem } from '@platform/kit/problem';
import { bundleKey, requestPlace, storeOf } from './access-objects.ts';
import { hasExpired } from './access-requests.ts';
import { changeAccessRequest, existingAccessRequest, lockedAccessRequest } from './access-store.ts';
import type { AccessRecord } from './access-store.ts';
import { bundleName, hasBundle } from './access-view.ts';

interface BundleQuestion {
  requestId: string;
  /** The operation in the audit record. */
  operationId: string;
  /** Whether the caller may have the file of this request; else 404. Default: yes. */
  isAllowed?: (request: AccessRecord) => boolean;
}

/** @throws 409 if the request has no file, or it has expired */
async function requireBundle(tx: Tx, request: AccessRecord): Promise<AccessRecord> {
  if (!hasBundle(request) || (await hasExpired(tx, request)))
    throw problem('invalid_state', {
      detail: `The request is ${hasBundle(request) ? 'EXPIRED' : request.state} and has no file`,
    });
  return request;
}

/** Counts a download and writes its audit record. */
async function countDownload(
  tx: Tx,
  { requestId: id, operationId }: BundleQuestion,
  by: Pick<RequestContext, 'principal' | 'request'>,
): Promise<AccessRecord> {
  const request = await requireBundle(tx, await lockedAccessRequest(tx, id));
  const subject = { type: 'access_request', id };
  await auditDownload(tx, by, { operationId, subject });
  return changeAccessRequest(tx, request, { downloads: request.downloads + 1 });
}

/** Returns the file of a request, and counts the download. */
export async function downloadBundle(
  stores: ObjectStores,
  {
    principal,
    request: by,
    read,
    transact,
  }: Pick<RequestContext, 'principal' | 'request'> & Pick<ExternalScope, 'read' | 'transact'>,
  question: BundleQuestion,
) {
  const found = await read(async (tx) => {
    const request = await existingAccessRequest(tx, question.requestId);
    if (question.isAllowed?.(request) === false) throw problem('not_found');
    return requireBundle(tx, request);
  });
  const store = storeOf(stores, found);
  const key = bundleKey(requestPlace(principal.tenantId, found));
  if (!(await store.head(key))) throw fileUnavailable();
  const request = await transact((tx) => countDownload(tx, question, { principal, request: by }));
  return file({
    contentType: 'application/zip',
    size: request.bundleBytes ?? 0,
    version: request.bundleSha256 ?? '',
    attachment: bundleName(request.id),
    open: (range) => storedBytes(store, key, range),
    headers: { 'cache-control': 'no-store' },
  });
}
