import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import { openSetupLink, renewByToken, setupLinkOfSession } from '../setup-links/setup-links.ts';
import type { SetupLinkWriting } from '../setup-links/setup-links.ts';

export interface SetupLinksRpcOptions extends SetupLinkWriting {
  rpcRunner: Pick<RpcRunner, 'read' | 'write'>;
}

/** Lets the hub open setup links. The token is no part of what is recorded of a call. */
export const setupLinksRpc = ({ rpcRunner, ...writing }: SetupLinksRpcOptions): RpcMount =>
  serveRpc(
    'platform.directory.v1.SetupLinks',
    {
      Open: ({ tenantId, token }, call) =>
        rpcRunner.write(
          call,
          tenantId,
          {
            operationId: 'setupLinkOpen',
            subject: (opened) => opened && { type: 'setup_link', id: opened.linkId ?? '' },
            request: {},
          },
          (tx) => openSetupLink(tx, token, writing.clock()),
        ),

      Get: ({ tenantId, linkId }, call) =>
        rpcRunner.read(call, tenantId, (tx) => setupLinkOfSession(tx, linkId)),

      Renew: ({ tenantId, token }, call) =>
        rpcRunner.write(
          call,
          tenantId,
          { operationId: 'setupLinkRenew', subject: () => undefined, request: {} },
          (tx) => renewByToken(tx, token, writing),
        ),
    },
    { Open: ['hub'], Get: ['hub'], Renew: ['hub'] },
  );
