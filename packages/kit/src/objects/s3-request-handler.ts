import { Readable } from 'node:stream';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { Egress, EgressTls } from '../egress/egress.ts';

/** A signed request of the SDK. */
interface SignedRequest {
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query?: Record<string, string | string[] | null>;
  method: string;
  headers: Record<string, string>;
  body?: unknown;
}

const idleTimeoutMs = 60_000;

/** RFC 3986, as signatures require: escapes more than `encodeURIComponent`. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const queryOf = (query: SignedRequest['query'] = {}): string =>
  Object.entries(query)
    .flatMap(([name, value]) =>
      [value ?? null].flat().map((one) => (one === null ? [name] : [name, one])),
    )
    .map((pair) => pair.map(escaped).join('='))
    .join('&');

function urlOf({ protocol, hostname, port, path, query }: SignedRequest): string {
  const search = queryOf(query);
  return `${protocol}//${hostname}${port ? `:${port}` : ''}${path}${search && `?${search}`}`;
}

const single = (value: string | string[]): string =>
  typeof value === 'string' ? value : value.join(', ');

/**
 * Sends the requests of the SDK through the egress client, so that its address checks, proxy and
 * certificates apply to S3 too.
 */
export const s3RequestHandler = (
  client: Egress,
  { tenantId = 'platform', tls }: { tenantId?: string; tls?: EgressTls | undefined } = {},
): NonNullable<S3ClientConfig['requestHandler']> =>
  ({
    async handle(request: SignedRequest, { abortSignal }: { abortSignal?: AbortSignal } = {}) {
      const answer = await client.stream({
        tenantId,
        tls,
        method: request.method,
        url: urlOf(request),
        headers: request.headers,
        body: request.body as Uint8Array | undefined,
        maxResponseBytes: Infinity,
        idleTimeoutMs,
        signal: abortSignal,
      });
      const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, single(value)] as const],
      );
      const body = Readable.from(answer.body, { objectMode: false });
      // A response that is abandoned unread would occupy its connection.
      body.once('close', () => answer.discard());
      return {
        response: { statusCode: answer.status, headers: Object.fromEntries(headers), body },
      };
    },
  }) as never;
