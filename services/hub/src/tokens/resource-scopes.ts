import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { extrasOf } from '../oauth-clients/client-source.ts';
import type { EntitledScopes } from './entitled-scopes.ts';
import { organizationOf, tokenSource } from './token-source.ts';
import type { UserAccess, UserAccessOf } from './user-access.ts';

/** What {@link resourceScopes} needs. */
export interface ResourceScopesOptions {
  tenantId: string;
  entitledScopes: EntitledScopes;
  userAccessOf: UserAccessOf;
}

const accessOfRequest = new WeakMap<KoaContextWithOIDC, UserAccess>();
const isTenantScope = (scope: string): boolean => scope.startsWith('tenant:');

/** What the access service said of the user of this request; undefined where it was not asked. */
export const accessInRequest = (ctx: KoaContextWithOIDC): UserAccess | undefined =>
  accessOfRequest.get(ctx);

/**
 * The scopes of the management API that a request may end with: what the client may have, narrowed by what its tenant is
 * entitled to and by what its user may do. At the authorization endpoint the user is not asked about: a role that is given
 * later counts at the next refresh.
 */
export function resourceScopes({ tenantId, entitledScopes, userAccessOf }: ResourceScopesOptions) {
  /** Without a request a client gets all that it may have (RFC 6749 §3.3). */
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
    clientId: string,
    allowed: readonly string[],
  ): Promise<readonly string[]> {
    const source = tokenSource(ctx);
    const userId = source?.accountId;
    const granted = new Set(source?.scope?.split(' '));
    if (userId === undefined || !allowed.some((s) => isTenantScope(s) && granted.has(s)))
      return allowed.filter((scope) => !isTenantScope(scope));
    const access = await userAccessOf({
      tenantId,
      userId,
      clientId,
      organizationId: organizationOf(ctx),
      wanted: allowed.filter(isTenantScope),
    });
    accessOfRequest.set(ctx, access);
    return allowed.filter((scope) => !isTenantScope(scope) || access.scopes.has(scope));
  }

  return async function scopesFor(ctx: KoaContextWithOIDC, client: Client): Promise<string> {
    const { allowed_scopes: allowed } = extrasOf(client);
    const params = ctx.oidc.params as { scope?: string; grant_type?: string };
    if (params.grant_type === 'client_credentials') return ofClient(params, allowed);
    if (ctx.oidc.route === 'token')
      return (await entitledScopes(tenantId, await ofUser(ctx, client.clientId, allowed))).join(
        ' ',
      );
    const entitled = await entitledScopes(tenantId, allowed);
    if (params.scope !== undefined) {
      const left = params.scope.split(' ').filter((scope) => entitled.includes(scope));
      if (left.length === 0)
        throw new errors.InvalidScope('the client has none of these scopes', params.scope);
      params.scope = left.join(' ');
    }
    return entitled.join(' ');
  };
}

/** See {@link resourceScopes}. */
export type ResourceScopes = ReturnType<typeof resourceScopes>;
