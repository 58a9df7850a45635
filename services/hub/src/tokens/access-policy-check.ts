import { isIP } from 'node:net';
import { accessPolicyKey } from '@platform/contracts';
import type { AccessPolicyEntry } from '@platform/contracts';
import type { Bus } from '@platform/kit/bus';
import type { RpcClient, RpcPeer } from '@platform/kit/grpc';
import type { Logger, Metrics } from '@platform/kit/telemetry';
import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';
import { extrasOf } from '../oauth-clients/client-source.ts';
import { oauthRefusal } from '../oauth-errors/oauth-error.ts';
import { satisfiedBy } from '../sessions/assurance.ts';
import { apiTokenOf } from './api-token.ts';
import { typesOf } from './authorization-details.ts';
import { exchangeSubject } from './exchange-subject.ts';
import type { ExchangeSubject } from './exchange-subject.ts';
import { shortenLife } from './token-life.ts';
import { organizationOf, tokenSource } from './token-source.ts';
import type { TokenSource } from './token-source.ts';
import { tokenDetails } from './token-details.ts';
import type { TokenStep } from './token-step.ts';

export interface AccessPolicyCheckOptions {
  fga: () => RpcPeer;
  bus: Pick<Bus, 'lookUp'>;
  timeoutMs: number;
  log: Logger;
  metrics: Metrics;
}

/** The decision of the access policies on a request. */
export type Decision = Awaited<ReturnType<RpcClient<'platform.fga.v1.AccessPolicies'>['Evaluate']>>;

/** The characters that RFC 6749 §5.2 allows in `error_description`. */
const describable = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/;

/** The reason of a denial, as an `error_description`. */
export const deniedBecause = ({ deny }: Decision): string => {
  const said = deny?.messages['en'] ?? '';
  return describable.test(said) ? said : 'an access policy of the client denied the request';
};

/** Returns why no token is issued; undefined if one is. */
function refusalOf(decision: Decision, question: PolicyQuestion): string | undefined {
  const { outcome, session } = decision;
  if (outcome === 'deny') return deniedBecause(decision);
  // At the token endpoint there is no person who could step up, accept documents or present a device.
  if (outcome !== 'allow')
    return question.userId !== undefined
      ? 'an access policy of the client requires the user to sign in again'
      : 'an access policy of the client requires a signed-in user';
  if (question.phase === 'refresh' && session?.refreshToken === 'deny')
    return 'an access policy of the client does not allow refresh tokens';
  return session && session.senderConstrained !== '' && session.senderConstrained !== 'none'
    ? 'an access policy of the client requires sender-constrained tokens'
    : undefined;
}

const urn = 'urn:ietf:params:oauth:grant-type:';

/** The phase of each grant, and what policies call it. */
const grants: Readonly<Record<string, { phase: string; grantType: string }>> = {
  client_credentials: { phase: 'client_credentials', grantType: 'client_credentials' },
  authorization_code: { phase: 'token', grantType: 'authorization_code' },
  refresh_token: { phase: 'refresh', grantType: 'refresh_token' },
  [`${urn}device_code`]: { phase: 'device', grantType: 'device_code' },
  [`${urn}token-exchange`]: { phase: 'token', grantType: 'token_exchange' },
};

/** What policies call the management API; others have their identifiers. */
const managementApi = 'product-api';

/** The APIs that a request names, as policies know them. Without any, it is for the management API. */
export const policyResources = (
  names: readonly string[],
  apiResources: ReadonlySet<string>,
): string[] =>
  names.length === 0
    ? [managementApi]
    : [...new Set(names.map((name) => (apiResources.has(name) ? managementApi : name)))];

/** The request that policies evaluate. */
export interface PolicyQuestion {
  tenantId: string;
  clientId: string;
  userId?: string;
  phase: string;
  grantType: string;
  scopes: string[];
  /** See {@link policyResources}. */
  resources: string[];
  /** Types of its authorization details. */
  detailTypes: string[];
  organizationId?: string | null;
  acr?: string;
  acrSatisfied?: string[];
  amr?: string[];
  authTime?: number;
  acceptedDocTypes?: string[];
  passwordChanged?: boolean;
  ip: string;
  userAgent: string;
}

/** Evaluates the policies of a client. Undefined if the access service is unavailable and no policy governs the client. */
export type EvaluatePolicies = (question: PolicyQuestion) => Promise<Decision | undefined>;

const withoutRefresh = new WeakSet<KoaContextWithOIDC>();

/** Whether policies allow the request a refresh token. Valid once its access token has been checked. */
export const mayHaveRefreshToken = (ctx: KoaContextWithOIDC): boolean => !withoutRefresh.has(ctx);

/** The address and user agent of a request, as policies evaluate them. */
export const originOf = (ctx: KoaContextWithOIDC): Pick<PolicyQuestion, 'ip' | 'userAgent'> => ({
  ip: isIP(ctx.ip) ? ctx.ip : '',
  userAgent: ctx.get('user-agent').slice(0, 512),
});

