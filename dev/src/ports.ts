import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';

export const LOOPBACK = '127.0.0.1';

export type PortInUse = Error & { code: 'port_in_use'; port: number };

export const portInUse = (port: number, wanted: string): PortInUse =>
  Object.assign(
    new Error(
      `Port ${port}, which ${wanted} needs, is in use by another process. ` +
        'Stop that process, or move every port: npm start -- --port-offset 200',
    ),
    { code: 'port_in_use' as const, port },
  );

export const isPortInUse = (error: unknown): error is PortInUse =>
  error instanceof Error && 'code' in error && error.code === 'port_in_use';

const bind = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => resolve(server));
  });

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()));

// Below the ports that systems give to outgoing connections (from 32768 on Linux, 49152 elsewhere), so that
// no connection takes one between its choice and its use; above those that portsAt() gives.
const FIRST_PORT = 10_240;
const BLOCK_SIZE = 64;
const BLOCKS = 340;

/** A range of ports that belongs to this process while it lives: nobody else can listen on its first one. */
interface Block {
  readonly next: () => number | undefined;
}

const reserveBlock = async (): Promise<Block> => {
  const start = randomInt(BLOCKS);
  for (let tried = 0; tried < BLOCKS; tried += 1) {
    const first = FIRST_PORT + ((start + tried) % BLOCKS) * BLOCK_SIZE;
    const guard = await bind(first).catch(() => undefined);
    if (!guard) continue;
    guard.unref();
    const ports = Array.from({ length: BLOCK_SIZE - 1 }, (_, index) => first + 1 + index);
    return { next: () => ports.shift() };
  }
  throw new Error(`Every range of ports from ${FIRST_PORT} on is in use.`);
};

let block: Promise<Block> | undefined;

const nextPort = async (): Promise<number> => {
  for (;;) {
    const current = (block ??= reserveBlock());
    const port = (await current).next();
    if (port === undefined) {
      if (block === current) block = undefined;
      continue;
    }
    const server = await bind(port).catch(() => undefined);
    if (!server) continue;
    await close(server);
    return port;
  }
};

/** Different loopback ports nothing listens on, of a range that no other process takes ports from. */
export const freePorts = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, nextPort));

export const accepts = (port: number, host: string = LOOPBACK): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host });
    const answer = (value: boolean) => () => {
      socket.destroy();
      resolve(value);
    };
    socket.setTimeout(1000, answer(false));
    socket.once('connect', answer(true)).once('error', answer(false));
  });

/** Throws `port_in_use` when something listens on the port. */
export const assertPortFree = async (port: number, wanted: string): Promise<void> => {
  // Some systems let a loopback port be bound beside a listener on every address.
  if (await accepts(port)) throw portInUse(port, wanted);
  try {
    await close(await bind(port));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw portInUse(port, wanted);
    throw error;
  }
};
