import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import { localCertificates } from '@platform/dev/tls-certificates';

/** Destinations that accept everything immediately, and one that never responds. */
export interface SinkReceivers {
  url: string;
  hangingUrl: string;
  syslog: { port: number; caPem: string };
  /** Called with each chunk of content, decompressed. */
  onContent: (content: string) => void;
  stop(): void;
}

/** Datadog and Sentinel confirm with statuses of their own. */
function statusOf(path: string): number {
  if (path.startsWith('/api/v2/logs')) return 202;
  return path.includes('/dataCollectionRules/') ? 204 : 200;
}

/** Answers of the products that the kinds of sinks send to. */
function answerTo(path: string, content: string): unknown {
  if (path.startsWith('/entra')) return { access_token: 'a-token-of-entra', expires_in: 3600 };
  if (path.includes('/services/collector')) return { text: 'Success', code: 0 };
  if (!path.includes('/_bulk')) return {};
  const creates = content.split('\n').filter((line) => line.startsWith('{"create"'));
  return { errors: false, items: creates.map(() => ({ create: { status: 201 } })) };
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const listening = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, 'localhost', resolve));

/** Starts {@link SinkReceivers}; `folder` keeps the certificate of the one for syslog. */
export async function startSinkReceivers(folder: string): Promise<SinkReceivers> {
  const { key, cert, caFile } = await localCertificates(folder, ['localhost']);
  const receive = (req: IncomingMessage, res: ServerResponse): void => {
    const path = req.url ?? '';
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      if (path.startsWith('/hang')) return;
      const body = Buffer.concat(chunks);
      const isGzip = req.headers['content-encoding'] === 'gzip' || body.readUInt16BE(0) === 0x1f8b;
      const content = (isGzip ? gunzipSync(body) : body).toString();
      receivers.onContent(content);
      const status = statusOf(path);
      const answer = status === 204 ? '' : JSON.stringify(answerTo(path, content));
      res.writeHead(status, { 'content-type': 'application/json', etag: '"0"' }).end(answer);
    });
  };
  const http = createServer(receive);
  const syslog = createTlsServer({ key, cert }, (socket) => {
    // A message may be cut between chunks: what follows the last event's id is kept for the next.
    let rest = '';
    socket.on('error', () => undefined);
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      const content = rest + chunk;
      rest = content.slice(-64);
      receivers.onContent(content);
    });
  });
  await Promise.all([listening(http), listening(syslog)]);
  const url = `http://localhost:${portOf(http)}`;
  const receivers: SinkReceivers = {
    url,
    hangingUrl: `${url}/hang`,
    syslog: { port: portOf(syslog), caPem: readFileSync(caFile, 'utf8') },
    onContent: () => undefined,
    stop() {
      http.close();
      http.closeAllConnections();
      syslog.close();
    },
  };
  return receivers;
}
