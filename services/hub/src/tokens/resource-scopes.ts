import { isSelfScope } from '@platform/contracts';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { extrasOf } from '../oauth-clients/client-source.ts';
import type { EntitledScopes } from './entitled-scopes.ts';
import { organizationOf, tokenSource } from './token-source.ts';
import type { UserAccess, UserAccessOf } from './user-access.ts';

export interface ResourceScopesOptions {
  tenantId: string;
  entitledScopes: EntitledScopes;
  userAccessOf: UserAccessOf;
}

const accessOfRequest = new WeakMap<KoaContextWithOIDC, UserAccess>();
const pendingAccess = new WeakMap<KoaContextWithOIDC, Promise<UserAccess>>();
const isTenantScope = (scope: string): boolean => scope.startsWith('tenant:');

/** Returns the access of this request's user; undefined if the access service was not called. */
export const accessInRequest = (ctx: KoaContextWithOIDC): UserAccess | undefined =>
  accessOfRequest.get(ctx);

/** Requests the access of a request's user, once per request; undefined if no requested scope depends on it. */
export type LoadAccess = (ctx: KoaContextWithOIDC) => Promise<UserAccess> | undefined;

/**
 * Starts the call as soon as the user is known, in parallel with the call to the directory. A failure is reported only to callers that await the
 * result.
 */
export const accessLoader =
  ({
    tenantId,
    userAccessOf,
  }: Pick<ResourceScopesOptions, 'tenantId' | 'userAccessOf'>): LoadAccess =>
  (ctx) => {
    const known = pendingAccess.get(ctx);
    if (known) return known;
    const client = ctx.oidc.client!;
    const source = tokenSource(ctx);
    const userId = source?.accountId;
    const wanted = extrasOf(client).allowed_scopes.filter(isTenantScope);
    const granted = new Set(source?.scope?.split(' '));
    if (userId === undefined || !wanted.some((scope) => granted.has(scope))) return undefined;
    const { clientId } = client;
    const organizationId = organizationOf(ctx);
    const asked = userAccessOf({ tenantId, userId, clientId, organizationId, wanted });
    asked.catch(() => undefined);
    pendingAccess.set(ctx, asked);
    return asked;
  };

/**
 * Returns the scopes of the management API that a token request can be granted: those of the client that its tenant is entitled to and its user
 * has.
 */
export function resourceScopes(options: ResourceScopesOptions) {
  const { tenantId, entitledScopes } = options;
  const loadAccess = accessLoader(options);

  /** A client that requests no scope gets all that it is allowed (RFC 6749 §3.3). */
  async function ofClient(params: { scope?: string }, allowed: readonly string[]): Promise<string> {
    const wanted =
      params.scope === undefined
        ? allowed
        : params.scope.split(' ').filter((scope) => allowed.includes(scope));
    if (params.scope !== undefined && wanted.length === 0)
      throw new errors.InvalidScope('the client has none of these scopes', params.scope);
    const left = (await entitledScopes(tenantId, wanted)).join(' ');
    if (params.scope === undefined) params.scope = left || undefined;
    else if (left === '')
      throw new errors.InvalidScope('the tenant is not entitled to these scopes', params.scope);
    return left;
  }

  async function ofUser(
    ctx: KoaContextWithOIDC,
    allowed: readonly string[],
  ): Promise<readonly string[]> {
    const access = await loadAccess(ctx);
    if (!access) return allowed.filter((scope) => !isTenantScope(scope));
    accessOfRequest.set(ctx, access);
    return allowed.filter((scope) => !isTenantScope(scope) || access.scopes.has(scope));
  }

  return async function scopesFor(ctx: KoaContextWithOIDC, client: Client): Promise<string> {
    const { allowed_scopes: allowed } = extrasOf(client);
    const params = ctx.oidc.params as { scope?: string; grant_type?: string };
    if (params.grant_type === 'client_credentials')
      return ofClient(
        params,
        allowed.filter((scope) => !isSelfScope(scope)),
      );
    return (await entitledScopes(tenantId, await ofUser(ctx, allowed))).join(' ');
  };
}

export type ResourceScopes = ReturnType<typeof resourceScopes>;
