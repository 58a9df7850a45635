import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DirectoryTenant } from '@platform/kit/auth';
import type { Database } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import type { Client, Grant, Interaction, Provider } from 'oidc-provider';
import { recordConsent } from '../../account/consents.ts';
import type { RequestedApi, ScopeFacts } from '../../api-resources/granted-scopes.ts';
import { extrasOf } from '../../oauth-clients/client-source.ts';
import type { LoginResult, SignInFactor, SignInSession } from '../../sessions/sign-in-session.ts';
import { policyResources } from '../../tokens/access-policy-check.ts';
import type { EvaluatePolicies } from '../../tokens/access-policy-check.ts';
import { parseDetails, typesOf } from '../../tokens/authorization-details.ts';
import type { AuthorizationDetail } from '../../tokens/authorization-details.ts';
import type { PageHostOf } from '../page-host.ts';
import { consentTo, extendGrant, issuerScopes } from '../prompts/requested-grant.ts';
import type { InvitationDecision, InvitationResult } from '../prompts/invitation-prompt.ts';
import { nextRound } from '../prompts/login-rounds.ts';
import { namedUsersOf } from '../prompts/named-user.ts';
import { signInRecord } from '../sign-ins/sign-in-record.ts';
import type { FinishedLogin } from './finished-login.ts';
import { requestFinder } from './found-request.ts';
import type { FoundRequest } from './found-request.ts';

/** The application that requests the sign-in, as shown to its users. */
export interface LoginClient {
  id: string;
  name: string;
  isFirstParty: boolean;
  logoUri: string | null;
  tosUri: string | null;
  policyUri: string | null;
}

/** The browser's existing session at the issuer. Times are in seconds since the epoch. */
export interface LoginSession {
  id: string;
  userId: string;
  acr: string | null;
  amr: readonly string[];
  authTime: number | null;
  factors: readonly SignInFactor[];
  organizationId: string | null;
}

/** An API of the tenant, with its scopes that a request asks for. */
export interface ConsentApi {
  name: string;
  scopes: readonly Pick<ScopeFacts, 'name' | 'displayName' | 'description'>[];
  details: readonly ConsentDetail[];
}

/** An element of `authorization_details` that a request asks for, with the sentences of its type by locale. */
export interface ConsentDetail {
  display: Readonly<Record<string, string>>;
  detail: AuthorizationDetail;
}

/** A pending authorization or device request. */
export interface LoginRequest {
  uid: string;
  tenant: DirectoryTenant;
  client: LoginClient;
  /** What the user has to do: sign in, decide about an invitation, or grant access. */
  prompt: 'login' | 'invitation' | 'consent';
  /** The library's reasons for the prompt. */
  reasons: readonly string[];
  /** Relying party id of passkeys if the host is a login domain of the tenant; null otherwise. */
  passkeyRpId: string | null;
  /** Details of `reasons`, such as the requested assurance and the decision of the access policies. */
  details: Readonly<Record<string, unknown>>;
  isDevice: boolean;
  scopes: readonly string[];
  /** Only of a request for consent: the APIs of the tenant that it is about. */
  apis?: readonly ConsentApi[];
  claims: readonly string[];
  acrValues: readonly string[];
  /** Values of the `prompt` parameter that still apply. */
  prompts: readonly string[];
  maxAgeSeconds: number | null;
  loginHint: string | null;
  /** The users that the request accepts; null if it accepts any. */
  namedUserIds: readonly string[] | null;
  uiLocales: readonly string[];
  linkIntent: string | null;
  session: LoginSession | null;
  expiresAt: Date;
}

/** Operations of the pages below `/login/{uid}` on their request. They fail with 404 if the browser has no such request. */
export interface LoginRequests {
  /** Finds the tenant whose pages a host serves; null if there is none. */
  tenantOf(host: string | undefined): Promise<DirectoryTenant | null>;
  details(req: IncomingMessage, res: ServerResponse): Promise<LoginRequest>;
  /**
   * Ends the sign-in and continues the request; the session gets a new id. If an access policy denies the sign-in, the user is not
   * signed in and the application receives `access_denied`.
   */
  finish(req: IncomingMessage, res: ServerResponse, login: FinishedLogin): Promise<void>;
  /** Returns to the application with an error. */
  deny(
    req: IncomingMessage,
    res: ServerResponse,
    error: string,
    description: string,
  ): Promise<void>;
  /** Continues the request with the person's decision about the invitation. */
  decideInvitation(
    req: IncomingMessage,
    res: ServerResponse,
    decision: InvitationDecision,
  ): Promise<void>;
  /** Grants the given scopes as far as they were requested, rejects the others, and continues the request. */
  consent(req: IncomingMessage, res: ServerResponse, grantedScopes: string[]): Promise<void>;
}

