import type { BuiltContext } from '@platform/contracts';
import { projectedTokenFile } from '../auth/auth.ts';
import { rpcPeer } from '../grpc/grpc.ts';
import type { RpcPeer } from '../grpc/grpc.ts';

/** The gRPC clients of the other services, each made when it is first asked for. */
export function siblingPeers(
  addresses: Readonly<Record<BuiltContext, string>>,
  tokenDirectory: string,
): { peer(context: BuiltContext): RpcPeer; close(): void } {
  const peers = new Map<string, RpcPeer>();
  return {
    peer(context) {
      const known = peers.get(context);
      if (known) return known;
      const made = rpcPeer({
        address: addresses[context],
        token: projectedTokenFile(`${tokenDirectory}/${context}`),
      });
      peers.set(context, made);
      return made;
    },
    close() {
      for (const peer of peers.values()) peer.close();
    },
  };
}
