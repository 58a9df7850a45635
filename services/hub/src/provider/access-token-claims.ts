import type { Configuration } from 'oidc-provider';
import type { tokenHooks } from '../hooks/token-hooks.ts';
import type { UnsignedToken } from '../tokens/issue-check.ts';
import { addSessionClaims, detachOfflineToken } from '../tokens/session-claims.ts';
import type { tokenClaims } from '../tokens/token-claims.ts';
import { addTokenDetails } from '../tokens/token-details.ts';
import type { tokenExchange } from '../tokens/token-exchange.ts';
import type { ProviderOptions } from './provider-options.ts';
import type { TokenTimes } from '../tokens/requested-claims.ts';
import { tokenIssue } from '../tokens/token-issue.ts';
import { addApiClaims } from '../tokens/api-claims.ts';
import { apiTokenOf, noteOpaqueValue } from '../tokens/api-token.ts';
import type { ApiToken } from '../tokens/api-token.ts';

type JwtCustomizer = NonNullable<
  NonNullable<NonNullable<Configuration['formats']>['customizers']>['jwt']
>;

/** The sources of a token's claims. */
export interface ClaimSources {
  exchange: Pick<ReturnType<typeof tokenExchange>, 'addActor'>;
  claims: Pick<ReturnType<typeof tokenClaims>, 'addClaims'>;
  hook: Pick<ReturnType<typeof tokenHooks>, 'applyToAccessToken'>;
}

const unsignedToken = (
  token: Parameters<JwtCustomizer>[1],
  { api, opaque }: Partial<ApiToken> = {},
): UnsignedToken => {
  const { client, clientId, accountId, grantId } = token as UnsignedToken;
  return {
    client,
    clientId,
    ...(accountId !== undefined && { accountId }),
    ...(grantId !== undefined && { grantId }),
    apiId: api?.id,
    opaque,
  };
};

/** Adds the claims of an access token before it is signed. Access policies run first because they may deny the token; the revocation check runs last. */
export function accessTokenClaims(
  options: ProviderOptions,
  { exchange, claims, hook }: ClaimSources,
): JwtCustomizer {
  const { id: tenantId } = options.tenant;
  const steps = [options.checkAccess(tenantId), claims.addClaims, hook.applyToAccessToken];
  const addDetails = addTokenDetails(options.validatorOf);
  const finalizeTokenIssue = tokenIssue({ ...options, tenantId });
  return async (ctx, token, jwt) => {
    const { payload } = jwt;
    const apiToken = apiTokenOf(ctx, token);
    payload['tnt'] = tenantId;
    addSessionClaims(ctx, token, payload);
    exchange.addActor(ctx, token, payload);
    if (apiToken) addApiClaims(apiToken, options.tenant.issuer, token, payload);
    addDetails(ctx, token, payload);
    for (const step of steps) await step(ctx, token, payload);
    detachOfflineToken(ctx, token, payload);
    const times = payload as unknown as TokenTimes;
    const unsigned = unsignedToken(token, apiToken);
    payload.iat = await finalizeTokenIssue(ctx, unsigned, times);
    if (apiToken?.kid !== undefined) jwt.header = { kid: apiToken.kid };
    if (apiToken?.opaque !== undefined) noteOpaqueValue(token, apiToken.opaque);
  };
}