export interface LoginRequestsOptions {
  db: Pick<Database, 'transact'>;
  pageHostOf: PageHostOf;
  providerOf: (tenant: DirectoryTenant) => Promise<{ provider: Provider }>;
  addressOf: (req: IncomingMessage) => string;
  evaluatePolicies: EvaluatePolicies;
  /** Returns what names the management API at an issuer. */
  apiResourcesOf: (issuer: string) => ReadonlySet<string>;
  /** Reads the APIs of a tenant with these names. */
  apisNamed: (query: {
    tenantId: string;
    clientId: string;
    names: readonly string[];
  }) => Promise<RequestedApi[]>;
}

const words = (value: unknown): string[] =>
  typeof value === 'string' && value !== '' ? value.split(' ') : [];
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const resourcesOf = ({ params }: Interaction): string[] =>
  [params['resource'] ?? []].flat() as string[];

const detailsOf = ({ params }: Interaction): AuthorizationDetail[] =>
  typeof params['authorization_details'] === 'string'
    ? parseDetails(params['authorization_details'])
    : [];

export const loginClient = (client: Client): LoginClient => ({
  id: client.clientId,
  name: client.clientName ?? client.clientId,
  isFirstParty: extrasOf(client).first_party,
  logoUri: client.logoUri ?? null,
  tosUri: client.tosUri ?? null,
  policyUri: client.policyUri ?? null,
});

/** The result of a login, and the browser that completed it, for the session. */
const resultOf = (
  login: FinishedLogin,
  { ip, userAgent }: { ip: string; userAgent: string },
): LoginResult & Record<string, unknown> => ({
  accountId: login.userId,
  acr: login.acr,
  amr: login.amr,
  ts: login.authTime,
  organizationId: login.organizationId,
  factors: login.factors,
  satisfiedAcr: login.satisfiedAcr,
  sessionLifetimeSeconds: login.sessionLifetimeSeconds,
  sessionIdleSeconds: login.sessionIdleSeconds,
  acceptedDocTypes: login.acceptedDocTypes,
  passwordChanged: login.passwordChanged,
  origin: {
    ip,
    userAgent: userAgent.slice(0, 512),
    country: textOf(login.event?.['country']) ?? undefined,
  },
});

/** The grant that a request for consent extends: the known one, or a new one. */
async function grantOf(
  { provider, interaction, client, session }: FoundRequest,
  userId: string,
): Promise<Grant> {
  const known = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined;
  return (
    known ??
    Object.assign(new provider.Grant({ accountId: userId, clientId: client.clientId }), {
      organizationId: session?.organizationId,
    })
  );
}

/** The APIs that a request names, with those of its scopes that are theirs. */
async function consentApis(
  apisNamed: LoginRequestsOptions['apisNamed'],
  { interaction, tenant, client }: FoundRequest,
  scopes: readonly string[],
): Promise<ConsentApi[]> {
  const names = resourcesOf(interaction);
  const apis = await apisNamed({ tenantId: tenant.id, clientId: client.clientId, names });
  const details = detailsOf(interaction);
  return apis.map(({ name, scopes: all, detailTypes }) => ({
    name,
    scopes: all.filter((scope) => scopes.includes(scope.name)),
    details: details.flatMap((detail) =>
      detailTypes
        .filter(({ type }) => type === detail.type)
        .map(({ display }) => ({ display, detail })),
    ),
  }));
}

/** By resource, those of its scopes that the user had not granted before and grants now. */
function grantedResources(
  interaction: Interaction,
  granted: readonly string[],
): Record<string, string[]> {
  const missing = (interaction.prompt.details['missingResourceScopes'] ?? {}) as Record<
    string,
    string[]
  >;
  return Object.fromEntries(
    resourcesOf(interaction).map((resource) => [
      resource,
      (missing[resource] ?? []).filter((scope) => granted.includes(scope)),
    ]),
  );
}

const loginSession = (session: SignInSession | undefined): LoginSession | null =>
  session?.accountId
    ? {
        id: session.uid,
        userId: session.accountId,
        acr: session.acr ?? null,
        amr: session.amr ?? [],
        authTime: session.loginTs ?? null,
        factors: session.factors ?? [],
        organizationId: session.organizationId ?? null,
      }
    : null;

