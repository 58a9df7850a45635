import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import type { QueueMail } from './mail-queue.ts';

/** Services that may call each method. */
export const mailCallers = { Send: ['directory', 'hub', 'compliance'] };

/** Sends mail for siblings. */
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
          // The event that causes the mail records it, so there is no audit record.
          { operationId: 'mailSend', subject: () => undefined, idempotencyKey, request: order },
          (tx) => queueMail(tx, order),
        ),
    },
    mailCallers,
  );
