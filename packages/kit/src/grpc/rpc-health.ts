import type { Server, ServerWritableStream, UntypedServiceImplementation } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { RpcServiceName } from '@platform/protos';
import type { OpenService } from './grpc-server.ts';

/** `grpc.health.v1.Health` of one process. */
export interface RpcHealth extends OpenService {
  /** The same for the process (the empty name) and for each of its services: they are ready together. */
  set(isReady: boolean): void;
  /** Not serving from here on. Ends what is being watched: a watcher would hold up the end of the server. */
  close(): void;
}

type Watch = ServerWritableStream<unknown, unknown>;

/** Answers `Check`, `List` and `Watch`; NOT_SERVING until it is told otherwise. */
export function rpcHealth(services: readonly RpcServiceName[]): RpcHealth {
  const names = ['', ...services];
  const health = new HealthImplementation(
    Object.fromEntries(names.map((name) => [name, 'NOT_SERVING'])),
  );
  const watches = new Set<Watch>();
  let current = false;

  function set(isReady: boolean): void {
    if (isReady === current) return;
    current = isReady;
    for (const name of names) health.setStatus(name, isReady ? 'SERVING' : 'NOT_SERVING');
  }

  /** The library's handlers, knowing who watches. */
  const observed = (handlers: UntypedServiceImplementation): UntypedServiceImplementation => {
    const watch = handlers['watch'] as (call: Watch) => void;
    return {
      ...handlers,
      watch: (call: Watch) => {
        watches.add(call);
        call.on('cancelled', () => watches.delete(call));
        watch(call);
      },
    };
  };

  return {
    set,
    addToServer: (server: Server) =>
      health.addToServer({
        addService: (definition, handlers) =>
          server.addService(definition, observed(handlers as UntypedServiceImplementation)),
      }),
    close() {
      set(false);
      for (const call of watches) call.end();
      watches.clear();
    },
  };
}