function loginRequest({
  tenant,
  passkeyRpId,
  interaction,
  client,
  session,
}: FoundRequest): LoginRequest {
  const { params, prompt } = interaction;
  const claims = (prompt.details['missingOIDCClaims'] as string[] | undefined) ?? [];
  return {
    uid: interaction.uid,
    tenant,
    passkeyRpId,
    client: loginClient(client),
    prompt: prompt.name as LoginRequest['prompt'],
    reasons: prompt.reasons,
    details: prompt.details,
    isDevice: interaction.deviceCode !== undefined,
    scopes: words(params['scope']),
    claims,
    acrValues: words(params['acr_values']),
    // A further sign-in of the same request builds on the previous one, so `prompt` no longer applies.
    prompts: interaction.lastSubmission?.['login'] ? [] : words(params['prompt']),
    maxAgeSeconds: params['max_age'] === undefined ? null : Number(params['max_age']),
    loginHint: textOf(params['login_hint']),
    namedUserIds: namedUsersOf(params),
    uiLocales: words(params['ui_locales']),
    linkIntent: textOf(params['link_intent']),
    session: loginSession(session),
    expiresAt: new Date(interaction.exp * 1000),
  };
}

export function loginRequests({
  db,
  pageHostOf,
  providerOf,
  addressOf,
  evaluatePolicies,
  apiResourcesOf,
  apisNamed,
}: LoginRequestsOptions): LoginRequests {
  const record = signInRecord({ db, evaluatePolicies });
  const find = requestFinder({ db, pageHostOf, providerOf });
  const browserOrigin = (req: IncomingMessage) => ({
    ip: addressOf(req),
    userAgent: req.headers['user-agent'] ?? '',
  });

  return {
    tenantOf: async (host) => (await pageHostOf(host))?.tenant ?? null,
    async details(req, res) {
      const found = await find(req, res);
      const request = loginRequest(found);
      return request.prompt === 'consent'
        ? { ...request, apis: await consentApis(apisNamed, found, request.scopes) }
        : request;
    },

    async finish(req, res, login) {
      const { tenant, interaction, client, session, provider } = await find(req, res);
      const origin = browserOrigin(req);
      const denied = await record({
        tenantId: tenant.id,
        loginId: interaction.uid,
        clientId: client.clientId,
        scopes: words(interaction.params['scope']),
        resources: policyResources(resourcesOf(interaction), apiResourcesOf(tenant.issuer)),
        detailTypes: typesOf(detailsOf(interaction)),
        session,
        login,
        browser: { host: req.headers.host, ...origin },
      });
      await provider.interactionFinished(
        req,
        res,
        denied === undefined
          ? { login: resultOf(login, origin), ...nextRound(interaction) }
          : { error: 'access_denied', error_description: denied },
      );
    },

    async deny(req, res, error, description) {
      const { provider } = await find(req, res);
      await provider.interactionFinished(req, res, { error, error_description: description });
    },

    async decideInvitation(req, res, decision) {
      const { provider, interaction } = await find(req, res);
      const result: InvitationResult = { invitation: { decision } };
      // Without merging, neither the previous sign-in nor the number of rounds carries over to the other account.
      if (decision === 'other_account')
        return provider.interactionFinished(
          req,
          res,
          { ...result },
          { mergeWithLastSubmission: false },
        );
      await provider.interactionFinished(req, res, { ...result, ...nextRound(interaction) });
    },

    async consent(req, res, grantedScopes) {
      const found = await find(req, res);
      const { provider, interaction, client, session, tenant } = found;
      const userId = session?.accountId;
      if (userId === undefined) throw problem('not_found');
      const { scopes, claims } = loginRequest(found);
      const granted = scopes.filter((scope) => grantedScopes.includes(scope));
      const resources = grantedResources(interaction, granted);
      const grant = await grantOf(found, userId);
      const names = Object.keys(resources);
      const apis = await apisNamed({ tenantId: tenant.id, clientId: client.clientId, names });
      const asked = {
        scopes: issuerScopes(granted, apis, extrasOf(client).allowed_scopes),
        claims: [...claims],
        resources,
      };
      extendGrant(grant, asked);
      const rejected = scopes.filter((scope) => !granted.includes(scope));
      if (rejected.length > 0) {
        grant.rejectOIDCScope(rejected.join(' '));
        for (const resource of Object.keys(resources))
          grant.rejectResourceScope(resource, rejected.join(' '));
      }
      const grantId = await grant.save();
      await db.transact({ tenantId: tenant.id, actor: { type: 'user', id: userId } }, (tx) =>
        recordConsent(
          tx,
          { userId, clientId: client.clientId, ...consentTo(asked, apis, { isStored: true }) },
          browserOrigin(req),
        ),
      );
      await provider.interactionFinished(req, res, {
        consent: { grantId },
        ...nextRound(interaction),
      });
    },
  };
}
