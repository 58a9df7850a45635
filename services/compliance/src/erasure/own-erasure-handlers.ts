import { CreateErasureRequest } from '@platform/contracts';
import type { MyErasureRequest, Principal, ownErasureOperations } from '@platform/contracts';
import { ownUserId } from '@platform/kit/auth';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found, problem } from '@platform/kit/problem';
import type { ErasureHandlerOptions } from './erasure-handlers.ts';
import { cancelRequest, createRequest } from './erasure-requests.ts';
import { isRevocable } from './erasure-states.ts';
import { findOpenRequest, listRequests, lockedRequest } from './erasure-store.ts';
import type { ErasureRecord } from './erasure-store.ts';
import { erasureSummary } from './erasure-view.ts';
import type { NextSweep } from './erasure-sweep-times.ts';

/** Requests of a guardian, an authority or the controller are not the user's to cancel. */
const isByUser = ({ requestedBy }: ErasureRecord): boolean => requestedBy === 'data_subject';

/** A request without holds, services and what administrators noted in it. */
function ownErasureRequest(request: ErasureRecord, nextSweep: NextSweep): MyErasureRequest {
  const { id, state, receivedAt, dueAt, deactivatedAt, graceEndsAt, createdAt, updatedAt } =
    erasureSummary(request, nextSweep);
  const cancellable = isByUser(request) && isRevocable(request.state);
  return {
    id,
    state,
    receivedAt,
    dueAt,
    deactivatedAt,
    graceEndsAt,
    cancellable,
    createdAt,
    updatedAt,
  };
}

/** Handlers of the erasure of the token's user. */
export function ownErasureHandlers({
  resolve,
  nudge,
  nextSweep,
  ...creation
}: Omit<ErasureHandlerOptions, 'cursors'>): Handlers<typeof ownErasureOperations> {
  const hashOf = (principal: Principal): string =>
    creation.subjectHash(principal.tenantId, ownUserId(principal));

  return {
    async meErasureRequestGet({ tx, principal }) {
      const subjectHash = hashOf(principal);
      const open = await findOpenRequest(tx, subjectHash);
      const [latest] = open ? [open] : await listRequests(tx, { subjectHash, limit: 1 });
      return ownErasureRequest(found(latest), nextSweep);
    },

    meErasureRequestCreate: prepared(
      ({ principal, read }) => {
        const { tenantId } = principal;
        return resolve({ type: 'user_id', value: ownUserId(principal) }, { tenantId, read });
      },
      async ({ tx, principal, prepared: subject }) => {
        const asked = CreateErasureRequest.parse({
          subject: { type: 'user_id', value: ownUserId(principal) },
          reason: 'account_closure',
          identityVerification: 'authenticated_session',
        });
        const request = await createRequest(tx, asked, subject, creation);
        await nudge(tx, request.id);
        return ownErasureRequest(request, nextSweep);
      },
    ),

    async meErasureRequestCancel({ tx, principal }) {
      const { id } = found(await findOpenRequest(tx, hashOf(principal)));
      const request = await lockedRequest(tx, id);
      if (!isByUser(request))
        throw problem('invalid_state', {
          detail: 'The request was not made by you; ask an administrator to cancel it',
        });
      const cancelled = await cancelRequest(tx, request);
      if (cancelled !== request) await nudge(tx, id);
      return ownErasureRequest(cancelled, nextSweep);
    },
  };
}
