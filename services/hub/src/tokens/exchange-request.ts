import { errors } from 'oidc-provider';
import type { ClientExtras } from '../oauth-clients/client-source.ts';
import type { ExchangeSubject } from './exchange-subject.ts';

/** The type of the tokens that are exchanged, and of those that are issued. */
export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const maxActors = 3;

/** The parameters of an exchange (RFC 8693 §2.1). */
export interface ExchangeParams {
  subject_token?: string;
  subject_token_type?: string;
  requested_token_type?: string;
  actor_token?: string;
  audience?: string;
  /** One, or several (RFC 8693 §2.1). */
  resource?: string | string[];
  scope?: string;
}

const actorsIn = (act: unknown): number => {
  let count = 0;
  for (let at = act; typeof at === 'object' && at !== null; at = (at as { act?: unknown }).act)
    count += 1;
  return count;
};

/** The subject token of a request that is well-formed. */
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

/** The new token is for the management API, whatever names it. @throws `invalid_target` */
export function checkExchangeResource(
  { resource = [] }: ExchangeParams,
  apiResources: ReadonlySet<string>,
): void {
  for (const name of [resource].flat())
    if (!apiResources.has(name)) throw new errors.InvalidTarget();
}

/** What the new token may do: what is asked for, as far as the client and the subject token may. */
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
