import { request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** A complete response. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Parsed if it is JSON, otherwise text. `any`, because tests inspect bodies of every shape. */
  body: any;
}

/** Options of a request in addition to its path. */
export interface HttpCall {
  /** Default: GET, or POST with a form. */
  method?: string;
  /** The `Host` header, if it differs from the address. */
  host?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  /** Fields of a form, sent as `application/x-www-form-urlencoded`. */
  form?: Record<string, string | readonly string[]>;
  /** Client id and secret (RFC 6749 §2.3.1). */
  basic?: readonly [string, string];
}

/**
 * Whether an outage lacks `Retry-After`. Every sender throws for such a response, so that every
 * test checks it.
 */
const isMissingRetryAfter = (status: number, retryAfter: unknown): boolean =>
  (status === 503 || status === 504) && !/^[0-9]+$/.test(String(retryAfter));

/** Throws if an outage lacks `Retry-After`. */
export const expectRetryAfter = (status: number, retryAfter: unknown, path: string): void => {
  if (isMissingRetryAfter(status, retryAfter))
    throw new Error(`${status} without Retry-After: ${path}`);
};

const encodeForm = (form: NonNullable<HttpCall['form']>): string =>
  new URLSearchParams(
    Object.entries(form).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  ).toString();

const headersOf = (
  { host, headers = {}, form, basic }: HttpCall,
  body: string | Buffer | undefined,
): Record<string, string | string[]> => ({
  ...(host && { host }),
  ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
  ...(body !== undefined &&
    !headers['transfer-encoding'] && { 'content-length': String(Buffer.byteLength(body)) }),
  ...(basic && {
    authorization: `Basic ${Buffer.from(basic.map(encodeURIComponent).join(':')).toString('base64')}`,
  }),
  ...headers,
});

const read = async (incoming: IncomingMessage, path: string): Promise<HttpAnswer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { statusCode: status = 0, headers } = incoming;
  expectRetryAfter(status, headers['retry-after'], path);
  const isJson = (headers['content-type'] ?? '').includes('json') && text !== '';
  return { status, headers, text, body: isJson ? JSON.parse(text) : text };
};

/**
 * Sends one request on a connection of its own. Normalizes nothing, unlike `fetch`: `Host`, path
 * and headers are sent unchanged.
 */
export const sendRaw = (port: number, path: string, call: HttpCall = {}): Promise<HttpAnswer> => {
  const body = call.form ? encodeForm(call.form) : call.body;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: call.method ?? (call.form ? 'POST' : 'GET'),
        agent: false,
        headers: headersOf(call, body),
      },
      (incoming) => void read(incoming, path).then(resolve, reject),
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
};

/** The response to {@link send}. */
export interface TestAnswer {
  status: number;
  headers: Headers;
  /** The raw body. */
  text: string;
  // `any`, because tests inspect bodies of every shape.
  body: any;
}

/** Options of {@link send} in addition to the path. */
export interface TestCall {
  /** Sent as JSON. */
  body?: unknown;
  rawBody?: string | Buffer;
  headers?: Record<string, string>;
}

/** Calls an API as its clients do. */
export async function send(
  baseUrl: string,
  method: string,
  path: string,
  { body, rawBody, headers = {} }: TestCall = {},
): Promise<TestAnswer> {
  const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const answer = await fetch(baseUrl + path, {
    method: method.toUpperCase(),
    redirect: 'manual',
    headers: { ...(sent !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: sent as string | undefined,
  });
  const text = await answer.text();
  expectRetryAfter(answer.status, answer.headers.get('retry-after'), `${method} ${path}`);
  const isJson = (answer.headers.get('content-type') ?? '').includes('json') && text !== '';
  const { status, headers: received } = answer;
  return { status, headers: received, text, body: isJson ? JSON.parse(text) : text };
}
