import { missingScopes, scopesOf } from '@platform/contracts';
import type { Scopes } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import { bearerChallenge } from './challenge.ts';

/** The claim `scope`, split at single spaces (RFC 6749 §3.3); anything but a string holds none. */
export const scopeSet = (scope: unknown): ReadonlySet<string> =>
  new Set(typeof scope === 'string' ? scope.split(' ').filter((s) => s !== '') : []);

/** Throws 403 `insufficient_scope` with a challenge and one `errors[]` entry for each missing scope. */
export function requireScopes(scopes: Scopes, granted: ReadonlySet<string>, resourceMetadata: string): void {
  const missing = missingScopes(scopes, granted);
  if (missing.length === 0) return;
  throw problem('insufficient_scope', {
    detail: `missing: ${missing.join(' ')}`,
    errors: missing.map((scope) => ({ code: 'missing_scope', detail: scope })),
    headers: {
      'WWW-Authenticate': bearerChallenge(resourceMetadata, { error: 'insufficient_scope', scope: scopesOf(scopes).join(' ') }),
    },
  });
}
