import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { testCertificate } from '../../../packages/kit/src/auth/test-certificate.ts';

/** A client's back-channel logout endpoint, on this machine. */
export interface LogoutReceiver {
  url: string;
  ca: string;
  /** The received logout tokens, in order. */
  tokens: string[];
  /** The statuses of the next responses, then 200. */
  statuses: number[];
  stop(): Promise<void>;
}

export async function startLogoutReceiver(): Promise<LogoutReceiver> {
  const { cert, key } = testCertificate();
  const tokens: string[] = [];
  const statuses: number[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      tokens.push(form.get('logout_token') ?? '');
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/logout`,
    ca: cert,
    tokens,
    statuses,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
