import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { problem } from '../problem/problem.ts';

/** A request body that is a file. */
export interface Upload {
  contentType: string | undefined;
  /** Announced length in bytes; undefined for a chunked body. */
  length: number | undefined;
  /**
   * Yields the bytes as they arrive. Throws 413 `payload_too_large` as soon as the body is known to
   * exceed `maxBytes`, and 422 `validation_failed` at the end if a `Content-Digest` (RFC 9530) does
   * not match. Read it once.
   */
  read(maxBytes: number): AsyncIterable<Buffer>;
}

const digestForm = /(?:^|,)\s*(sha-256|sha-512)=:([A-Za-z0-9+/=]+):/g;

interface ExpectedDigest {
  algorithm: 'sha256' | 'sha512';
  value: string;
}

const digestsIn = (header: string | undefined): ExpectedDigest[] =>
  [...(header ?? '').matchAll(digestForm)].map(([, name, value = '']) => ({
    algorithm: name === 'sha-512' ? 'sha512' : 'sha256',
    value,
  }));

const tooLarge = (maxBytes: number) =>
  problem('payload_too_large', {
    detail: `The request body must have at most ${maxBytes} bytes`,
    headers: { connection: 'close' },
  });

async function* checked(req: IncomingMessage, maxBytes: number): AsyncIterable<Buffer> {
  const expected = digestsIn(req.headers['content-digest'] as string | undefined);
  const hashes = expected.map(({ algorithm }) => createHash(algorithm));
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    for (const hash of hashes) hash.update(chunk);
    yield chunk;
  }
  if (hashes.some((hash, i) => hash.digest('base64') !== expected[i]?.value))
    throw problem('validation_failed', {
      detail: 'The request body does not match its Content-Digest',
    });
}

/** Returns the body of this request as an upload. */
export function uploadOf(req: IncomingMessage): Upload {
  const announced = req.headers['content-length'];
  const length = announced === undefined ? undefined : Number(announced);
  return {
    contentType: req.headers['content-type'],
    length,
    read(maxBytes) {
      if (length !== undefined && length > maxBytes) throw tooLarge(maxBytes);
      return checked(req, maxBytes);
    },
  };
}
