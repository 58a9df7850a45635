import type { Server } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { RpcServiceName } from '@platform/protos';
import type { OpenService } from './grpc-server.ts';

/** `grpc.health.v1.Health` of one process. */
export interface RpcHealth extends OpenService {
  /** The same for the process (the empty name) and for each of its services: they are ready together. */
  set(isReady: boolean): void;
}

/** Answers `Check`, `List` and `Watch`; NOT_SERVING until it is told otherwise. */
export function rpcHealth(services: readonly RpcServiceName[]): RpcHealth {
  const names = ['', ...services];
  const health = new HealthImplementation(
    Object.fromEntries(names.map((name) => [name, 'NOT_SERVING'])),
  );
  let current = false;
  return {
    set(isReady) {
      if (isReady === current) return;
      current = isReady;
      for (const name of names) health.setStatus(name, isReady ? 'SERVING' : 'NOT_SERVING');
    },
    addToServer: (server: Server) => health.addToServer(server),
  };
}
