import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import type { QueueMail } from './mail-queue.ts';

/** Who may call it. */
export const mailCallers = { Send: ['directory', 'hub', 'compliance'] };

/** Mail that siblings have sent. */
export const mailRpc = ({
  rpcRunner,
  queueMail,
}: {
  rpcRunner: Pick<RpcRunner, 'write'>;
  queueMail: QueueMail;
}): RpcMount =>
  serveRpc(
    'platform.identity.v1.Mail',
    {
      Send: ({ tenantId, idempotencyKey, ...order }, call) =>
        rpcRunner.write(
          call,
          tenantId,
          // The mail is told by the event that caused it, so there is no record of its own.
          { operationId: 'mailSend', subject: () => undefined, idempotencyKey, request: order },
          (tx) => queueMail(tx, order),
        ),
    },
    mailCallers,
  );
