import type { erasureRequestOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { requestFilter } from '../subject-requests/request-table.ts';
import type { ResolveSubject } from '../subjects/subject-resolution.ts';
import { certificateOf } from './erasure-certificate.ts';
import type { Nudge } from './drive-kinds.ts';
import { cancelRequest, createRequest } from './erasure-requests.ts';
import type { ErasureCreationOptions } from './erasure-requests.ts';
import { existingRequest, listRequests, lockedRequest } from './erasure-store.ts';
import type { NextSweep } from './erasure-sweep-times.ts';
import { erasureResource, erasureSummary, holdResource } from './erasure-view.ts';
import { liftHold, raiseHold } from './holds.ts';

export interface ErasureHandlerOptions extends ErasureCreationOptions {
  cursors: Cursors;
  resolve: ResolveSubject;
  nudge: Nudge;
  nextSweep: NextSweep;
}

export function erasureHandlers({
  cursors,
  resolve,
  nudge,
  nextSweep,
  ...creation
}: ErasureHandlerOptions): Handlers<typeof erasureRequestOperations> {
  return {
    erasureRequestCreate: prepared(
      ({ body, principal, read }) => resolve(body.subject, { tenantId: principal.tenantId, read }),
      async ({ tx, body, prepared: subject }) => {
        const request = await createRequest(tx, body, subject, creation);
        await nudge(tx, request.id);
        return erasureResource(tx, request, nextSweep);
      },
    ),
    async erasureRequestList({ tx, query }) {
      const { tenantId } = tx.context;
      const list = { cursors, subjectHash: creation.subjectHash };
      const { bound, filter } = requestFilter(tenantId, 'erasure-requests', query, list);
      return cursors.page(bound, await listRequests(tx, filter), query.limit, {
        position: ({ id }) => [id],
        present: (row) => erasureSummary(row, nextSweep),
      });
    },
    async erasureRequestStatus({ tx, params }) {
      return erasureResource(tx, await existingRequest(tx, params.requestId), nextSweep);
    },
    async erasureRequestCancel({ tx, params, body, audit }) {
      const request = await lockedRequest(tx, params.requestId);
      const cancelled = await cancelRequest(tx, request);
      if (cancelled !== request) {
        audit({ details: { reason: body?.reason ?? null } });
        await nudge(tx, request.id);
      }
      return erasureResource(tx, cancelled, nextSweep);
    },
    async erasureRequestCertificate({ tx, params }) {
      return certificateOf(await existingRequest(tx, params.requestId));
    },
    async erasureRequestRaiseHold({ tx, params, body }) {
      const request = await lockedRequest(tx, params.requestId);
      const hold = await raiseHold(tx, request, body);
      await nudge(tx, request.id);
      return holdResource(hold);
    },
    async erasureRequestLiftHold({ tx, params }) {
      const request = await lockedRequest(tx, params.requestId);
      await liftHold(tx, request, params.holdId);
      await nudge(tx, request.id);
      return { id: params.holdId, deleted: true as const };
    },
  };
}
