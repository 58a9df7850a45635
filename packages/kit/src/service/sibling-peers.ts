import { rpcSiblings } from '@platform/contracts';
import type { ContextName, ServiceName } from '@platform/contracts';
import { projectedTokenFile } from '../auth/auth.ts';
import { fromSibling, rpcPeer } from '../grpc/grpc.ts';
import type { RpcPeer } from '../grpc/grpc.ts';

/** The gRPC clients of a process. */
export interface SiblingPeers {
  /** @throws if `rpcSiblings` does not list the context for this process, or it has no address. */
  peer(context: ContextName): RpcPeer;
  close(): void;
}

/** Creates the gRPC clients of the other services, each when it is first requested. */
export function siblingPeers({
  name,
  addresses,
  tokenDirectory,
  deadlineFactor,
}: {
  /** Name of the calling process. */
  name: ServiceName;
  /** Addresses (`host:port`) by context. */
  addresses: Readonly<Partial<Record<ContextName, string>>>;
  /** Folder of this process's projected tokens, one file per audience. */
  tokenDirectory: string;
  /** Multiplies the deadlines of calls; default 1. */
  deadlineFactor?: number;
}): SiblingPeers {
  const peers = new Map<string, RpcPeer>();
  return {
    peer(context) {
      const known = peers.get(context);
      if (known) return known;
      const address = addresses[context];
      // Includes itself: a part of the hub that runs alone calls the whole one.
      const callable: readonly ServiceName[] = [name, ...rpcSiblings[name]];
      if (!address || !callable.includes(context))
        throw new Error(
          `${name} does not call ${context}: add it to rpcSiblings in packages/contracts, and to the tokens and NetworkPolicies of deploy/k8s`,
        );
      const made = rpcPeer({
        address,
        token: projectedTokenFile(`${tokenDirectory}/${context}`),
        problemOf: fromSibling,
        deadlineFactor,
      });
      peers.set(context, made);
      return made;
    },
    close() {
      for (const peer of peers.values()) peer.close();
    },
  };
}
