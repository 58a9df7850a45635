import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

export const LOOPBACK = '127.0.0.1';

export type PortInUse = Error & { code: 'port_in_use'; port: number };

export const portInUse = (port: number, wanted: string): PortInUse => Object.assign(
  new Error(`Port ${port}, which ${wanted} needs, is in use by another process. `
    + 'Stop that process, or move every port: npm start -- --port-offset 100'),
  { code: 'port_in_use' as const, port },
);

export const isPortInUse = (error: unknown): error is PortInUse =>
  error instanceof Error && 'code' in error && error.code === 'port_in_use';

const bind = (port: number): Promise<number> => new Promise((resolve, reject) => {
  const server = createServer();
  server.once('error', reject);
  server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
    const bound = (server.address() as AddressInfo).port;
    server.close(() => resolve(bound));
  });
});

/** A loopback port nothing listens on. Another process may take it before it is used: try again then. */
export const freePort = (): Promise<number> => bind(0);

/** Throws `port_in_use` when something listens on the port. */
export const assertPortFree = async (port: number, wanted: string): Promise<void> => {
  try {
    await bind(port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw portInUse(port, wanted);
    throw error;
  }
};

export const accepts = (port: number, host: string = LOOPBACK): Promise<boolean> => new Promise((resolve) => {
  const socket = connect({ port, host });
  const answer = (value: boolean) => () => {
    socket.destroy();
    resolve(value);
  };
  socket.setTimeout(1000, answer(false));
  socket.once('connect', answer(true)).once('error', answer(false));
});
