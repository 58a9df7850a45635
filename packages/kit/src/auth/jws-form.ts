import { problem } from '@platform/kit/problem';

/** A compact JWS in canonical form; its signature is not verified yet. */
export interface UnverifiedJws {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
}

const maxTokenBytes = 12 * 1024;
const compact = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const tokenInvalid = (detail: string, cause?: unknown) =>
  problem('token_invalid', { detail, cause });

/**
 * Counts the members of all nested objects, without recursion, since the sender controls the depth.
 */
function countMembers(value: unknown): number {
  let members = 0;
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next !== 'object' || next === null) continue;
    const values = Object.values(next);
    if (!Array.isArray(next)) members += values.length;
    for (const inner of values) rest.push(inner);
  }
  return members;
}

// RFC 7519 §4: rejects duplicate member names, which two parsers could read differently.
function parseObject(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('no JSON object');
  const colons = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '').split(':').length - 1;
  if (colons !== countMembers(value)) throw new Error('a property appears twice');
  return value as Record<string, unknown>;
}

function decodePart(part: string): Buffer {
  const bytes = Buffer.from(part, 'base64url');
  // Decoders ignore stray bits in the last character, so one token would have several spellings.
  if (bytes.toString('base64url') !== part) throw new Error('not canonical base64url');
  return bytes;
}

/**
 * Rejects a token that is not three base64url parts within 12 KiB, before anything is hashed or
 * decoded.
 */
export function checkCompact(token: string): void {
  if (token.length > maxTokenBytes) throw tokenInvalid('the token is larger than 12 KiB');
  if (!compact.test(token)) throw tokenInvalid('the token is not a compact JWS');
}

/**
 * Reads header and claims of a compact JWS in its one canonical spelling.
 * @throws `token_invalid`
 */
export function readJws(token: string): UnverifiedJws {
  const [header, claims, signature] = token.split('.') as [string, string, string];
  try {
    decodePart(signature);
    return {
      header: parseObject(utf8.decode(decodePart(header))),
      claims: parseObject(utf8.decode(decodePart(claims))),
    };
  } catch (cause) {
    throw tokenInvalid('the token cannot be parsed', cause);
  }
}
