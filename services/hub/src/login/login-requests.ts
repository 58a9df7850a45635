import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DirectoryTenant } from '@platform/kit/auth';
import type { Database } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import type { Client, Interaction, Provider } from 'oidc-provider';
import { recordConsent } from '../account/consents.ts';
import type { ClientExtras } from '../oauth-clients/client-source.ts';
import type { LoginResult, SignInFactor, SignInSession } from '../sessions/sign-in-session.ts';
import type { EvaluatePolicies } from '../tokens/access-policy-check.ts';
import { consentTo, extendGrant } from './existing-grant.ts';
import type { FinishedLogin } from './finished-login.ts';
import { requestFinder } from './found-request.ts';
import type { FoundRequest } from './found-request.ts';
import type { InvitationDecision, InvitationResult } from './invitation-prompt.ts';
import { nextRound } from './login-rounds.ts';
import { namedUsersOf } from './named-user.ts';
import type { PageHostOf } from './page-host.ts';
import { signInRecord } from './sign-in-record.ts';

/** The application that asks for a sign-in, as its users know it. */
export interface LoginClient {
  id: string;
  name: string;
  isFirstParty: boolean;
  logoUri: string | null;
  tosUri: string | null;
  policyUri: string | null;
}

/** The session that a browser has at the issuer already. Times in seconds since the epoch. */
export interface LoginSession {
  id: string;
  userId: string;
  acr: string | null;
  amr: readonly string[];
  authTime: number | null;
  factors: readonly SignInFactor[];
  organizationId: string | null;
}

/** An authorization or device request that waits for its user. */
export interface LoginRequest {
  uid: string;
  tenant: DirectoryTenant;
  client: LoginClient;
  /** What the user has to do: sign in, decide about an invitation, or grant access. */
  prompt: 'login' | 'invitation' | 'consent';
  /** Why, as the library names it. */
  reasons: readonly string[];
  /** The relying party of passkeys where the host is a login domain of the tenant. */
  passkeyRpId: string | null;
  /** Of `reasons`: what a policy asks for, which assurance. */
  details: Readonly<Record<string, unknown>>;
  isDevice: boolean;
  scopes: readonly string[];
  claims: readonly string[];
  acrValues: readonly string[];
  /** Values of `prompt` that were sent. */
  prompts: readonly string[];
  maxAgeSeconds: number | null;
  loginHint: string | null;
  /** The users that the request can be answered for; null: any. */
  namedUserIds: readonly string[] | null;
  uiLocales: readonly string[];
  linkIntent: string | null;
  session: LoginSession | null;
  expiresAt: Date;
}

/** What the pages below `/login/{uid}` ask of the library. All of them answer 404 where the browser has no such request. */
export interface LoginRequests {
  /** The tenant whose page a host shows; null where there is none. */
  tenantOf(host: string | undefined): Promise<DirectoryTenant | null>;
  details(req: IncomingMessage, res: ServerResponse): Promise<LoginRequest>;
  /**
   * Ends the sign-in and sends the browser on; the session gets a new id. Where an access policy denies the sign-in, nobody is
   * signed in, and the application is sent `access_denied`.
   */
  finish(req: IncomingMessage, res: ServerResponse, login: FinishedLogin): Promise<void>;
  /** Sends the browser back to the application with an error. */
  deny(
    req: IncomingMessage,
    res: ServerResponse,
    error: string,
    description: string,
  ): Promise<void>;
  /** Sends the browser on with what the person decided about the invitation. */
  decideInvitation(
    req: IncomingMessage,
    res: ServerResponse,
    decision: InvitationDecision,
  ): Promise<void>;
  /** Grants these of the scopes that were asked for, and sends the browser on. */
  consent(req: IncomingMessage, res: ServerResponse, grantedScopes: string[]): Promise<void>;
}

export interface LoginRequestsOptions {
  db: Pick<Database, 'transact'>;
  pageHostOf: PageHostOf;
  providerOf: (tenant: DirectoryTenant) => Promise<{ provider: Provider }>;
  addressOf: (req: IncomingMessage) => string;
  evaluatePolicies: EvaluatePolicies;
}

const words = (value: unknown): string[] =>
  typeof value === 'string' && value !== '' ? value.split(' ') : [];
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** An application of the library, as its users know it. */
export const loginClient = (client: Client): LoginClient => ({
  id: client.clientId,
  name: client.clientName ?? client.clientId,
  isFirstParty: (client as unknown as ClientExtras).first_party,
  logoUri: client.logoUri ?? null,
  tosUri: client.tosUri ?? null,
  policyUri: client.policyUri ?? null,
});

/** By resource, those of its scopes that the user had not granted before and grants now. */
function grantedResources(
  { params, prompt }: Interaction,
  granted: readonly string[],
): Record<string, string[]> {
  const missing = (prompt.details['missingResourceScopes'] ?? {}) as Record<string, string[]>;
  const asked = [params['resource'] ?? []].flat() as string[];
  return Object.fromEntries(
    asked.map((resource) => [
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
    // A sign-in that is asked for in addition goes on from the one before.
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

/** See {@link LoginRequests}. */
export function loginRequests({
  db,
  pageHostOf,
  providerOf,
  addressOf,
  evaluatePolicies,
}: LoginRequestsOptions): LoginRequests {
  const record = signInRecord({ db, evaluatePolicies });
  const find = requestFinder({ db, pageHostOf, providerOf });
  const browserOrigin = (req: IncomingMessage) => ({
    ip: addressOf(req),
    userAgent: req.headers['user-agent'] ?? '',
  });

  const resultOf = (login: FinishedLogin): LoginResult & Record<string, unknown> => ({
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
  });

  return {
    tenantOf: async (host) => (await pageHostOf(host))?.tenant ?? null,
    details: async (req, res) => loginRequest(await find(req, res)),

    async finish(req, res, login) {
      const { tenant, interaction, client, session, provider } = await find(req, res);
      const denied = await record({
        tenantId: tenant.id,
        loginId: interaction.uid,
        clientId: client.clientId,
        scopes: words(interaction.params['scope']),
        session,
        login,
        browser: { host: req.headers.host, ...browserOrigin(req) },
      });
      await provider.interactionFinished(
        req,
        res,
        denied === undefined
          ? { login: resultOf(login), ...nextRound(interaction) }
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
      // For another account neither the sign-in before counts, nor how often the person has chosen one.
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
      const known = interaction.grantId
        ? await provider.Grant.find(interaction.grantId)
        : undefined;
      const grant =
        known ??
        Object.assign(new provider.Grant({ accountId: userId, clientId: client.clientId }), {
          organizationId: session?.organizationId,
        });
      const asked = { scopes: granted, claims: [...claims], resources };
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
          { userId, clientId: client.clientId, ...consentTo(asked) },
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
