import { boundSession } from '@platform/kit/auth';
import type { BearerVerifier } from '@platform/kit/auth';
import type { Database } from '@platform/kit/database';
import { errors } from 'oidc-provider';
import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';
import { extrasOf } from '../oauth-clients/client-source.ts';
import {
  accessTokenType,
  checkExchangeResource,
  exchangedScope,
  subjectTokenOf,
} from './exchange-request.ts';
import type { ExchangeParams } from './exchange-request.ts';
import { checkExchangeTenant, readSubject } from './exchange-subject.ts';
import type { ExchangeSubject } from './exchange-subject.ts';

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

export interface TokenExchangeOptions {
  tenantId: string;
  db: Pick<Database, 'read' | 'transact'>;
  verifyBearer: BearerVerifier;
  /** The resource indicators of the management API. */
  apiResources: ReadonlySet<string>;
}

const subjects = new WeakMap<KoaContextWithOIDC, ExchangeSubject>();

/** Records an exchange across tenants in the audit logs of both tenants. */
async function auditCrossing(
  { db, tenantId }: TokenExchangeOptions,
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

function newToken({ oidc }: KoaContextWithOIDC, subject: ExchangeSubject, scope: string) {
  const { provider, client } = oidc;
  const leftSeconds = subject.claims.exp - Math.floor(Date.now() / 1000);
  if (leftSeconds <= 0) throw new errors.InvalidGrant('the subject token has expired');
  return new provider.AccessToken({
    client: client!,
    accountId: subject.claims.sub,
    gty: 'token_exchange',
    expiresIn: Math.min(maxLifeSeconds, leftSeconds),
    resourceServer: new provider.ResourceServer('urn:platform:product-api', {
      scope,
      audience: 'product-api',
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: 'ES256' } },
    }),
    scope,
  } as never);
}

async function handleExchange(
  options: TokenExchangeOptions,
  ctx: KoaContextWithOIDC,
): Promise<void> {
  const params = ctx.oidc.params as ExchangeParams;
  const client = ctx.oidc.client!;
  const extras = extrasOf(client);
  const subjectToken = subjectTokenOf(params);
  checkExchangeResource(params, options.apiResources);
  const subject = await readSubject(options, subjectToken);
  checkExchangeTenant(subject, options.tenantId, extras, params.audience);
  const scope = exchangedScope(params, extras, subject);
  const token = newToken(ctx, subject, scope);
  subjects.set(ctx, subject);
  ctx.oidc.entity('AccessToken', token);
  const value = await token.save();
  await auditCrossing(options, subject, client.clientId, scope);
  ctx.body = {
    access_token: value,
    issued_token_type: accessTokenType,
    token_type: 'Bearer',
    expires_in: token.expiration,
    scope,
  };
}

/** Exchanges an access token for one that names the client as the actor, with a shorter lifetime and no further scopes (RFC 8693). */
export const tokenExchange = (options: TokenExchangeOptions) => ({
  parameters,

  handle: (ctx: KoaContextWithOIDC): Promise<void> => handleExchange(options, ctx),

  /** Adds the actor and the subject's authentication to the token (RFC 8693 §4.1). */
  addActor(
    ctx: KoaContextWithOIDC,
    token: AccessToken | ClientCredentials,
    payload: Record<string, unknown>,
  ): void {
    const subject = subjects.get(ctx);
    if (!subject) return;
    const { claims } = subject;
    const isOwn = subject.tenantId === options.tenantId;
    for (const name of ['acr', 'amr', 'auth_time', 'org_id'])
      payload[name] = isOwn ? claims[name] : undefined;
    // A token for offline access stays independent of the session, even if the new token lacks that scope.
    payload['sid'] = isOwn ? boundSession(claims, subject.scopes) : undefined;
    payload['act'] = { sub: token.clientId, ...(claims['act'] ? { act: claims['act'] } : {}) };
  },
});
