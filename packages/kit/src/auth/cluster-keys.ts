import { parseUrl } from '@platform/contracts';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { JSONWebKeySet } from 'jose';
import { fetchKeySet } from './key-fetch.ts';
import { keySet } from './key-set.ts';
import type { KeySet, KeySetOptions } from './key-set.ts';

/** The key set of a cluster, as the properties of a service-identity channel name it. Times in milliseconds. */
export interface ClusterKeySetOptions extends Omit<KeySetOptions, 'fetchKeys'> {
  jwksUri: string;
  /** PEM of the only authorities trusted. */
  caPath: string;
  /** Token presented on the fetch; a missing file is told to `onFailure` and the fetch goes without. */
  tokenPath: string;
  connectTimeoutMs: number;
  readTimeoutMs: number;
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

function checkUri(uri: string): URL {
  const url = parseUrl(uri);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname)))
    return url;
  if (url?.protocol === 'file:' && url.hostname === '') return url;
  throw new Error(`${uri}: a key set must be fetched over https or from this machine`);
}

/**
 * Keys of the cluster's service accounts. Authority and token are read at each fetch, since the kubelet rotates both.
 * @throws at construction: `http:` or `file:` for anything but a loopback host or a local path.
 */
export function clusterKeySet(options: ClusterKeySetOptions): KeySet {
  const {
    jwksUri,
    caPath,
    tokenPath,
    connectTimeoutMs,
    readTimeoutMs,
    onFailure = () => {},
    ...rest
  } = options;
  const url = checkUri(jwksUri);

  async function fetchKeys(): Promise<JSONWebKeySet> {
    if (url.protocol === 'file:')
      return JSON.parse(await readFile(fileURLToPath(url), 'utf8')) as JSONWebKeySet;
    const timeouts = { connectTimeoutMs, readTimeoutMs };
    // The token is a credential: it leaves this process through TLS alone.
    if (url.protocol === 'http:') return fetchKeySet(jwksUri, timeouts);
    const ca = await readFile(caPath, 'utf8');
    const bearer = await readFile(tokenPath, 'utf8').catch(
      (error: unknown) => void onFailure(error),
    );
    return fetchKeySet(jwksUri, { ...timeouts, ca, bearer: bearer?.trim() || undefined });
  }

  return keySet({ ...rest, fetchKeys, onFailure });
}
