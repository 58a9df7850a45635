import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';

/** Checks an access token before it is signed, or adds claims to its payload. @throws OAuth errors */
export type TokenStep = (
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
  payload: Record<string, unknown>,
) => Promise<void>;
