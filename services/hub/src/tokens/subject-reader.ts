import { scopeSet } from '@platform/kit/auth';
import type { BearerVerifier } from '@platform/kit/auth';
import { asProblem } from '@platform/kit/problem';
import { errors } from 'oidc-provider';
import type { Client } from 'oidc-provider';
import type { ExchangeSubject } from './exchange-subject.ts';
import { mayIntrospect } from './live-api-token.ts';
import type { ApiTokenReader } from './live-api-token.ts';

export interface SubjectReaderOptions {
  /** See `platformTokenReader`. */
  readPlatformToken: BearerVerifier;
  apiTokens: ApiTokenReader;
  tenant: { id: string; issuer: string };
}

/** A token for an API can be exchanged by its own client, and by the applications of the API. */
async function readApiSubject(
  { apiTokens, tenant }: SubjectReaderOptions,
  token: string,
  client: Client,
): Promise<ExchangeSubject> {
  const live = await apiTokens.read(tenant, token);
  if (!live || !mayIntrospect(live, client))
    throw new errors.InvalidGrant('the subject token is not valid');
  const { claims, api } = live;
  return { claims, scopes: scopeSet(claims['scope']), tenantId: tenant.id, api };
}

/** Verifies the subject token. @throws `invalid_grant` if it is invalid or revoked */
export async function readSubject(
  options: SubjectReaderOptions,
  token: string,
  client: Client,
): Promise<ExchangeSubject> {
  const { readPlatformToken, apiTokens } = options;
  if (await apiTokens.isApiToken(options.tenant, token))
    return readApiSubject(options, token, client);
  try {
    const { claims, principal, tenant } = await readPlatformToken(`Bearer ${token}`);
    return { claims, scopes: principal.scopes, tenantId: tenant.id };
  } catch (error) {
    if (asProblem(error).status >= 500) throw error;
    throw new errors.InvalidGrant('the subject token is not valid');
  }
}
