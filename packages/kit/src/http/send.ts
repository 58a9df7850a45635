import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Problem } from '../problem/problem.ts';
import { asProblem } from '../problem/problem.ts';
import { etagOf, matchesTag } from './answer.ts';
import type { FileAnswer, StreamAnswer } from './answer.ts';
import { jsonCodec } from './codec.ts';
import type { Codec, ProblemPlace } from './codec.ts';
import { byteRange } from './byte-range.ts';

const isHead = (res: ServerResponse): boolean =>
  (res.req as IncomingMessage | undefined)?.method === 'HEAD';

/** Sends text of a media type. HEAD receives only the head. */
export function sendText(
  res: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string | string[]>,
): void {
  const bytes = Buffer.from(text);
  res.writeHead(status, {
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  res.end(isHead(res) ? undefined : bytes);
}

/** Sends JSON. HEAD receives only the head. */
export const sendJson = (
  res: ServerResponse,
  status: number,
  json: string,
  headers: Record<string, string | string[]> = {},
  type = 'application/json; charset=utf-8',
): void => sendText(res, status, json, { 'content-type': type, ...headers });

/**
 * Sends a problem in the dialect of `codec`. If a response has already begun, closes the connection
 * instead.
 */
export function sendProblem(
  res: ServerResponse,
  error: unknown,
  where: ProblemPlace,
  codec: Pick<Codec, 'renderProblem'> = jsonCodec,
): Problem {
  const refusal = asProblem(error);
  if (res.headersSent) {
    res.destroy();
    return refusal;
  }
  const { status, contentType, text } = codec.renderProblem(refusal, where);
  const headers: Record<string, string> = { ...refusal.details.headers };
  if (where.requestId) headers['x-request-id'] = where.requestId;
  if (status === 413) headers['connection'] = 'close';
  sendText(res, status, text, { 'content-type': contentType, ...headers });
  return refusal;
}

/**
 * Sends a body as it is produced, no faster than it is read. Ends the source when the client
 * disconnects.
 */
export async function sendStream(
  res: ServerResponse,
  { contentType, body, headers }: StreamAnswer,
  more: Record<string, string>,
): Promise<void> {
  res.writeHead(200, {
    'content-type': contentType,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
    ...more,
  });
  if (isHead(res)) return void res.end();
  await pipeline(Readable.from(body, { objectMode: false }), res);
}

/** RFC 6266: the name in ASCII for old clients, and the full name. */
const disposition = (name: string): string => {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`;
};

/**
 * Waits for the first chunk of a source, so that an earlier failure can still be sent as a problem.
 */
async function begun(source: AsyncIterable<Uint8Array>): Promise<AsyncGenerator<Uint8Array>> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  return (async function* () {
    try {
      for (let next = first; next.done !== true; next = await chunks.next()) yield next.value;
    } finally {
      await chunks.return?.();
    }
  })();
}

/**
 * Sends a file or the requested part of it (RFC 9110 §14): one range, `If-Range`, `If-None-Match`,
 * HEAD.
 */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  { contentType, size, version, attachment, open, headers }: FileAnswer,
  more: Record<string, string>,
): Promise<void> {
  const etag = etagOf(version);
  const head: Record<string, string> = {
    'content-type': contentType,
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    etag,
    ...headers,
    ...more,
  };
  if (attachment !== undefined) head['content-disposition'] = disposition(attachment);
  const known = req.headers['if-none-match'];
  if (known !== undefined && matchesTag(known.replaceAll('W/', ''), etag))
    return void res.writeHead(304, head).end();
  const isSame = req.headers['if-range'] === undefined || req.headers['if-range'] === etag;
  const range = isSame ? byteRange(req.headers.range, size) : undefined;
  if (range === 'unsatisfiable')
    return void res.writeHead(416, { ...head, 'content-range': `bytes */${size}` }).end();
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) head['content-range'] = `bytes ${start}-${end}/${size}`;
  const isEmpty = isHead(res) || size === 0;
  const body = isEmpty ? undefined : await begun(open({ start, end }));
  res.writeHead(range ? 206 : 200, { ...head, 'content-length': String(end - start + 1) });
  if (!body) return void res.end();
  await pipeline(Readable.from(body, { objectMode: false }), res);
}
