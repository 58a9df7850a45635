import { join } from 'node:path';
import { PLATFORM_DOMAIN } from './environment.ts';
import type { PlatformPorts } from './platform-ports.ts';
import { localCertificates } from './tls-certificates.ts';
import { startTlsFront } from './tls-front.ts';

/** The hub over TLS. */
export interface TlsGround {
  caFile: string;
  stop(): Promise<void>;
}

const names = ['localhost', `*${PLATFORM_DOMAIN}`, '127.0.0.1'];

/** Serves the hosts of tenants over TLS. The authority is kept in the data folder. */
export async function startTls(
  dataDir: string,
  ports: Pick<PlatformPorts, 'edge' | 'tls'>,
): Promise<TlsGround> {
  const { caFile, ...certificate } = await localCertificates(join(dataDir, 'tls'), names);
  const front = await startTlsFront({ ...certificate, port: ports.tls, target: ports.edge });
  return { caFile, stop: front.stop };
}
