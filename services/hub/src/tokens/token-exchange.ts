import type { BearerVerifier } from '@platform/kit/auth';
import { requireActive } from '@platform/kit/auth';
import type { Database } from '@platform/kit/database';
import { asProblem } from '@platform/kit/problem';
import { errors } from 'oidc-provider';
import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';
import type { ClientExtras } from '../oauth-clients/client-source.ts';
import { isCutOff } from '../token-cutoffs/cut-off.ts';

/** The grant of RFC 8693. */
export const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const delegateScope = 'platform:tenants.delegate';
const maxLifeSeconds = 300;
const maxActors = 3;

/** What {@link tokenExchange} needs. */
export interface TokenExchangeOptions {
  tenantId: string;
  db: Pick<Database, 'read' | 'transact'>;
  verifyBearer: BearerVerifier;
}

interface ExchangeParams {
  subject_token?: string;
  subject_token_type?: string;
  requested_token_type?: string;
  actor_token?: string;
  audience?: string;
  scope?: string;
}

interface Subject {
  claims: Awaited<ReturnType<BearerVerifier>>['claims'];
  scopes: ReadonlySet<string>;
  tenantId: string;
}

const subjects = new WeakMap<KoaContextWithOIDC, Subject>();

const actorsIn = (act: unknown): number => {
  let count = 0;
  for (let at = act; typeof at === 'object' && at !== null; at = (at as { act?: unknown }).act)
    count += 1;
  return count;
};

function checkParams({ subject_token, subject_token_type, ...params }: ExchangeParams): string {
  if (!subject_token) throw new errors.InvalidRequest('subject_token is required');
  if (subject_token_type !== accessTokenType)
    throw new errors.InvalidRequest(`subject_token_type must be ${accessTokenType}`);
  if (params.requested_token_type && params.requested_token_type !== accessTokenType)
    throw new errors.InvalidRequest(`requested_token_type must be ${accessTokenType}`);
  if (params.actor_token)
    throw new errors.InvalidRequest('actor_token is not supported: the client is the actor');
  return subject_token;
}

/** Exchanges an access token for a shorter one with fewer scopes, which says who acts (RFC 8693). */
export function tokenExchange({ tenantId, db, verifyBearer }: TokenExchangeOptions) {
  async function readSubject(token: string): Promise<Subject> {
    try {
      const { claims, principal, tenant } = await verifyBearer(`Bearer ${token}`);
      requireActive(tenant);
      const actor = { type: 'client', id: claims.client_id } as const;
      const isGone = await db.read({ tenantId: tenant.id, actor }, (tx) => isCutOff(tx, claims));
      if (isGone) throw new errors.InvalidGrant('the subject token was revoked');
      return { claims, scopes: principal.scopes, tenantId: tenant.id };
    } catch (error) {
      if (asProblem(error).status >= 500) throw error;
      throw new errors.InvalidGrant('the subject token is not valid');
    }
  }

  /** Only a client of the platform crosses tenants, with a token that says so, into the tenant that is addressed. */
  function checkTenant(subject: Subject, { home_tenant: home }: ClientExtras, audience?: string) {
    if (subject.tenantId === tenantId) {
      if (audience !== undefined && audience !== tenantId) throw new errors.InvalidTarget();
      return;
    }
    if (audience !== tenantId) throw new errors.InvalidTarget();
    if (home === tenantId || home !== subject.tenantId || !subject.scopes.has(delegateScope))
      throw new errors.InvalidGrant('the subject token belongs to another tenant');
  }

  /** Told to the tenant that is entered, and to the one that the subject comes from. */
  async function audit(subject: Subject, clientId: string, scope: string): Promise<void> {
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

  return {
    parameters: new Set([
      'subject_token',
      'subject_token_type',
      'requested_token_type',
      'actor_token',
      'actor_token_type',
      'audience',
      'resource',
      'scope',
    ]),

    async handle(ctx: KoaContextWithOIDC): Promise<void> {
      const params = ctx.oidc.params as ExchangeParams;
      const client = ctx.oidc.client!;
      const extras = client as unknown as ClientExtras;
      const subject = await readSubject(checkParams(params));
      checkTenant(subject, extras, params.audience);
      if (actorsIn(subject.claims['act']) >= maxActors)
        throw new errors.InvalidGrant(`a token can name at most ${maxActors} actors`);
      const wanted = params.scope?.split(' ') ?? [...subject.scopes];
      const scopes = wanted.filter(
        (scope) => extras.allowed_scopes.includes(scope) && subject.scopes.has(scope),
      );
      if (scopes.length === 0)
        throw new errors.InvalidScope(
          'none of the requested scopes can be granted',
          params.scope ?? '',
        );
      const left = subject.claims.exp - Math.floor(Date.now() / 1000);
      if (left <= 0) throw new errors.InvalidGrant('the subject token has expired');
      await issue(ctx, subject, { scope: scopes.join(' '), left });
    },

    /** Says in the token who acts for its subject (RFC 8693 §4.1). */
    addActor(
      ctx: KoaContextWithOIDC,
      token: AccessToken | ClientCredentials,
      payload: Record<string, unknown>,
    ): void {
      const subject = subjects.get(ctx);
      if (!subject) return;
      const { claims } = subject;
      for (const name of ['acr', 'amr', 'auth_time', 'sid', 'org_id'])
        payload[name] = subject.tenantId === tenantId ? claims[name] : undefined;
      payload['act'] = { sub: token.clientId, ...(claims['act'] ? { act: claims['act'] } : {}) };
    },
  };

  async function issue(
    ctx: KoaContextWithOIDC,
    subject: Subject,
    { scope, left }: { scope: string; left: number },
  ): Promise<void> {
    const { provider, client } = ctx.oidc;
    subjects.set(ctx, subject);
    const token = new provider.AccessToken({
      client: client!,
      accountId: subject.claims.sub,
      gty: 'token_exchange',
      expiresIn: Math.min(maxLifeSeconds, left),
      resourceServer: new provider.ResourceServer('urn:platform:product-api', {
        scope,
        audience: 'product-api',
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
      scope,
    } as never);
    ctx.oidc.entity('AccessToken', token);
    const value = await token.save();
    await audit(subject, client!.clientId, scope);
    ctx.body = {
      access_token: value,
      issued_token_type: accessTokenType,
      token_type: 'Bearer',
      expires_in: token.expiration,
      scope,
    };
  }
}
