import { isReading } from '@platform/contracts';
import type { Operation } from '@platform/contracts';
import type { TxContext } from '../database/database.ts';
import { problem } from '../problem/problem.ts';
import { checkIfMatch } from './answer.ts';
import type { Codec } from './codec.ts';
import type { Conditional, RequestContext } from './handlers.ts';
import type { IdempotentRequest } from './idempotency.ts';

/** One verified and parsed request. */
export interface OperationRequest {
  operationId: string;
  operation: Operation;
  handler: (context: never) => unknown;
  codec: Codec;
  base: Omit<RequestContext, 'audit'>;
  input: { params: unknown; query: unknown; body: unknown; upload: unknown };
  ifMatch: string | undefined;
  idempotent: IdempotentRequest | undefined;
  traceparent: string;
}

/** Whether the operation only reads, whatever its method. */
export const isRead = ({ operation }: Pick<OperationRequest, 'operation'>): boolean =>
  isReading(operation);

/**
 * Returns the transaction context of a request: its tenant, and the actor that events and audit
 * records name.
 */
export const contextOf = ({
  base: { principal, request },
  traceparent,
}: OperationRequest): TxContext => ({
  tenantId: principal.tenantId,
  actor: { type: principal.type, id: principal.id },
  requestId: request.id,
  traceparent,
});

/** The condition of a request, and whether it was checked. */
export interface CheckedCondition extends Conditional {
  /**
   * Throws 412 if there is an unchecked `If-Match`: a commit without the check would look as if it
   * had been honored.
   */
  requireChecked(): void;
}

/**
 * Returns the condition of a request. `onUnchecked` is called if the handler forgets to check it.
 */
export function conditionOf(
  request: OperationRequest,
  onUnchecked: (operationId: string) => void,
): CheckedCondition {
  const { operationId, ifMatch } = request;
  let isOpen = ifMatch !== undefined && !isRead(request);
  return {
    ifMatch(version) {
      const isSent = checkIfMatch(ifMatch, version);
      isOpen = false;
      return isSent;
    },
    requireChecked() {
      if (!isOpen) return;
      onUnchecked(operationId);
      throw problem('precondition_failed', {
        detail: 'The If-Match condition could not be checked',
      });
    },
  };
}
