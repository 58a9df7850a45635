import { rpcSiblings } from '@platform/contracts';
import type { ContextName, ServiceName } from '@platform/contracts';
import { projectedTokenFile } from '../auth/auth.ts';
import { fromSibling, rpcPeer } from '../grpc/grpc.ts';
import type { RpcPeer } from '../grpc/grpc.ts';

/** Options of {@link siblingPeers}. */
export interface SiblingPeersOptions {
  /** The process that calls. */
  name: ServiceName;
  /** `host:port` by context. */
  addresses: Readonly<Partial<Record<ContextName, string>>>;
  /** Folder of this process's projected tokens, one file per audience. */
  tokenDirectory: string;
  /** Multiplies the deadlines of calls; default 1. */
  deadlineFactor?: number;
}

/** The gRPC clients of a process. */
export interface SiblingPeers {
  /** @throws for a context that `rpcSiblings` does not list for this process, or that has no address. */
  peer(context: ContextName): RpcPeer;
  close(): void;
}

/** The gRPC clients of the other services, each made when it is first asked for. */
export function siblingPeers({
  name,
  addresses,
  tokenDirectory,
  deadlineFactor,
}: SiblingPeersOptions): SiblingPeers {
  const peers = new Map<string, RpcPeer>();
  return {
    peer(context) {
      const known = peers.get(context);
      if (known) return known;
      const address = addresses[context];
      // Itself: a part of the hub that runs alone asks the whole one.
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
