import type { Database } from '@platform/kit/database';
import { errors } from 'oidc-provider';
import type { Client, Grant, KoaContextWithOIDC } from 'oidc-provider';
import { findClientConsent } from '../account/consents.ts';
import type { ConsentRecord } from '../account/consents.ts';
import { consentedScopes } from '../api-resources/consented-scopes.ts';
import { clientRefusal, grantedScopes, scopesOfApi } from '../api-resources/granted-scopes.ts';
import type { GrantedScopes, RequestedApi } from '../api-resources/granted-scopes.ts';
import type { ApiUserAccess, ApiUserAccessOf } from '../api-resources/api-user-access.ts';
import { extrasOf } from '../oauth-clients/client-source.ts';
import { oauthRefusal } from '../oauth-errors/oauth-error.ts';
import { satisfiedBy } from '../sessions/assurance.ts';
import { scopesAskedAt } from './exchange-request.ts';
import { exchangeSubject } from './exchange-subject.ts';
import type { ExchangeSubject } from './exchange-subject.ts';
import { isOidcScope } from './oidc-scopes.ts';
import { noteStepUp } from './step-up-answer.ts';
import { organizationOf, tokenSource } from './token-source.ts';
import type { TokenSource } from './token-source.ts';

export interface ApiScopesOptions {
  tenantId: string;
  db: Pick<Database, 'read'>;
  apiUserAccessOf: ApiUserAccessOf;
}

/** How the user of a token signed in. */
interface SignIn {
  userId: string;
  organizationId: string | null;
  acr: string | undefined;
  authTime: number | undefined;
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

interface SubjectClaims {
  sub: string;
  acr?: string;
  auth_time?: number;
  org_id?: string;
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
  if (left.some(({ reason }) => reason === 'consent_required'))
    throw oauthRefusal(
      400,
      'interaction_required',
      'the user has not consented to these scopes for the client',
    );
  throw new errors.InvalidScope('none of these scopes can be granted', asked.join(' '));
}

/** Decides about the scopes of a token for an API when it is requested. */
export function apiScopes({ tenantId, db, apiUserAccessOf }: ApiScopesOptions) {
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
    { clientId }: Client,
    { id: apiId, settings }: RequestedApi,
    { userId, organizationId: signedInTo }: SignIn,
  ): Promise<ApiUserAccess | undefined> {
    const matters =
      settings.userAccess === 'permission' || settings.claims.some((name) => name !== 'custom');
    if (!matters) return undefined;
    const organizationId = settings.organization === 'none' ? null : signedInTo;
    return apiUserAccessOf({ tenantId, userId, clientId, organizationId, apiId }).catch(() => {
      throw oauthRefusal(
        503,
        'temporarily_unavailable',
        'the access of the user cannot be looked up at the moment',
      );
    });
  }

  /** Which of these scopes a client gets for a sign-in. */
  async function ofSignIn(
    client: Client,
    api: RequestedApi,
    signIn: SignIn,
    wanted: readonly string[],
  ): Promise<{ result: GrantedScopes; access: ApiUserAccess | undefined }> {
    const access = await accessOf(client, api, signIn);
    const result = grantedScopes(api, {
      mode: 'user',
      isFirstParty: extrasOf(client).first_party,
      wanted,
      ...(access && { permissions: new Set(access.permissions) }),
      signIn: {
        satisfiedAcr: new Set(satisfiedBy(signIn.acr)),
        authTime: signIn.authTime,
        now: Math.floor(Date.now() / 1000),
      },
    });
    return { result, access };
  }

  async function ofUser(
    ctx: KoaContextWithOIDC,
    client: Client,
    api: RequestedApi,
    { accountId: userId, scope, acr, authTime }: TokenSource & { accountId: string },
  ): Promise<ApiScopes> {
    const params = ctx.oidc.params as TokenParams;
    const { first_party: isFirstParty, allowed_scopes: allowed } = extrasOf(client);
    const organizationId = organizationOf(ctx);
    checkRequest(api, params, { mode: 'user', isFirstParty }, organizationId);
    const asked = scopesOfApi(api, words(params.scope ?? scope));
    const grant = ctx.oidc.entities.Grant as Grant;
    const consented = new Set(words(grant.getResourceScope(api.identifier)));
    const wanted = asked.filter((name) => consented.has(name));
    const signIn = { userId, organizationId, acr, authTime };
    const { result, access } = await ofSignIn(client, api, signIn, wanted);
    if (asked.length > 0 && result.granted.length === 0) refuseScopes(ctx, api, result, asked);
    const ofIssuer = api.settings.userinfoAudience ? allowed.filter(isOidcScope) : [];
    return { scopes: [...result.granted, ...ofIssuer], access };
  }

  const consentOf = (userId: string, clientId: string): Promise<ConsentRecord | undefined> =>
    db.read({ tenantId, actor: { type: 'client', id: clientId } }, (tx) =>
      findClientConsent(tx, userId, clientId),
    );

  /** A token in exchange for another one: no user is present to consent, so an earlier consent decides. */
  async function ofSubject(
    ctx: KoaContextWithOIDC,
    client: Client,
    api: RequestedApi,
    subject: ExchangeSubject,
  ): Promise<ApiScopes> {
    const params = ctx.oidc.params as TokenParams;
    const { first_party: isFirstParty } = extrasOf(client);
    const {
      sub: userId,
      acr,
      auth_time: authTime,
      org_id: organizationId = null,
    } = subject.claims as SubjectClaims;
    checkRequest(api, params, { mode: 'user', isFirstParty }, organizationId);
    const { asked, wanted } = scopesAskedAt(api, params, subject);
    const signIn = { userId, organizationId, acr, authTime };
    const { result: allowed, access } = await ofSignIn(client, api, signIn, wanted);
    const result = isFirstParty
      ? allowed
      : consentedScopes(api, await consentOf(userId, client.clientId), allowed);
    if (asked.length > 0 && result.granted.length === 0) refuseScopes(ctx, api, result, asked);
    return { scopes: result.granted, access };
  }

  return async function scopesAt(
    ctx: KoaContextWithOIDC,
    client: Client,
    api: RequestedApi,
  ): Promise<ApiScopes> {
    const subject = exchangeSubject(ctx);
    if (subject) return ofSubject(ctx, client, api, subject);
    const source = tokenSource(ctx);
    const { accountId } = source ?? {};
    return source && accountId !== undefined
      ? ofUser(ctx, client, api, { ...source, accountId, scope: source.scope })
      : ofClient(ctx, client, api);
  };
}
