import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { createServer } from 'node:tls';
import { LOOPBACK } from './ports.ts';

export interface TlsFrontOptions {
  port: number;
  /** Port of the server behind it, which speaks plain HTTP. */
  target: number;
  /** PEM. */
  key: string;
  cert: string;
}

/** Terminates TLS before a server on this machine, like an ingress in a cluster. */
export async function startTlsFront({
  port,
  target,
  key,
  cert,
}: TlsFrontOptions): Promise<{ stop(): Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer({ key, cert, ALPNProtocols: ['http/1.1'] }, (client) => {
    const upstream = connect(target, LOOPBACK);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.pipe(other);
      // A connection that breaks on one side ends on the other; there is no one to report it to.
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, resolve);
  });
  return {
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
