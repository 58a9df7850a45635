import type { Tx } from '@platform/kit/database';
import type { RequestContext } from '@platform/kit/http';

/** Records who downloaded a file and from where; read operations write no audit record themselves. */
export const auditDownload = (
  tx: Tx,
  { principal, request }: Pick<RequestContext, 'principal' | 'request'>,
  file: {
    operationId: string;
    subject: { type: string; id: string };
    details?: Record<string, unknown>;
  },
): Promise<void> =>
  tx.audit({
    actor: { ...tx.context.actor, clientId: principal.clientId },
    subject: file.subject,
    data: {
      operationId: file.operationId,
      outcome: 'success',
      status: 200,
      details: file.details,
      sourceIp: request.clientIp,
      requestId: request.id,
      userAgent: request.userAgent?.slice(0, 200) || undefined,
    },
  });
