import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';

/** A connection between two batches, with the last content written to it. */
export interface IdleSocket {
  socket: Socket;
  last: Buffer;
}

/** Connections between two batches. A taken connection is used exclusively until it is put back. */
export interface IdleSockets {
  /** Takes the last connection put back under this key, which may have broken since. */
  take(key: string): IdleSocket | undefined;
  put(key: string, idle: IdleSocket): void;
  close(): void;
}

const idleMs = 60_000;
const max = 200;
const maxBytes = 64 * 1024 * 1024;

/** Keeps one idle connection per key, for a minute. */
export function idleSockets(): IdleSockets {
  const idle = new LRUCache<string, IdleSocket>({
    max,
    maxSize: maxBytes,
    sizeCalculation: ({ last }) => last.length + 1,
    ttl: idleMs,
    ttlAutopurge: true,
    // The reason `delete` means that the connection was taken.
    dispose({ socket }, _key, reason) {
      if (reason !== 'delete') socket.destroySoon();
    },
  });
  return {
    take(key) {
      const found = idle.get(key);
      idle.delete(key);
      return found;
    },
    put: (key, socket) => void idle.set(key, socket),
    close() {
      for (const { socket } of idle.values()) socket.destroySoon();
      idle.clear();
    },
  };
}
