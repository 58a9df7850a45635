import { isForSetup, missingScopes, scopesOf } from '@platform/contracts';
import type { Principal, Scopes } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import { bearerChallenge } from './challenge.ts';

/**
 * Splits the claim `scope` at single spaces (RFC 6749 §3.3). Returns an empty set for a value that
 * is not a string.
 */
export const scopeSet = (scope: unknown): ReadonlySet<string> =>
  new Set(typeof scope === 'string' ? scope.split(' ').filter((s) => s !== '') : []);

/**
 * Reads the claim `elevated_scopes`: a list, or a string like `scope`. Returns undefined if the
 * token has none. The service that grants elevations must confirm them before they count.
 */
export function elevatedScopes({
  elevated_scopes: claim,
}: {
  readonly [name: string]: unknown;
}): readonly string[] | undefined {
  if (claim === undefined) return undefined;
  const scopes = Array.isArray(claim)
    ? claim.filter((scope) => typeof scope === 'string')
    : [...scopeSet(claim)];
  return scopes.length > 0 ? scopes : undefined;
}

/** Throws 403 `insufficient_scope` with a challenge and one `errors[]` entry per missing scope. */
export function requireScopes(
  scopes: Scopes,
  granted: ReadonlySet<string>,
  resourceMetadata: string,
): void {
  const missing = missingScopes(scopes, granted);
  if (missing.length === 0) return;
  throw problem('insufficient_scope', {
    detail: `The token lacks the required scopes: ${missing.join(' ')}`,
    errors: missing.map((scope) => ({ code: 'missing_scope', detail: scope })),
    headers: {
      'WWW-Authenticate': bearerChallenge(resourceMetadata, {
        error: 'insufficient_scope',
        scope: scopesOf(scopes).join(' '),
      }),
    },
  });
}

/**
 * Keeps contacts with a setup link to the operations that are for them, even if others require no
 * scope, and all other callers away from these.
 * @param scopes of the operation; undefined for a path of another protocol
 * @throws 403 `caller_not_allowed`
 */
export function requireKindOfCaller(
  { type }: Pick<Principal, 'type'>,
  scopes: Scopes | undefined,
): void {
  const isSetup = type === 'setup';
  if (isSetup === (scopes !== undefined && isForSetup(scopes))) return;
  throw problem('caller_not_allowed', {
    detail: isSetup
      ? 'A setup link allows only operations below /api/v1/setup'
      : 'This operation requires a session of a setup link',
  });
}
