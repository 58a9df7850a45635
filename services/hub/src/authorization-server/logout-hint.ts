import type { IncomingMessage } from 'node:http';
import { decodeJwt, decodeProtectedHeader } from 'jose';

interface HintParts {
  kid: string | undefined;
  iss: unknown;
  aud: unknown;
}

function partsOf(hint: string): HintParts | undefined {
  try {
    const { iss, aud } = decodeJwt(hint);
    return { kid: decodeProtectedHeader(hint).kid, iss, aud };
  } catch {
    return undefined;
  }
}

/**
 * Replaces an `id_token_hint` that was signed with a removed key by its `client_id`. A session can outlive the key of its ID tokens. Such a hint
 * cannot be verified, so it proves no more than a `client_id`, with which the user must confirm the sign-out (OpenID Connect RP-Initiated
 * Logout 1.0 §2). The library handles every other hint.
 */
function withoutSpentHint(
  query: string,
  { issuer, kids }: { issuer: string; kids: ReadonlySet<string> },
): string {
  const params = new URLSearchParams(query);
  const hints = params.getAll('id_token_hint');
  const parts = hints.length === 1 ? partsOf(hints[0] ?? '') : undefined;
  if (parts?.kid === undefined || kids.has(parts.kid)) return query;
  const { iss, aud } = parts;
  const clientId = params.get('client_id') ?? aud;
  if (iss !== issuer || typeof aud !== 'string' || clientId !== aud) return query;
  params.delete('id_token_hint');
  params.set('client_id', aud);
  return String(params);
}

/** Replaces such a hint in the URL of a request. */
export function dropSpentHint(
  req: IncomingMessage,
  known: { issuer: string; kids: ReadonlySet<string> },
): void {
  const url = req.url ?? '';
  // A query can contain further unencoded question marks (RFC 3986 §3.4).
  const queryAt = url.indexOf('?') + 1;
  if (queryAt > 0) req.url = url.slice(0, queryAt) + withoutSpentHint(url.slice(queryAt), known);
}
