import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import { testCertificate } from '../../../packages/kit/src/auth/test-certificate.ts';
import { startSyslog } from './siem-fixtures.ts';

/** A destination of sinks that fails in various ways. */
export interface Peer {
  port: number;
  /** The current certificate. */
  readonly cert: string;
  /** Ids of the confirmed events. */
  taken: Set<string>;
  /** Returns the number of requests or connections so far. */
  calls(): number;
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Changes the certificate and breaks all connections. */
  changeCertificate(): Promise<void>;
  stop(): Promise<void>;
}

/** Confirms a batch; undefined if it is not a batch. */
export type Confirm = (
  path: string,
  ids: readonly string[],
) => { status: number; body?: unknown } | undefined;

const idsIn = (text: string): string[] => [...new Set(text.match(/evt_\w+/g) ?? [])];

async function contentOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
}

/** The failures of consecutive batches; later batches are accepted. */
const troubles = ['reset', 'throttled', 'away', 'full', 'too large', 'slow'] as const;

const refusals = {
  throttled: [429, { 'retry-after': '2' }],
  away: [503, { 'retry-after': '1' }],
  full: [507, {}],
  'too large': [413, {}],
} as const;

/** A peer that speaks HTTP over TLS. */
export async function startHttpPeer(confirm: Confirm): Promise<Peer> {
  let certificate = testCertificate();
  let calls = 0;
  const left: (typeof troubles)[number][] = [...troubles];
  const taken = new Set<string>();

  function answer(response: ServerResponse, path: string, ids: string[]): void {
    const confirmed = confirm(path, ids);
    if (!confirmed) return void response.writeHead(404).end();
    const isBatch = ids.length > 0;
    // A single event that is too large would be skipped in the end.
    const at = left[0] === 'too large' && ids.length < 2 ? 1 : 0;
    const trouble = isBatch ? left.splice(at, 1)[0] : undefined;
    if (trouble === 'reset') return void response.socket?.destroy();
    if (trouble !== undefined && trouble !== 'slow') {
      const [status, headers] = refusals[trouble];
      return void response.writeHead(status, headers).end();
    }
    const send = (): void => {
      for (const id of ids) taken.add(id);
      const { status, body } = confirmed;
      response
        .writeHead(status, { etag: '"x"' })
        .end(body === undefined ? '' : JSON.stringify(body));
    };
    setTimeout(send, trouble === 'slow' ? 500 : 0);
  }

  const server = createServer(certificate, (request, response) => {
    calls += 1;
    contentOf(request).then(
      (content) => answer(response, request.url ?? '', idsIn(content)),
      () => response.destroy(),
    );
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const kill = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    port,
    get cert() {
      return certificate.cert;
    },
    taken,
    calls: () => calls,
    kill,
    restart: () => listen(port),
    async changeCertificate() {
      certificate = testCertificate();
      server.setSecureContext(certificate);
      server.closeAllConnections();
    },
    stop: kill,
  };
}

/** A syslog peer that breaks the first connection and reads the second late. */
export async function startSyslogPeer(): Promise<Peer> {
  let certificate = testCertificate();
  let calls = 0;
  const taken = new Set<string>();
  const onConnection = (socket: TLSSocket): void => {
    calls += 1;
    if (calls === 1) socket.once('data', () => socket.destroy());
    if (calls === 2) {
      socket.pause();
      setTimeout(() => socket.resume(), 500);
    }
  };
  let server = await startSyslog(certificate, onConnection);
  const { port } = server;
  const keep = (): void => {
    for (const message of server.messages()) for (const id of idsIn(message)) taken.add(id);
  };
  const kill = async (): Promise<void> => {
    await server.stop();
    keep();
  };
  const restart = async (): Promise<void> => {
    server = await startSyslog(certificate, onConnection, port);
  };
  return {
    port,
    get cert() {
      return certificate.cert;
    },
    get taken() {
      keep();
      return taken;
    },
    calls: () => calls,
    kill,
    restart,
    async changeCertificate() {
      certificate = testCertificate();
      await kill();
      await restart();
    },
    stop: kill,
  };
}
