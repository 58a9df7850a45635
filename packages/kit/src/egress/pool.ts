import type { Socket } from 'node:net';
import { Pool } from 'undici';

/** Connections of one tenant to one origin and address. */
interface Entry {
  pool: Pool;
  active: number;
  timer: NodeJS.Timeout | undefined;
}

const idleMs = 10_000;
const maxHeaderBytes = 16_384;
const maxConnections = 32;

/** Pools by key, closed 10 s after their last call. */
export interface Pools {
  /**
   * Runs a call on the pool of this key. If it fails or leaves its response half-read while no
   * other call runs, its socket is closed.
   */
  use<T extends { truncated: boolean }>(
    key: string,
    origin: string,
    open: () => Promise<Socket>,
    call: (pool: Pool) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
}

/** Uses HTTP/1.1 without pipelining; tenants never share a connection. */
export const pools = (): Pools => {
  const entries = new Map<string, Entry>();

  const newEntry = (origin: string, open: () => Promise<Socket>): Entry => ({
    active: 0,
    timer: undefined,
    pool: new Pool(origin, {
      connections: maxConnections,
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      connect: (_, callback) =>
        void open().then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        ),
    }),
  });

  return {
    async use(key, origin, open, call) {
      const entry = entries.get(key) ?? newEntry(origin, open);
      entries.set(key, entry);
      clearTimeout(entry.timer);
      entry.active += 1;
      let isReusable = false;
      try {
        const result = await call(entry.pool);
        // After a half-read response, undici would open a connection that nothing uses.
        isReusable = !result.truncated;
        return result;
      } finally {
        entry.active -= 1;
        const drop = (close: () => Promise<void>): void => {
          if (entries.get(key) === entry) entries.delete(key);
          void close();
        };
        if (entry.active === 0 && !isReusable) drop(async () => entry.pool.destroy());
        else if (entry.active === 0)
          entry.timer = setTimeout(() => drop(async () => entry.pool.close()), idleMs).unref();
      }
    },
    async close() {
      const open = [...entries.values()];
      entries.clear();
      for (const { timer } of open) clearTimeout(timer);
      await Promise.all(open.map(async ({ pool }) => pool.destroy()));
    },
  };
};
