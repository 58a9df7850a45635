import type { AssuranceLevel, LoginMethod, riskLevels } from '@platform/contracts';
import { assuranceLevels, loginMethods } from '@platform/contracts';
import { provenFactor, timeFacts } from '@platform/login-flow';
import type { FactValue, LoginFacts, ProvenFactor } from '@platform/login-flow';
import type { Browser } from '../browser/browser.ts';
import type { LoginExperience } from '../login-experience.ts';
import type { LoginUser } from '../person/person.ts';
import { policyDemand } from '../prompts/policy-demand.ts';
import type { PolicyDemand } from '../prompts/policy-demand.ts';
import type { LoginRequest } from '../requests/login-requests.ts';
import type { LoginProgress } from './login-progress.ts';

const dayMs = 86_400_000;

function personFacts(person: LoginUser, now: number): Record<string, FactValue> {
  const { profile } = person;
  const createdAt = Date.parse(String(profile['createdAt'] ?? ''));
  const metadata = (profile['metadata'] ?? {}) as Record<string, unknown>;
  return {
    'user.exists': true,
    'user.emailVerified': person.emailVerified,
    'user.hasPassword': person.hasPassword,
    'user.enrolledMethods': person.enrolledMethods,
    'device.known': person.deviceKnown,
    'device.trusted': person.deviceTrusted,
    'user.groups': person.groupIds,
    'user.roles': person.roles,
    'user.locale': typeof profile['locale'] === 'string' ? profile['locale'] : undefined,
    'user.createdDaysAgo': Number.isNaN(createdAt)
      ? undefined
      : Math.floor((now - createdAt) / dayMs),
    ...Object.fromEntries(
      Object.entries(metadata).map(([name, value]) => [
        `user.metadata.${name}`,
        value as FactValue,
      ]),
    ),
  };
}

const isLevel = (acr: string | undefined): acr is AssuranceLevel =>
  (assuranceLevels as readonly (string | undefined)[]).includes(acr);

/** What the request and the access policies require. A required `acr` that is not a level replaces the client's `acr_values`. */
function requestFacts(request: LoginRequest, demand: PolicyDemand): Record<string, FactValue> {
  const { acr } = demand;
  const ages = [request.maxAgeSeconds, demand.maxAgeSeconds].filter(
    (age) => typeof age === 'number',
  );
  return {
    'client.id': request.client.id,
    'request.requestedAal': isLevel(acr) ? acr : undefined,
    'request.acrValues': acr === undefined || isLevel(acr) ? [...request.acrValues] : [acr],
    'request.prompt': [...request.prompts],
    'request.maxAge': ages.length > 0 ? Math.min(...ages) : undefined,
    'request.scopes': [...request.scopes],
    'request.uiLocales': [...request.uiLocales],
  };
}

const isMethod = (name: string): name is LoginMethod =>
  (loginMethods as readonly string[]).includes(name);

/** Factors of the session, as long as the login is about its user. */
function sessionFactors(
  { session }: LoginRequest,
  { userId, ignoresSession }: LoginProgress,
): ProvenFactor[] {
  if (!session || ignoresSession) return [];
  if (userId !== undefined && userId !== session.userId) return [];
  return session.factors.flatMap(({ method, at, evidence }) =>
    isMethod(method) ? [provenFactor(method, at * 1000, { ...evidence, fromSession: true })] : [],
  );
}

/** Values of the fact `risk.level`. */
export type RiskLevel = (typeof riskLevels)[number];

export interface FactSources {
  request: LoginRequest;
  experience: LoginExperience;
  progress: LoginProgress;
  person: LoginUser | undefined;
  browser: Browser;
  /** Undefined if the flow does not use it. */
  risk?: RiskLevel | undefined;
  now: number;
}

/** The fact `user.exists` without a user: false if none has the identifier, undefined if none was looked up. */
const existsWithoutUser = ({ identifier, userId, homeRealm }: LoginProgress): false | undefined =>
  identifier !== undefined && userId === undefined && !homeRealm ? false : undefined;

/** Collects the facts that are known at this point of a login. */
export function collectLoginFacts(sources: FactSources): LoginFacts {
  const { request, experience, progress, person, browser, risk, now } = sources;
  const acr = request.details['acr'] as { essential?: boolean } | undefined;
  const demand = policyDemand(request.details);
  const isDemanded = demand.acr !== undefined && !isLevel(demand.acr);
  const domain = progress.identifier?.split('@')[1]?.toLowerCase();
  return {
    now,
    values: {
      ...requestFacts(request, demand),
      ...timeFacts(now),
      ...(person ? personFacts(person, now) : { 'user.exists': existsWithoutUser(progress) }),
      'risk.level': risk,
      'organization.id': request.session?.organizationId ?? undefined,
      'identifier.domain': domain,
      'network.ip': browser.ip,
      'network.country': browser.network?.country,
      'network.asn': browser.network?.asn,
    },
    session: sessionFactors(request, progress),
    acrEssential: acr?.essential === true || isDemanded,
    unavailable: {
      sms_code: 'no_sms_gateway',
      // Only the domain of an address determines the identity provider.
      ...(progress.homeRealm ? {} : { federation: 'no_connection' }),
    },
    connectors: experience.connectors.map(({ provider }) => provider),
  };
}
