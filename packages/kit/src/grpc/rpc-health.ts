import type { Server, ServerWritableStream, UntypedServiceImplementation } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { RpcServiceName } from '@platform/protos';
import type { OpenService } from './grpc-server.ts';

/** The `grpc.health.v1.Health` service of one process. */
export interface RpcHealth extends OpenService {
  /**
   * Sets the status of the process (the empty name) and all of its services: they become ready
   * together.
   */
  set(isReady: boolean): void;
  /**
   * Reports NOT_SERVING from here on. Ends all watches: a watcher would delay the end of the
   * server.
   */
  close(): void;
}

type Watch = ServerWritableStream<unknown, unknown>;

/** Creates the handlers of `Check`, `List` and `Watch`; NOT_SERVING until `set` is called. */
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

  /** Wraps the library's handlers to track watchers. */
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
