import type { Principal } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import type { ApplicationRecord } from './application-store.ts';

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
 * A token that decides who receives a client's codes and tokens, or ends the client, must hold every `tenant:` scope of the client.
 * @throws 403 `insufficient_scope` naming the missing scopes
 */
export function checkHoldsScopes(principal: Principal, scopes: readonly string[]): void {
  if (principal.type === 'service') return;
  const missing = scopes.filter(
    (scope) => scope.startsWith('tenant:') && !principal.scopes.has(scope),
  );
  if (missing.length === 0) return;
  throw problem('insufficient_scope', {
    detail: `The application has scopes that this token lacks: ${missing.join(' ')}`,
    errors: missing.map((scope) => ({ code: 'missing_scope', detail: scope })),
  });
}

/**
 * The members that decide who receives the codes and tokens of a client: where they are sent, how the client authenticates, how it may
 * obtain them, and whether users are asked. Post-logout URIs and origins receive neither, claims webhooks only names of users, and the
 * PKCE, nonce and PAR requirements protect codes that still reach the same client.
 */
const receiverMembers: ReadonlySet<string> = new Set([
  '/redirectUris',
  '/grantTypes',
  '/tokenEndpointAuthMethod',
  '/jwks',
  '/jwksUri',
  '/firstParty',
  '/backchannelLogoutUri',
]);

type Guarded = Pick<ApplicationRecord, 'allowedScopes' | 'enabled'>;

/**
 * Checks a change of the members at the given pointers. Any token may disable an application, to stop a compromised one; enabling it
 * gives tokens back. A scope that is taken away first would let the application be deleted afterwards.
 * @throws 403 `insufficient_scope` naming the missing scopes
 */
export function checkMayChange(
  principal: Principal,
  before: Guarded,
  after: Guarded,
  changed: readonly string[],
): void {
  const isGuarded =
    (after.enabled && !before.enabled) || changed.some((pointer) => receiverMembers.has(pointer));
  const removed = before.allowedScopes.filter((scope) => !after.allowedScopes.includes(scope));
  checkHoldsScopes(principal, isGuarded ? before.allowedScopes : removed);
}
