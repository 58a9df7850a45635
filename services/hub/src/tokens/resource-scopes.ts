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
const askedInRequest = new WeakMap<KoaContextWithOIDC, Promise<UserAccess>>();
const isTenantScope = (scope: string): boolean => scope.startsWith('tenant:');

/** What the access service said of the user of this request; undefined where it was not asked. */
export const accessInRequest = (ctx: KoaContextWithOIDC): UserAccess | undefined =>
  accessOfRequest.get(ctx);

/** Asks what the user of a request may do, once; undefined where nothing of it matters to the tokens. */
export type AskForAccess = (ctx: KoaContextWithOIDC) => Promise<UserAccess> | undefined;

/**
 * Asks as soon as the user is known, so that the directory can be asked at the same time: what fails is told to those who wait
 * for the answer.
 */
export const accessInquiry =
  ({
    tenantId,
    userAccessOf,
  }: Pick<ResourceScopesOptions, 'tenantId' | 'userAccessOf'>): AskForAccess =>
  (ctx) => {
    const known = askedInRequest.get(ctx);
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
    askedInRequest.set(ctx, asked);
    return asked;
  };

/**
 * The scopes of the management API that a request may end with: what the client may have, narrowed by what its tenant is
 * entitled to and by what its user may do. At the authorization endpoint the user is not asked about: a role that is given
 * later counts at the next refresh.
 */
export function resourceScopes(options: ResourceScopesOptions) {
  const { tenantId, entitledScopes } = options;
  const askForAccess = accessInquiry(options);

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
    allowed: readonly string[],
  ): Promise<readonly string[]> {
    const access = await askForAccess(ctx);
    if (!access) return allowed.filter((scope) => !isTenantScope(scope));
    accessOfRequest.set(ctx, access);
    return allowed.filter((scope) => !isTenantScope(scope) || access.scopes.has(scope));
  }

  return async function scopesFor(ctx: KoaContextWithOIDC, client: Client): Promise<string> {
    const { allowed_scopes: allowed } = extrasOf(client);
    const params = ctx.oidc.params as { scope?: string; grant_type?: string };
    if (params.grant_type === 'client_credentials') return ofClient(params, allowed);
    if (ctx.oidc.route === 'token')
      return (await entitledScopes(tenantId, await ofUser(ctx, allowed))).join(' ');
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
