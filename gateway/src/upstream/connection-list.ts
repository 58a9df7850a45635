import { Client } from 'undici';
import { connector } from './connector.ts';

/** Connections to one service, each for one request at a time. */
export interface ConnectionList {
  /** The connection that became free last, or a new one. */
  take(): Client;
  /** Makes a connection available again, after its request has ended. */
  giveBack(connection: Client): void;
  close(): void;
}

/**
 * A stack instead of undici's `Pool`, which looks for a free connection among all of them and reads the clock for each. With
 * `maxAgeMs` 0, no connection is used twice. The caller bounds the number of connections.
 */
export function connectionList(
  origin: string,
  { maxAgeMs, connectMs }: { maxAgeMs: number; connectMs: number },
): ConnectionList {
  const free: Client[] = [];
  const connectedAt = new Map<Client, number>();

  function open(): Client {
    // The call enforces the timeouts of the exchange: the client's own are precise only to the second.
    const client = new Client(origin, {
      connect: connector(connectMs),
      pipelining: maxAgeMs > 0 ? 1 : 0,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    connectedAt.set(client, Infinity);
    client.on('connect', () => connectedAt.set(client, performance.now()));
    return client;
  }

  return {
    take() {
      const oldest = performance.now() - maxAgeMs;
      for (let client = free.pop(); client; client = free.pop()) {
        if (maxAgeMs === 0 || connectedAt.get(client)! >= oldest) return client;
        connectedAt.delete(client);
        void client.close();
      }
      return open();
    },
    giveBack: (client) => void free.push(client),
    close() {
      for (const client of connectedAt.keys()) void client.destroy();
    },
  };
}
