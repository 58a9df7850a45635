import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EgressOptions } from '@platform/kit/egress';

function certificate(hosts: readonly string[]): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'web-server-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = hosts.map((host) => `DNS:${host}`).join(',');
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
      .concat(['-keyout', key, '-out', cert, '-subj', `/CN=${hosts[0]}`])
      .concat(['-addext', `subjectAltName=${names}`]),
    { stdio: 'pipe' },
  );
  const pair = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return pair;
}

/** A fake Internet site, reached through the egress client of a service under test. */
export interface WebServer {
  /** Egress options with which the service under test reaches it. */
  egress: Partial<EgressOptions>;
  /** A certificate and its key, PEM. */
  pair: { key: string; cert: string };
  port: number;
  stop(): Promise<void>;
}

/** Serves these hosts over https on the loopback interface. */
export async function startWebServer(
  hosts: readonly string[],
  listener: RequestListener,
): Promise<WebServer> {
  const pair = certificate(hosts);
  const server = createServer(pair, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    pair,
    port,
    egress: {
      allowedHosts: hosts,
      resolver: async () => ['127.0.0.1'],
      connect: () => connect({ host: '127.0.0.1', port }),
      extraCa: pair.cert,
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
