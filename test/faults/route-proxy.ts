import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { LOOPBACK } from '@platform/dev/ports';

/** Forwards connections to a port of this machine, until they are cut. */
export async function routeProxy(target: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = createServer((incoming) => {
    track(incoming);
    if (isCut) return void incoming.destroy();
    const outgoing = connect({ port: target, host: LOOPBACK });
    track(outgoing);
    incoming.on('close', () => outgoing.destroy());
    outgoing.on('close', () => incoming.destroy());
    incoming.pipe(outgoing).pipe(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut(): void {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend(): void {
      isCut = false;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
