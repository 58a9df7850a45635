import { parseUrl } from '@platform/contracts';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { JSONWebKeySet } from 'jose';
import { fetchKeySet } from './key-fetch.ts';
import { keySet } from './key-set.ts';
import type { KeySet, KeySetOptions } from './key-set.ts';

/**
 * Options of {@link clusterKeySet}, from the properties of a service-identity channel. Times in
 * milliseconds.
 */
export interface ClusterKeySetOptions extends Omit<KeySetOptions, 'fetchKeys'> {
  jwksUri: string;
  /** PEM file of the only trusted authorities. */
  caPath: string;
  /**
   * File of the token that the fetch presents. If it is missing, `onFailure` is called and the
   * fetch presents none.
   */
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
 * Creates the key set of the cluster's service accounts. Authority and token are read for each
 * fetch, since the kubelet rotates both.
 * @throws at construction: `http:` to a host that is not loopback, or `file:` to a path that is not
 * local.
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
    // The token is a credential: it is sent over TLS only.
    if (url.protocol === 'http:') return fetchKeySet(jwksUri, timeouts);
    const ca = await readFile(caPath, 'utf8');
    const bearer = await readFile(tokenPath, 'utf8').catch(
      (error: unknown) => void onFailure(error),
    );
    return fetchKeySet(jwksUri, { ...timeouts, ca, bearer: bearer?.trim() || undefined });
  }

  return keySet({ ...rest, fetchKeys, onFailure });
}
