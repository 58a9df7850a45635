import { rpcPeer } from '@platform/kit/grpc';
import type { RpcPeer } from '@platform/kit/grpc';

/** A gRPC client that waits as long as a busy machine takes: tests of what a call does are not tests of its pace. */
export const patientPeer = (options: Parameters<typeof rpcPeer>[0]): RpcPeer =>
  rpcPeer({ deadlineMs: 60_000, ...options });
