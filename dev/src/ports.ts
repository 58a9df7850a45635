import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';

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

/** Different loopback ports nothing listens on. Another process may take one before it is used: try again then. */
export const freePorts = async (count: number): Promise<number[]> => {
  const servers = await Promise.all(Array.from({ length: count }, () => bind(0)));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(close));
  return ports;
};

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
