import type { Cluster } from '@platform/dev/cluster';
import { clusterKeySet, projectedTokens } from '@platform/kit/auth';
import { listenRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { silentLog } from '@platform/kit/telemetry';
import { problem } from '@platform/kit/problem';

import { testDataSubject } from './fake-data-subject.ts';
import type { TestDataSubject } from './fake-data-subject.ts';
import { testTenantMove } from './fake-tenant-move.ts';
import type { TestTenantMove } from './fake-tenant-move.ts';

/** The part of the cluster that a fake needs to check its callers' tokens. */
export type TestCluster = Pick<Cluster, 'issuer' | 'jwksUri'>;

/** A fake sibling's gRPC, at the network boundary of a service under test. */
export interface TestSibling {
  rpcPort: number;
  /** Its part of erasures and access requests. */
  subjects: TestDataSubject;
  /** Its part of tenants that move. */
  moves: TestTenantMove;
  /** While true, every call fails with 503. */
  setAway(away: boolean): void;
  stop(): Promise<void>;
}

/** Serves these methods under a sibling's audience. */
export async function startSibling(
  cluster: TestCluster,
  audience: string,
  mountsOf: (check: () => void) => RpcMount[],
): Promise<TestSibling> {
  let isAway = false;
  const check = (): void => {
    if (isAway) throw problem('upstream_unavailable');
  };
  const subjects = testDataSubject(audience, check);
  const moves = testTenantMove(check);
  const keys = clusterKeySet({
    jwksUri: cluster.jwksUri,
    caPath: '',
    tokenPath: '',
    connectTimeoutMs: 2_000,
    readTimeoutMs: 2_000,
  });
  const rpc = await listenRpc({
    port: 0,
    log: silentLog,
    verifyCaller: projectedTokens({
      issuer: cluster.issuer,
      audience,
      allowedSub: '^system:serviceaccount:platform:[a-z-]+$',
      keys,
    }),
    mounts: [...mountsOf(check), subjects.mount, moves.mount],
  });
  return {
    rpcPort: rpc.port,
    subjects,
    moves,
    setAway: (away) => void (isAway = away),
    async stop() {
      keys.stop();
      await rpc.close(0);
    },
  };
}
