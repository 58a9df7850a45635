import { errors } from 'oidc-provider';
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

/** Requires every `resource` to name the management API. @throws `invalid_target` */
export function checkExchangeResource(
  { resource = [] }: ExchangeParams,
  apiResources: ReadonlySet<string>,
): void {
  for (const name of [resource].flat())
    if (!apiResources.has(name)) throw new errors.InvalidTarget();
}

/** Returns the scope of the new token: the requested scopes that both the client and the subject token have. */
export function exchangedScope(
  params: ExchangeParams,
  { allowed_scopes: allowed }: ClientExtras,
  { claims, scopes }: ExchangeSubject,
): string {
  if (actorsIn(claims['act']) >= maxActors)
    throw new errors.InvalidGrant(`a token can name at most ${maxActors} actors`);
  const wanted = params.scope?.split(' ') ?? [...scopes];
  const granted = wanted.filter((scope) => allowed.includes(scope) && scopes.has(scope));
  if (granted.length === 0)
    throw new errors.InvalidScope(
      'none of the requested scopes can be granted',
      params.scope ?? '',
    );
  return granted.join(' ');
}
