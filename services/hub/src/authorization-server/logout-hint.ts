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
 * A session outlives the key that signed its ID tokens. An `id_token_hint` under a key that is gone cannot be verified, so it says no
 * more than the `client_id` that anybody may send, and is replaced by that: signing out is confirmed by the user in either case
 * (OpenID Connect RP-Initiated Logout 1.0 §2). Anything else is left for the library to judge.
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

/** Does so in the address of a request. */
export function dropSpentHint(
  req: IncomingMessage,
  known: { issuer: string; kids: ReadonlySet<string> },
): void {
  const url = req.url ?? '';
  // A query may hold further question marks, unencoded (RFC 3986 §3.4).
  const queryAt = url.indexOf('?') + 1;
  if (queryAt > 0) req.url = url.slice(0, queryAt) + withoutSpentHint(url.slice(queryAt), known);
}
