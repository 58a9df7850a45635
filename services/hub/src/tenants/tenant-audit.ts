import type { Tx } from '@platform/kit/database';

/** Adds the audit record of a write over gRPC. */
export const auditTenant = (
  tx: Tx,
  operationId: string,
  id: string,
  details?: Record<string, unknown>,
): Promise<void> =>
  tx.audit({
    actor: tx.context.actor,
    subject: { type: 'tenant', id },
    data: {
      operationId,
      outcome: 'success',
      status: 200,
      ...(tx.context.requestId ? { requestId: tx.context.requestId } : {}),
      ...(details ? { details } : {}),
    },
  });
