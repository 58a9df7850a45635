import { errors } from 'oidc-provider';
import { scopesOfApi } from '../api-resources/granted-scopes.ts';
import type { RequestedApi } from '../api-resources/granted-scopes.ts';
import type { ClientExtras } from '../oauth-clients/client-source.ts';
import type { ExchangeSubject } from './exchange-subject.ts';

/** The type of both the subject token and the issued token. */
export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const maxActors = 3;

/** The parameters of an exchange (RFC 8693 §2.1). */
export interface ExchangeParams {
  subject_token?: string;
  subject_token_type?: string;
  requested_token_type?: string;
  actor_token?: string;
  audience?: string;
  /** Can be repeated (RFC 8693 §2.1). */
  resource?: string | string[];
  scope?: string;
}

const actorsIn = (act: unknown): number => {
  let count = 0;
  for (let at = act; typeof at === 'object' && at !== null; at = (at as { act?: unknown }).act)
    count += 1;
  return count;
};

/** Returns the subject token. @throws `invalid_request` if a parameter is missing or not supported */
export function subjectTokenOf({
  subject_token,
  subject_token_type,
  ...params
}: ExchangeParams): string {
  if (!subject_token) throw new errors.InvalidRequest('subject_token is required');
  if (subject_token_type !== accessTokenType)
    throw new errors.InvalidRequest(`subject_token_type must be ${accessTokenType}`);
  if (params.requested_token_type && params.requested_token_type !== accessTokenType)
    throw new errors.InvalidRequest(`requested_token_type must be ${accessTokenType}`);
  if (params.actor_token)
    throw new errors.InvalidRequest('actor_token is not supported: the client is the actor');
  return subject_token;
}

/**
 * Returns the name of the tenant's API that the new token is for; undefined for the management API.
 * @throws `invalid_target` if the request names several
 */
export function exchangeTarget(
  { resource = [] }: ExchangeParams,
  apiResources: ReadonlySet<string>,
): string | undefined {
  const names = [resource].flat();
  if (names.every((name) => apiResources.has(name))) return undefined;
  if (names.length > 1) throw new errors.InvalidTarget();
  return names[0];
}

/** @throws `invalid_grant` if the new token would name too many actors */
export function checkActors({ claims }: Pick<ExchangeSubject, 'claims'>): void {
  if (actorsIn(claims['act']) >= maxActors)
    throw new errors.InvalidGrant(`a token can name at most ${maxActors} actors`);
}

/** Returns the scope of a new token for the management API: the requested scopes that both the client and the subject token have. */
export function exchangedScope(
  params: ExchangeParams,
  { allowed_scopes: allowed }: ClientExtras,
  { scopes }: Pick<ExchangeSubject, 'scopes'>,
): string {
  const wanted = params.scope?.split(' ') ?? [...scopes];
  const granted = wanted.filter((scope) => allowed.includes(scope) && scopes.has(scope));
  if (granted.length === 0)
    throw new errors.InvalidScope(
      'none of the requested scopes can be granted',
      params.scope ?? '',
    );
  return granted.join(' ');
}

/**
 * Returns the scopes that an exchange asks for at an API of the tenant. At the API of the subject token, the new token has no further
 * ones.
 */
export function scopesAskedAt(
  api: RequestedApi,
  { scope }: Pick<ExchangeParams, 'scope'>,
  subject: Pick<ExchangeSubject, 'api' | 'scopes'>,
): { asked: readonly string[]; wanted: readonly string[] } {
  const isSame = subject.api?.id === api.id;
  const omitted = isSame ? scopesOfApi(api, subject.scopes) : api.settings.defaultScopes;
  const asked = scope?.split(' ') ?? omitted;
  return { asked, wanted: isSame ? asked.filter((name) => subject.scopes.has(name)) : asked };
}
