import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { JSONWebKeySet } from 'jose';

/** Credentials and limits of a fetch. Times in milliseconds. */
export interface KeyFetch {
  /** PEM of the only trusted authorities for `https:`; default: those of the system. */
  ca?: string;
  bearer?: string;
  connectTimeoutMs?: number;
  readTimeoutMs?: number;
}

const maxBytes = 1024 * 1024;

/**
 * Fetches a key set over HTTP, on a connection of its own. Follows no redirect, accepts only status
 * 200 and at most 1 MiB. For addresses within the cluster, which come from configuration. Rejects
 * with a plain error.
 */
export async function fetchKeySet(uri: string, fetch: KeyFetch = {}): Promise<JSONWebKeySet> {
  const { ca, bearer, connectTimeoutMs = 2_000, readTimeoutMs = 2_000 } = fetch;
  const url = new URL(uri);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Error(`${url.protocol} is not a valid scheme for a key set`);
  const isTls = url.protocol === 'https:';
  const headers = {
    // A Kubernetes API server offers only the first and answers 406 to the second; most issuers
    // offer the second (RFC 7517 §8.5).
    accept: 'application/jwk-set+json, application/json',
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
  };

  return new Promise((resolve, reject) => {
    const outgoing = isTls
      ? httpsRequest(url, { headers, agent: false, ca })
      : httpRequest(url, { headers, agent: false });
    let timer = setTimeout(
      () => outgoing.destroy(new Error('connecting took too long')),
      connectTimeoutMs,
    );
    const fail = (error: Error) => {
      clearTimeout(timer);
      outgoing.destroy();
      reject(error);
    };
    outgoing.once('socket', (socket) =>
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer);
        timer = setTimeout(
          () => outgoing.destroy(new Error('reading took too long')),
          readTimeoutMs,
        );
      }),
    );
    outgoing.once('error', fail);
    outgoing.once('response', (response) => {
      if (response.statusCode !== 200)
        return fail(new Error(`the key set responded with status ${response.statusCode}`));
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) fail(new Error('the key set is larger than 1 MiB'));
        else chunks.push(chunk);
      });
      response.once('error', fail);
      response.once('end', () => {
        clearTimeout(timer);
        try {
          resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')) as JSONWebKeySet);
        } catch (error) {
          reject(error as Error);
        }
      });
    });
    outgoing.end();
  });
}
