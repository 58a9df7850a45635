import type { Principal } from '@platform/contracts';
import { problem } from '@platform/kit/problem';

/**
 * No client outranks its maker: a `tenant:` scope is given only by a token that holds it, a `platform:` scope never.
 * What the client has already is no gift. A sibling that asks by itself, without anyone's token, has no scopes to compare.
 * @throws 422 for a `platform:` scope; 403 `insufficient_scope` naming what the caller lacks
 */
export function checkGivenScopes(
  principal: Principal,
  wanted: readonly string[],
  present: readonly string[] = [],
): void {
  const given = wanted
    .map((scope, i) => ({ scope, pointer: `/allowedScopes/${i}` }))
    .filter(({ scope }) => !present.includes(scope));
  const reserved = given.filter(({ scope }) => scope.startsWith('platform:'));
  if (reserved.length > 0) {
    throw problem('validation_failed', {
      detail: 'Scopes of the platform cannot be granted to applications',
      errors: reserved.map(({ pointer, scope }) => ({
        pointer,
        code: 'reserved',
        detail: `${scope} is a scope of the platform`,
      })),
    });
  }
  if (principal.type === 'service') return;
  const missing = given.filter(
    ({ scope }) => scope.startsWith('tenant:') && !principal.scopes.has(scope),
  );
  if (missing.length === 0) return;
  throw problem('insufficient_scope', {
    detail: `A token can grant only scopes that it has; missing: ${missing.map((m) => m.scope).join(' ')}`,
    errors: missing.map(({ pointer, scope }) => ({
      pointer,
      code: 'missing_scope',
      detail: scope,
    })),
  });
}

/**
 * Who decides how a client authenticates can become that client. So a new secret, new keys or another method are given
 * only by a token that holds every `tenant:` scope the client has.
 * @throws 403 `insufficient_scope` naming what the caller lacks
 */
export function checkMayBecome(principal: Principal, allowedScopes: readonly string[]): void {
  if (principal.type === 'service') return;
  const missing = allowedScopes.filter(
    (scope) => scope.startsWith('tenant:') && !principal.scopes.has(scope),
  );
  if (missing.length === 0) return;
  throw problem('insufficient_scope', {
    detail: `The application has scopes that this token lacks: ${missing.join(' ')}`,
    errors: missing.map((scope) => ({ code: 'missing_scope', detail: scope })),
  });
}
