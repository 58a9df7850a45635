import { boundSession } from '@platform/kit/auth';
import type { Database } from '@platform/kit/database';
import { errors } from 'oidc-provider';
import type {
  AccessToken,
  Client,
  ClientCredentials,
  KoaContextWithOIDC,
  ResourceServer,
} from 'oidc-provider';
import { extrasOf } from '../oauth-clients/client-source.ts';
import {
  accessTokenType,
  checkActors,
  exchangeTarget,
  exchangedScope,
  subjectTokenOf,
} from './exchange-request.ts';
import type { ExchangeParams } from './exchange-request.ts';
import { checkExchangeTenant, exchangeSubject, noteSubject } from './exchange-subject.ts';
import type { ExchangeSubject } from './exchange-subject.ts';
import { readSubject } from './subject-reader.ts';
import type { SubjectReaderOptions } from './subject-reader.ts';

/** The grant type of RFC 8693. */
export const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';

const maxLifeSeconds = 300;

const parameters: ReadonlySet<string> = new Set([
  'subject_token',
  'subject_token_type',
  'requested_token_type',
  'actor_token',
  'actor_token_type',
  'audience',
  'resource',
  'scope',
]);

const repeatable: ReadonlySet<string> = new Set(['resource']);

export interface TokenExchangeOptions extends SubjectReaderOptions {
  db: Pick<Database, 'read' | 'transact'>;
  /** The resource indicators of the management API. */
  apiResources: ReadonlySet<string>;
  /** An API of the tenant, with the scopes that the token gets. */
  apiServer: (ctx: KoaContextWithOIDC, client: Client, resource: string) => Promise<ResourceServer>;
}

/** Records an exchange across tenants in the audit logs of both tenants. */
async function auditCrossing(
  { db, tenant: { id: tenantId } }: TokenExchangeOptions,
  subject: ExchangeSubject,
  clientId: string,
  scope: string,
): Promise<void> {
  if (subject.tenantId === tenantId) return;
  const data = {
    operationId: 'tokenExchange',
    outcome: 'success' as const,
    status: 200,
    details: { clientId, scope, from: subject.tenantId, to: tenantId },
  };
  const actor = { type: 'user', id: subject.claims.sub } as const;
  for (const audited of [subject.tenantId, tenantId])
    await db.transact({ tenantId: audited, actor }, (tx) =>
      tx.audit({ subject: { type: 'tenant', id: tenantId }, data }),
    );
}

/** The management API, with the scopes that the token gets. */
const platformServer = (scope: string): ResourceServer => ({
  scope,
  audience: 'product-api',
  accessTokenFormat: 'jwt',
  jwt: { sign: { alg: 'ES256' } },
});

/** The API that the token is for, with its scopes. @throws OAuth errors */
async function targetOf(
  { tenant, apiResources, apiServer }: TokenExchangeOptions,
  ctx: KoaContextWithOIDC,
  { api, tenantId, claims, scopes }: ExchangeSubject,
): Promise<ResourceServer> {
  const params = ctx.oidc.params as ExchangeParams;
  const client = ctx.oidc.client!;
  const resource = exchangeTarget(params, apiResources);
  if (resource === undefined) {
    // No token for an API leads to the management API.
    if (api) throw new errors.InvalidTarget();
    return platformServer(exchangedScope(params, extrasOf(client), { scopes }));
  }
  if (tenantId !== tenant.id) throw new errors.InvalidTarget();
  if (claims.sub === claims.client_id)
    throw new errors.InvalidGrant('the subject token has no user');
  return apiServer(ctx, client, resource);
}

function newToken(
  { oidc }: KoaContextWithOIDC,
  { claims }: ExchangeSubject,
  server: ResourceServer,
) {
  const { provider, client } = oidc;
  const leftSeconds = claims.exp - Math.floor(Date.now() / 1000);
  if (leftSeconds <= 0) throw new errors.InvalidGrant('the subject token has expired');
  const { audience, scope, accessTokenTTL = maxLifeSeconds } = server;
  return new provider.AccessToken({
    client: client!,
    accountId: claims.sub,
    gty: 'token_exchange',
    expiresIn: Math.min(maxLifeSeconds, leftSeconds, accessTokenTTL),
    resourceServer: new provider.ResourceServer(audience!, server),
    scope: scope || undefined,
  } as never);
}

async function handleExchange(
  options: TokenExchangeOptions,
  ctx: KoaContextWithOIDC,
): Promise<void> {
  const params = ctx.oidc.params as ExchangeParams;
  const client = ctx.oidc.client!;
  const subject = await readSubject(options, subjectTokenOf(params), client);
  checkExchangeTenant(subject, options.tenant.id, extrasOf(client), params.audience);
  checkActors(subject);
  noteSubject(ctx, subject);
  const server = await targetOf(options, ctx, subject);
  const token = newToken(ctx, subject, server);
  ctx.oidc.entity('AccessToken', token);
  const value = await token.save();
  await auditCrossing(options, subject, client.clientId, server.scope);
  ctx.body = {
    access_token: value,
    issued_token_type: accessTokenType,
    token_type: 'Bearer',
    expires_in: token.expiration,
    scope: token.scope,
    authorization_details: (token as { rar?: unknown }).rar,
  };
}

/**
 * Exchanges an access token for one that names the client as the actor, with a shorter lifetime (RFC 8693). At the API of the subject
 * token it has no further scopes; at another API of the tenant, those that the user and the client have there.
 */
export const tokenExchange = (options: TokenExchangeOptions) => ({
  /** Those of the grant, and those that can be repeated. */
  parameters: [parameters, repeatable] as const,

  handle: (ctx: KoaContextWithOIDC): Promise<void> => handleExchange(options, ctx),

  /** Adds the actor and the subject's authentication to the token (RFC 8693 §4.1). */
  addActor(
    ctx: KoaContextWithOIDC,
    token: AccessToken | ClientCredentials,
    payload: Record<string, unknown>,
  ): void {
    const subject = exchangeSubject(ctx);
    if (!subject) return;
    const { claims } = subject;
    const isOwn = subject.tenantId === options.tenant.id;
    for (const name of ['acr', 'amr', 'auth_time', 'org_id'])
      payload[name] = isOwn ? claims[name] : undefined;
    // A token for offline access stays independent of the session, even if the new token lacks that scope.
    payload['sid'] = isOwn ? boundSession(claims, subject.scopes) : undefined;
    payload['act'] = { sub: token.clientId, ...(claims['act'] ? { act: claims['act'] } : {}) };
  },
});
