import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';

export const LOOPBACK = '127.0.0.1';

export type PortInUse = Error & { code: 'port_in_use'; port: number };

export const portInUse = (port: number, wanted: string): PortInUse =>
  Object.assign(
    new Error(
      `Port ${port}, which ${wanted} needs, is in use by another process. Stop that process, or shift all ports: npm start -- --port-offset 200`,
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

// Below the range of outgoing connections (from 32768 on Linux, 49152 elsewhere), so that no connection takes a port between its
// choice and its use; above the ports of portsAt().
const FIRST_PORT = 10_240;
const RANGE_SIZE = 64;
const RANGES = 340;

/** Reserves a range of ports for this process by listening on its first port. */
const reserveRange = async (start: number): Promise<number[]> => {
  for (let tried = 0; tried < RANGES; tried += 1) {
    const first = FIRST_PORT + ((start + tried) % RANGES) * RANGE_SIZE;
    const guard = await bind(first).catch(() => undefined);
    if (!guard) continue;
    guard.unref();
    return Array.from({ length: RANGE_SIZE - 1 }, (_, index) => first + 1 + index);
  }
  throw new Error(`All port ranges from ${FIRST_PORT} upwards are in use.`);
};

/** Returns ports from reserved ranges, trying ranges from `start` on. */
export const portSource = (start: number) => {
  let ports: Promise<number[]> | undefined;
  const next = async (): Promise<number> => {
    for (;;) {
      const range = (ports ??= reserveRange(start));
      const port = (await range).shift();
      if (port === undefined) {
        if (ports === range) ports = undefined;
        continue;
      }
      const server = await bind(port).catch(() => undefined);
      if (!server) continue;
      await close(server);
      return port;
    }
  };
  return (count: number): Promise<number[]> => Promise.all(Array.from({ length: count }, next));
};

/** Distinct free loopback ports, from a range that no other process uses. */
export const freePorts = portSource(randomInt(RANGES));

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

/** @throws `port_in_use` if something listens on the port */
export const assertPortFree = async (port: number, wanted: string): Promise<void> => {
  // Some systems allow binding a loopback port beside a listener on every address.
  if (await accepts(port)) throw portInUse(port, wanted);
  try {
    await close(await bind(port));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw portInUse(port, wanted);
    throw error;
  }
};
