import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';

/** Connections between two batches. Whoever takes one has it alone until they put it back. */
export interface IdleSockets {
  /** The connection that was put back last under this key, if it is still up. */
  take(key: string): Socket | undefined;
  put(key: string, socket: Socket): void;
  close(): void;
}

const idleMs = 60_000;
const max = 200;

/** Keeps one idle connection for each key, for a minute. */
export function idleSockets(): IdleSockets {
  const idle = new LRUCache<string, Socket>({
    max,
    ttl: idleMs,
    ttlAutopurge: true,
    // `delete` is a connection that was taken.
    dispose(socket, _key, reason) {
      if (reason !== 'delete') socket.destroy();
    },
  });
  return {
    take(key) {
      const socket = idle.get(key);
      idle.delete(key);
      return socket?.writable ? socket : undefined;
    },
    put: (key, socket) => void idle.set(key, socket),
    close() {
      for (const socket of idle.values()) socket.destroy();
      idle.clear();
    },
  };
}
