import { rpcPeer } from '@platform/kit/grpc';
import type { RpcPeer } from '@platform/kit/grpc';

/**
 * Creates a gRPC client with generous deadlines: tests of what a call does are not tests of its
 * speed.
 */
export const patientPeer = (options: Parameters<typeof rpcPeer>[0]): RpcPeer =>
  rpcPeer({ deadlineMs: 60_000, ...options });
