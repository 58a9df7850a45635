import { errors } from 'oidc-provider';
import type { Client, Grant, KoaContextWithOIDC } from 'oidc-provider';
import { clientRefusal, grantedScopes, scopesOfApi } from '../api-resources/granted-scopes.ts';
import type { GrantedScopes, RequestedApi } from '../api-resources/granted-scopes.ts';
import type { ApiUserAccess, ApiUserAccessOf } from '../api-resources/api-user-access.ts';
import { extrasOf } from '../oauth-clients/client-source.ts';
import { oauthRefusal } from '../oauth-errors/oauth-error.ts';
import { satisfiedBy } from '../sessions/assurance.ts';
import { isOidcScope } from './oidc-scopes.ts';
import { noteStepUp } from './step-up-answer.ts';
import { organizationOf, tokenSource } from './token-source.ts';
import type { TokenSource } from './token-source.ts';

export interface ApiScopesOptions {
  tenantId: string;
  apiUserAccessOf: ApiUserAccessOf;
}

/** The scopes of a token for an API, and what they were decided by. */
export interface ApiScopes {
  scopes: string[];
  access: ApiUserAccess | undefined;
}

interface TokenParams {
  scope?: string | undefined;
  grant_type?: string;
  resource?: unknown;
}

const words = (scope: string | undefined): string[] => scope?.split(' ') ?? [];

/** Refusals that do not depend on scopes. @throws OAuth errors */
function checkRequest(
  { settings, ...api }: RequestedApi,
  params: TokenParams,
  caller: Parameters<typeof clientRefusal>[1],
  organizationId: string | null,
): void {
  // RFC 8707 §2.2: a token is for one API.
  if (Array.isArray(params.resource)) throw new errors.InvalidTarget();
  if (clientRefusal({ settings, ...api }, caller)) throw new errors.InvalidTarget();
  if (params.grant_type === 'refresh_token' && !settings.offlineAccess)
    throw new errors.InvalidTarget();
  if (settings.senderConstraint !== 'none')
    throw new errors.InvalidGrant('the API requires sender-constrained tokens');
  if (settings.organization === 'required' && organizationId === null)
    throw oauthRefusal(
      400,
      'access_denied',
      'the API requires a sign-in to an organization (organization_required)',
    );
}

/** Nothing is left of what was asked for. @throws OAuth errors */
function refuseScopes(
  ctx: KoaContextWithOIDC,
  api: RequestedApi,
  { left }: GrantedScopes,
  asked: readonly string[],
): never {
  const stepUps = left.filter(({ reason }) => reason === 'step_up_required');
  if (left.length > 0 && stepUps.length === left.length) {
    const names = new Set(left.map(({ scope }) => scope));
    noteStepUp(
      ctx,
      api.scopes.filter(({ name }) => names.has(name)).map(({ requires }) => requires ?? {}),
    );
    throw oauthRefusal(
      400,
      'insufficient_user_authentication',
      'the user must sign in again for these scopes',
    );
  }
  throw new errors.InvalidScope('none of these scopes can be granted', asked.join(' '));
}

/** Decides about the scopes of a token for an API when it is requested. */
export function apiScopes({ tenantId, apiUserAccessOf }: ApiScopesOptions) {
  /** A client without a user: default scopes unless it names some. */
  function ofClient(ctx: KoaContextWithOIDC, client: Client, api: RequestedApi): ApiScopes {
    const params = ctx.oidc.params as TokenParams;
    const caller = { mode: 'client', isFirstParty: extrasOf(client).first_party } as const;
    checkRequest(api, params, caller, null);
    const wanted = params.scope === undefined ? api.settings.defaultScopes : words(params.scope);
    const result = grantedScopes(api, { ...caller, wanted });
    if (wanted.length > 0 && result.granted.length === 0) refuseScopes(ctx, api, result, wanted);
    params.scope = result.granted.join(' ') || undefined;
    return { scopes: result.granted, access: undefined };
  }

  async function accessOf(
    ctx: KoaContextWithOIDC,
    client: Client,
    { id: apiId, settings }: RequestedApi,
    userId: string,
  ): Promise<ApiUserAccess | undefined> {
    const matters =
      settings.userAccess === 'permission' || settings.claims.some((name) => name !== 'custom');
    if (!matters) return undefined;
    const { clientId } = client;
    const organizationId = settings.organization === 'none' ? null : organizationOf(ctx);
    return apiUserAccessOf({ tenantId, userId, clientId, organizationId, apiId }).catch(() => {
      throw oauthRefusal(
        503,
        'temporarily_unavailable',
        'the access of the user cannot be looked up at the moment',
      );
    });
  }

  async function ofUser(
    ctx: KoaContextWithOIDC,
    client: Client,
    api: RequestedApi,
    source: TokenSource & { accountId: string },
  ): Promise<ApiScopes> {
    const params = ctx.oidc.params as TokenParams;
    const { first_party: isFirstParty, allowed_scopes: allowed } = extrasOf(client);
    const caller = { mode: 'user', isFirstParty } as const;
    checkRequest(api, params, caller, organizationOf(ctx));
    const asked = scopesOfApi(api, words(params.scope ?? source.scope));
    const grant = ctx.oidc.entities.Grant as Grant;
    const consented = new Set(words(grant.getResourceScope(api.identifier)));
    const access = await accessOf(ctx, client, api, source.accountId);
    const result = grantedScopes(api, {
      ...caller,
      wanted: asked.filter((scope) => consented.has(scope)),
      ...(access && { permissions: new Set(access.permissions) }),
      signIn: {
        satisfiedAcr: new Set(satisfiedBy(source.acr)),
        authTime: source.authTime,
        now: Math.floor(Date.now() / 1000),
      },
    });
    if (asked.length > 0 && result.granted.length === 0) refuseScopes(ctx, api, result, asked);
    const ofIssuer = api.settings.userinfoAudience ? allowed.filter(isOidcScope) : [];
    return { scopes: [...result.granted, ...ofIssuer], access };
  }

  return async function scopesAt(
    ctx: KoaContextWithOIDC,
    client: Client,
    api: RequestedApi,
  ): Promise<ApiScopes> {
    const source = tokenSource(ctx);
    const { accountId } = source ?? {};
    return source && accountId !== undefined
      ? ofUser(ctx, client, api, { ...source, accountId, scope: source.scope })
      : ofClient(ctx, client, api);
  };
}
