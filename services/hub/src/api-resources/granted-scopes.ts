import type {
  ApiDetailTypeResource,
  ApiScopeResource,
  ScopeRefusalReason,
} from '@platform/contracts';
import type { ApiSettings } from './api-resource-settings.ts';

/** How a client gets a token: for a user, or for itself. */
export type ClientMode = 'user' | 'client';

/** A scope of an API as the rule reads it. */
export type ScopeFacts = Pick<
  ApiScopeResource,
  'name' | 'displayName' | 'description' | 'permission' | 'requires' | 'sensitive'
>;

/** A type of authorization details as the rules read it. */
export type DetailTypeFacts = Omit<ApiDetailTypeResource, 'createdAt' | 'updatedAt'>;

/** An enabled API, and the access that one client has been given to it. */
export interface RequestedApi {
  id: string;
  identifier: string;
  name: string;
  settings: ApiSettings;
  scopes: readonly ScopeFacts[];
  detailTypes: readonly DetailTypeFacts[];
  client: {
    scopes: readonly string[] | null;
    modes: readonly ClientMode[];
    detailTypes: readonly string[];
  } | null;
}

/** Who asks for a token. */
export interface ApiCaller {
  mode: ClientMode;
  isFirstParty: boolean;
}

/** How the user signed in. `authTime` and `now` are in seconds. */
export interface SignInFacts {
  satisfiedAcr: ReadonlySet<string>;
  authTime: number | undefined;
  now: number;
}

/** What is asked of the rule. An absent part is not checked yet. */
export interface ScopeQuestion extends ApiCaller {
  wanted: readonly string[];
  /** Custom permissions that the user's roles grant. */
  permissions?: ReadonlySet<string>;
  signIn?: SignInFacts;
}

/** The scopes that a token gets, and why it lacks the others. */
export interface GrantedScopes {
  granted: string[];
  left: { scope: string; reason: ScopeRefusalReason }[];
}

/** Why a client gets no token for an API at all; undefined if it may. */
export function clientRefusal(
  { client, settings: { clientAccess } }: RequestedApi,
  { mode, isFirstParty }: ApiCaller,
): ScopeRefusalReason | undefined {
  if (client) return client.modes.includes(mode) ? undefined : 'mode_not_allowed';
  if (clientAccess === 'first_party' && isFirstParty) return undefined;
  if (clientAccess === 'all')
    return mode === 'user' || isFirstParty ? undefined : 'mode_not_allowed';
  return 'client_not_allowed';
}

/** Whether a sign-in meets what a scope requires. */
export function meetsStepUp(
  { requires }: Pick<ScopeFacts, 'requires'>,
  { satisfiedAcr, authTime, now }: SignInFacts,
): boolean {
  const { acr, maxAgeSeconds } = requires ?? {};
  if (acr !== undefined && !satisfiedAcr.has(acr)) return false;
  return maxAgeSeconds === undefined || (authTime !== undefined && now - authTime <= maxAgeSeconds);
}

function scopeRefusal(
  api: RequestedApi,
  scope: string,
  question: ScopeQuestion,
): ScopeRefusalReason | undefined {
  const facts = api.scopes.find(({ name }) => name === scope);
  if (!facts) return 'unknown_scope';
  if (api.client?.scopes && !api.client.scopes.includes(scope)) return 'scope_not_allowed';
  if (question.mode === 'client') return undefined;
  const { permissions, signIn } = question;
  if (api.settings.userAccess === 'permission' && permissions) {
    // A scope without a permission is granted by no role.
    if (facts.permission === null || !permissions.has(facts.permission))
      return 'permission_missing';
  }
  return signIn && !meetsStepUp(facts, signIn) ? 'step_up_required' : undefined;
}

/**
 * The one rule about scopes of APIs: which of the wanted ones a token gets. Consent is asked for separately, because it is given for the
 * result.
 */
export function grantedScopes(api: RequestedApi, question: ScopeQuestion): GrantedScopes {
  const refusal = clientRefusal(api, question);
  const result: GrantedScopes = { granted: [], left: [] };
  for (const scope of new Set(question.wanted)) {
    const reason = refusal ?? scopeRefusal(api, scope, question);
    if (reason === undefined) result.granted.push(scope);
    else result.left.push({ scope, reason });
  }
  return result;
}

/** The scopes of an API among these. */
export function scopesOfApi({ scopes }: RequestedApi, requested: Iterable<string>): string[] {
  const known = new Set(scopes.map(({ name }) => name));
  return [...requested].filter((scope) => known.has(scope));
}

/** Every scope of an API that a client may get at all, before its user is asked about. */
export const possibleScopes = (api: RequestedApi, caller: ApiCaller): string[] =>
  grantedScopes(api, { ...caller, wanted: api.scopes.map(({ name }) => name) }).granted;
