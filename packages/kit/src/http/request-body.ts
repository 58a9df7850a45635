import type { IncomingMessage } from 'node:http';
import { pointerOf } from '@platform/contracts';
import { invalid, problem } from '../problem/problem.ts';
import type { Problem } from '../problem/problem.ts';
import { inexactNumber } from './json-numbers.ts';
import { isNestedDeeper, jsonSyntaxError } from './json-syntax.ts';
import { shapeFault, unstorableText } from './json-shape.ts';

const usualDepth = 16;

const tooDeep = (maxDepth: number): Problem =>
  problem('malformed_request', {
    detail: `The request body is nested more than ${maxDepth} levels deep`,
  });

/** Rejects names that would reach the prototype, and nesting deeper than any resource needs. */
function checkShape(value: unknown, maxDepth: number): void {
  const fault = shapeFault(value, maxDepth);
  if (!fault) return;
  if (fault.kind === 'too_deep') throw tooDeep(maxDepth);
  throw invalid(pointerOf(fault.path), 'invalid_format', 'has a name that is not allowed');
}

/** Throws 415 for another media type, a charset other than UTF-8, or a content encoding. */
export function checkMediaType(req: IncomingMessage, accepted: readonly string[]): void {
  const [type = '', ...parameters] = (req.headers['content-type'] ?? '')
    .split(';')
    .map((p) => p.trim().toLowerCase());
  const charset = parameters.find((p) => p.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset);
  const encoding = req.headers['content-encoding'];
  const isPlain = encoding === undefined || encoding === 'identity';
  if (accepted.includes(type) && isUtf8 && isPlain) return;
  throw problem('unsupported_media_type', {
    detail: `Send the body as ${accepted.join(' or ')} in UTF-8, without a content encoding`,
    headers: req.method === 'PATCH' ? { 'accept-patch': accepted.toReversed().join(', ') } : {},
  });
}

/**
 * Reads a body of up to `maxBytes`; throws 413 `payload_too_large` as soon as it is known to be
 * larger.
 */
export async function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    problem('payload_too_large', {
      detail: `The request body must have at most ${maxBytes} bytes`,
      headers: { connection: 'close' },
    });
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** Rejects a number that would be stored or compared with another value than the caller wrote. */
function checkNumbers(json: string): void {
  const path = inexactNumber(json);
  if (path)
    throw invalid(
      pointerOf(path),
      'invalid_format',
      'cannot be represented exactly as a double-precision number; send it as a string',
    );
}

function notJson(text: string): Problem {
  const at = jsonSyntaxError(text);
  const place = at ? `: error at line ${at.line}, column ${at.column}` : '';
  return problem('malformed_request', { detail: `The request body is not valid JSON${place}` });
}

/**
 * Parses JSON text strictly. Throws 400 if it is not JSON or is nested deeper than `maxDepth`; 422
 * for a property name that reaches the prototype, and for a number that a double does not preserve.
 */
export function parseJsonText(json: string, maxDepth: number = usualDepth): unknown {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // Locating a syntax error recurses, so it must not be attempted on deeper text.
    throw isNestedDeeper(json, maxDepth) ? tooDeep(maxDepth) : notJson(json);
  }
  checkShape(value, maxDepth);
  checkNumbers(json);
  return value;
}

function utf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw problem('malformed_request', { detail: 'The request body is not valid UTF-8' });
  }
}

/** Like {@link parseJsonText}, for JSON in UTF-8. */
export const parseJson = (body: Buffer, maxDepth?: number): unknown =>
  parseJsonText(utf8(body), maxDepth);

/**
 * Throws 422 for text that cannot be stored. It can only occur as an escape, so most bodies are not
 * searched.
 */
export function checkText(body: Buffer, value: unknown): void {
  const path = body.includes('\\u') ? unstorableText(value) : undefined;
  if (path)
    throw invalid(
      pointerOf(path),
      'invalid_format',
      'must not contain NUL or an unpaired surrogate',
    );
}
