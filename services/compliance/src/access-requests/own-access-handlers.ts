import { CreateAccessRequest } from '@platform/contracts';
import type { MyAccessRequest, Principal, ownAccessRequestOperations } from '@platform/contracts';
import { ownUserId } from '@platform/kit/auth';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { requestFilter } from '../subject-requests/request-table.ts';
import type { AccessHandlerOptions } from './access-handlers.ts';
import { collectsData } from './access-job.ts';
import { createAccessRequest, requireOpen } from './access-requests.ts';
import { existingAccessRequest, listAccessRequests } from './access-store.ts';
import type { AccessRecord } from './access-store.ts';
import { accessResource } from './access-view.ts';
import { downloadBundle } from './bundle-download.ts';

/** A request without what administrators and services noted in it. */
function ownAccessRequest(request: AccessRecord): MyAccessRequest {
  const { id, state, kind, receivedAt, dueAt, bundle, createdAt, updatedAt } = accessResource(
    request,
    [],
  );
  return { id, state, kind, receivedAt, dueAt, bundle, createdAt, updatedAt };
}

/** Handlers of requests of the token's user for their data. */
export function ownAccessHandlers({
  cursors,
  resolve,
  rules,
  jobs,
  kind,
  stores,
  isOpen,
}: AccessHandlerOptions): Handlers<typeof ownAccessRequestOperations> {
  const collect = collectsData(jobs, kind);
  const isOf =
    (principal: Principal) =>
    ({ subjectHash }: AccessRecord): boolean =>
      subjectHash === rules.subjectHash(principal.tenantId, ownUserId(principal));

  return {
    async meAccessRequestList({ tx, principal, query }) {
      const list = { cursors, subjectHash: rules.subjectHash };
      const asked = { ...query, userId: ownUserId(principal) };
      const { bound, filter } = requestFilter<AccessRecord['state']>(
        tx.context.tenantId,
        'own access-requests',
        asked,
        list,
      );
      return cursors.page(bound, await listAccessRequests(tx, filter), query.limit, {
        position: ({ id }) => [id],
        present: ownAccessRequest,
      });
    },

    meAccessRequestCreate: prepared(
      ({ principal, read }) => {
        requireOpen(isOpen);
        const { tenantId } = principal;
        return resolve({ type: 'user_id', value: ownUserId(principal) }, { tenantId, read });
      },
      async ({ tx, body, principal, prepared: subject }) => {
        const asked = CreateAccessRequest.parse({
          kind: body?.kind,
          subject: { type: 'user_id', value: ownUserId(principal) },
          identityVerification: 'authenticated_session',
        });
        const request = await createAccessRequest(tx, asked, subject, rules);
        await collect(tx, request.id);
        return ownAccessRequest(request);
      },
    ),

    async meAccessRequestGet({ tx, principal, params }) {
      const request = await existingAccessRequest(tx, params.requestId);
      if (!isOf(principal)(request)) throw problem('not_found');
      return ownAccessRequest(request);
    },

    meAccessRequestBundle: ({ params: { requestId }, ...context }) =>
      downloadBundle(stores, context, {
        requestId,
        operationId: 'meAccessRequestBundle',
        isAllowed: isOf(context.principal),
      }),
  };
}
