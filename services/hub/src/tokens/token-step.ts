import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';

/**
 * Looks at an access token that is about to be signed, or fills it. Undefined where there is nothing to wait for, as with most
 * tokens: each promise costs the process that issues thousands a second. @throws OAuth errors
 */
export type TokenStep = (
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
  jwt: { payload: Record<string, unknown> },
) => Promise<void> | undefined;