/** How the user of an exchanged token signed in; nothing for a token of a client. */
function signInOf({ claims }: ExchangeSubject): Partial<PolicyQuestion> {
  if (claims.sub === claims.client_id) return {};
  const {
    acr,
    amr,
    auth_time: authTime,
  } = claims as Pick<TokenSource, 'acr' | 'amr'> & {
    auth_time?: number;
  };
  const organizationId = (claims['org_id'] as string | undefined) ?? null;
  return {
    userId: claims.sub,
    acr,
    acrSatisfied: satisfiedBy(acr),
    amr,
    authTime,
    organizationId,
  };
}

function questionOf(
  ctx: KoaContextWithOIDC,
  tenantId: string,
  token: AccessToken | ClientCredentials,
): PolicyQuestion | undefined {
  const granted = grants[String(ctx.oidc.params?.['grant_type'])];
  const { clientId } = token;
  if (!granted || clientId === undefined) return undefined;
  const asked = {
    tenantId,
    clientId,
    ...granted,
    scopes: [...token.scopes],
    resources: [apiTokenOf(ctx, token)?.api.identifier ?? managementApi],
    detailTypes: typesOf(tokenDetails(ctx)),
    ...originOf(ctx),
  };
  const subject = exchangeSubject(ctx);
  // The user of another tenant is unknown here, and so is the client of the token.
  if (subject)
    return subject.tenantId === tenantId ? { ...asked, ...signInOf(subject) } : undefined;
  const source = token.kind === 'ClientCredentials' ? undefined : tokenSource(ctx);
  if (!source?.accountId) return asked;
  const { accountId: userId, acr, amr, authTime } = source;
  const organizationId = organizationOf(ctx);
  return { ...asked, userId, acr, acrSatisfied: satisfiedBy(acr), amr, authTime, organizationId };
}

/**
 * Evaluates access policies in the access service. While it is unavailable, clients without an enabled policy still get tokens, and all others get
 * `temporarily_unavailable`: an outage does not block unrestricted clients and does not lift restrictions.
 */
export function accessPolicyCheck({
  fga,
  bus,
  timeoutMs,
  log,
  metrics,
}: AccessPolicyCheckOptions): {
  evaluate: EvaluatePolicies;
  /** Enforces the access policies of the client on a token before it is signed. */
  check: (tenantId: string) => TokenStep;
} {
  const decisions = metrics.counter('hub_access_policy_decisions_total');

  async function isUngoverned(tenantId: string, clientId: string): Promise<boolean> {
    try {
      const entry = await bus.lookUp<AccessPolicyEntry>(
        'access-policies',
        accessPolicyKey(tenantId, clientId),
      );
      return !entry || entry.enabled === 0;
    } catch (error) {
      log.warn(
        { err: error, tenantId, clientId },
        'the access policies of a client could not be looked up',
      );
      return false;
    }
  }

  async function asked(question: PolicyQuestion): Promise<Decision | undefined> {
    const { userId, clientId, tenantId, organizationId, ...more } = question;
    try {
      return await fga()
        .service('platform.fga.v1.AccessPolicies')
        .Evaluate(
          {
            ...more,
            tenantId,
            clientId,
            organizationId: organizationId ?? '',
            ...(userId === undefined
              ? { principal: { type: 'client', id: clientId } }
              : { userId, principal: { type: 'user', id: userId } }),
          },
          { withinMs: timeoutMs, repeatable: true },
        );
    } catch (error) {
      log.warn({ err: error, tenantId, clientId }, 'access policies could not be evaluated');
      return undefined;
    }
  }

  const evaluate: EvaluatePolicies = async (question) => {
    const decision = await asked(question);
    if (decision) return decision;
    const isAllowed = await isUngoverned(question.tenantId, question.clientId);
    decisions.inc({ outcome: isAllowed ? 'allow' : 'unavailable', away: 'true' });
    if (isAllowed) return undefined;
    throw oauthRefusal(
      503,
      'temporarily_unavailable',
      'the access policies of the client cannot be evaluated at the moment',
    );
  };

  async function applyPolicies(
    tenantId: string,
    ...[ctx, token, payload]: Parameters<TokenStep>
  ): Promise<void> {
    if (!extrasOf(ctx.oidc.client!).may_have_policies) return;
    const question = questionOf(ctx, tenantId, token);
    const decision = question && (await evaluate(question));
    if (!question || !decision) return;
    const refusal = refusalOf(decision, question);
    decisions.inc({ outcome: refusal === undefined ? 'allow' : 'deny', away: 'false' });
    if (refusal !== undefined) throw oauthRefusal(400, 'access_denied', refusal);
    if (decision.session?.refreshToken === 'deny') withoutRefresh.add(ctx);
    const life = decision.session?.maxAccessTokenSeconds ?? 0;
    if (life > 0) shortenLife(token, payload, (payload['iat'] as number) + life);
  }

  return {
    evaluate,
    check:
      (tenantId) =>
      (...asked) =>
        applyPolicies(tenantId, ...asked),
  };
}
