import { allScopes, isSelfScope } from '@platform/contracts';
import type { ApplicationTypeName, Principal } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import type { ApplicationSettings } from './application-settings.ts';
import type { ApplicationRecord } from './application-store.ts';

/**
 * The scopes that a token needs to grant a scope. An application with a scope for users' own accounts acts as each user who signs in,
 * owners of the tenant included.
 */
function neededToGrant(scope: string): readonly string[] {
  if (isSelfScope(scope)) return allScopes;
  return scope.startsWith('tenant:') ? [scope] : [];
}

const lackedToGrant = (principal: Principal, scope: string): string[] =>
  neededToGrant(scope).filter((needed) => !principal.scopes.has(needed));

/**
 * Requires a user and first-party trust for scopes of the user's own account.
 * @throws 422 with the scopes that an application of this kind cannot have
 */
export function checkSelfScopes(
  type: ApplicationTypeName,
  { firstParty }: Pick<ApplicationSettings, 'firstParty'>,
  wanted: readonly string[],
): void {
  if (firstParty && type !== 'm2m') return;
  const errors = wanted
    .map((scope, i) => ({ scope, pointer: `/allowedScopes/${i}` }))
    .filter(({ scope }) => isSelfScope(scope))
    .map(({ scope, pointer }) => ({
      pointer,
      code: 'invalid_format' as const,
      detail: `${scope} is only for first-party applications that users sign in to`,
    }));
  if (errors.length > 0)
    throw problem('validation_failed', { detail: errors[0]!.detail, errors });
}

/**
 * Prevents privilege escalation: only a token with a `tenant:` scope can grant it to a client, only one with all of them a scope for users'
 * own accounts, and no token can grant a `platform:` scope. Scopes that the client already has are not checked. Another service that calls on its own behalf has no scopes to compare.
 * @throws 422 for a `platform:` scope; 403 `insufficient_scope` with the scopes that the caller lacks
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
  const missing = given.flatMap(({ pointer, scope }) =>
    lackedToGrant(principal, scope).map((lacked) => ({ pointer, scope: lacked })),
  );
  if (missing.length === 0) return;
  const names = [...new Set(missing.map(({ scope }) => scope))];
  throw problem('insufficient_scope', {
    detail: `A token can grant only scopes that it has; missing: ${names.join(' ')}`,
    errors: missing.map(({ pointer, scope }) => ({
      pointer,
      code: 'missing_scope',
      detail: scope,
    })),
  });
}

/**
 * Requires what it takes to grant the scopes of a client from a token that changes who receives the client's codes and tokens, or deletes the client.
 * @throws 403 `insufficient_scope` with the missing scopes
 */
export function checkHoldsScopes(principal: Principal, scopes: readonly string[]): void {
  if (principal.type === 'service') return;
  const missing = [...new Set(scopes.flatMap((scope) => lackedToGrant(principal, scope)))];
  if (missing.length === 0) return;
  throw problem('insufficient_scope', {
    detail: `The application has scopes that this token lacks: ${missing.join(' ')}`,
    errors: missing.map((scope) => ({ code: 'missing_scope', detail: scope })),
  });
}

/**
 * The properties that decide who receives the codes and tokens of a client: where they are sent, how the client authenticates, how it can
 * obtain them, and whether users are asked for consent. Post-logout URIs and origins receive neither, claims webhooks receive ids but no tokens, and
 * the PKCE, nonce and PAR requirements protect codes that still reach the same client.
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
 * Checks a change of the properties at the given pointers. Any token can disable an application, to stop a compromised one, but enabling it
 * lets it get tokens again. A token must also have the scopes that it removes; otherwise it could remove them and then delete the application.
 * @throws 403 `insufficient_scope` with the missing scopes
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
