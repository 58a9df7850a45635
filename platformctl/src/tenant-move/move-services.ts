import { contextNames } from '@platform/contracts';
import type { ContextName } from '@platform/contracts';
import type { RpcClient } from '@platform/kit/grpc';
import { withService } from '../connection.ts';
import type { ServerConnectionOptions } from '../connection.ts';

/** The part of a service in moves. */
export type MoveClient = RpcClient<'platform.tenantmove.v1.TenantMove'>;

/** The part of the hub that knows which tenants move. */
export type HubMoves = RpcClient<'platform.hub.v1.TenantMoves'>;

/** Calls the part of one service. */
export const withMove = <T>(
  service: ContextName,
  options: ServerConnectionOptions,
  work: (client: MoveClient) => Promise<T>,
): Promise<T> =>
  withService({ service }, options, (peer) =>
    work(peer.service('platform.tenantmove.v1.TenantMove')),
  );

/** Calls the part of every service at the same time. */
export const withEachMove = <T>(
  options: ServerConnectionOptions,
  work: (client: MoveClient, service: ContextName) => Promise<T>,
): Promise<T[]> =>
  Promise.all(
    contextNames.map((service) => withMove(service, options, (client) => work(client, service))),
  );

/** Calls the hub, which has to be reached with a projected token like every other service. */
export const withHubMoves = <T>(
  { hub: address, ...options }: ServerConnectionOptions,
  work: (moves: HubMoves) => Promise<T>,
): Promise<T> =>
  withService({ service: 'hub', address }, { ...options, hub: address }, (peer) =>
    work(peer.service('platform.hub.v1.TenantMoves')),
  );
