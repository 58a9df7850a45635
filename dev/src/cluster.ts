import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openKeys } from './cluster-keys.ts';
import type { ClusterKeys } from './cluster-keys.ts';
import { CLUSTER_ISSUER, CLUSTER_NAMESPACE, clusterTokens } from './cluster-tokens.ts';
import { writeAtomically } from '@platform/command-line/file-write';
import { LOOPBACK, portInUse } from './ports.ts';

export interface ClusterOptions {
  dataDir: string;
  namespace?: string;
  /** Port of the key set. Default: any free port. */
  port?: number;
  /** Lifetime of a projected token. Default: an hour. */
  ttlSeconds?: number;
  /** Fraction of the lifetime after which a token is replaced. Default: 0.8, like the kubelet. */
  rotateAt?: number;
  issuer?: string;
  now?: () => Date;
  log?: (line: string) => void;
}

export interface Cluster {
  issuer: string;
  namespace: string;
  /** The key set over loopback HTTP. */
  jwksUri: string;
  /** The same key set as a file. */
  jwksFile: string;
  /** `sub` of a service account's tokens. */
  subject(serviceAccount: string): string;
  /** Returns a file with a projected token, written immediately and replaced before it expires. */
  tokenFile(serviceAccount: string, audience: string): Promise<string>;
  /** Returns a separate token, without a file. */
  mint(serviceAccount: string, audience: string, ttlSeconds?: number): Promise<string>;
  /** Replaces every projected token immediately. */
  rotate(): Promise<void>;
  /** Switches to a new signing key and replaces every projected token. */
  rotateKey(): Promise<void>;
  stop(): Promise<void>;
}

const JWKS_PATH = '/openid/v1/jwks';
const CONFIGURATION_PATH = '/.well-known/openid-configuration';

/** Media types of the API server's responses here: it answers 406 to a caller that accepts none of them. */
const mediaTypes: Record<string, string> = {
  [JWKS_PATH]: 'application/jwk-set+json',
  [CONFIGURATION_PATH]: 'application/json',
};

const isAccepted = (accept: string | undefined, type: string): boolean =>
  (accept ?? '*/*')
    .split(',')
    .map((range) => range.split(';', 1)[0]?.trim())
    .some((range) => range === '*/*' || range === 'application/*' || range === type);

const serveKeys = (keys: ClusterKeys, issuer: string, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      const answers: Record<string, () => object> = {
        [JWKS_PATH]: () => ({ keys: keys.publicKeys() }),
        [CONFIGURATION_PATH]: () => ({
          issuer,
          jwks_uri: `http://${request.headers.host}${JWKS_PATH}`,
          response_types_supported: ['id_token'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        }),
      };
      const answer = answers[request.url ?? ''];
      const type = mediaTypes[request.url ?? ''] ?? 'text/plain';
      if (!answer) response.writeHead(404, { 'content-type': type }).end('not found');
      else if (!isAccepted(request.headers.accept, type)) response.writeHead(406).end();
      else response.writeHead(200, { 'content-type': type }).end(JSON.stringify(answer()));
    });
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? portInUse(port, 'the cluster key set') : error),
    );
    server.listen(port, LOOPBACK, () => resolve(server));
  });

/** Simulates the parts of Kubernetes that the platform trusts: projected service-account tokens in files, and their key set. */
export const startCluster = async (options: ClusterOptions): Promise<Cluster> => {
  const {
    dataDir,
    namespace = CLUSTER_NAMESPACE,
    port = 0,
    ttlSeconds = 3600,
    rotateAt = 0.8,
    issuer = CLUSTER_ISSUER,
    now = () => new Date(),
    log = () => {},
  } = options;
  const keys = await openKeys(join(dataDir, 'keys.json'));
  const jwksFile = join(dataDir, 'jwks.json');
  const publish = (): void =>
    writeAtomically(jwksFile, JSON.stringify({ keys: keys.publicKeys() }), 0o644);
  publish();
  const server = await serveKeys(keys, issuer, port);
  const { mint, subject } = clusterTokens({ keys, namespace, issuer, ttlSeconds, now });

  const projected = new Map<string, () => Promise<void>>();
  const tokenFile = async (account: string, audience: string): Promise<string> => {
    const file = join(dataDir, 'tokens', account, audience);
    const project = async (): Promise<void> => writeAtomically(file, await mint(account, audience));
    if (!projected.has(file)) await project();
    projected.set(file, project);
    return file;
  };
  const rotate = async (): Promise<void> =>
    void (await Promise.all([...projected.values()].map((project) => project())));
  const rotateKey = async (): Promise<void> => {
    await keys.rotate();
    publish();
    await rotate();
  };
  const timer = setInterval(
    () =>
      void rotate().catch((error) => log(`Service-account tokens could not be replaced: ${error}`)),
    ttlSeconds * rotateAt * 1000,
  );
  timer.unref();

  const stop = async (): Promise<void> => {
    clearInterval(timer);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const jwksUri = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}${JWKS_PATH}`;
  return {
    issuer,
    namespace,
    jwksUri,
    jwksFile,
    subject,
    tokenFile,
    mint,
    rotate,
    rotateKey,
    stop,
  };
};
