import type { AccessToken, ClientCredentials } from 'oidc-provider';

/** Limits the expiry of a token to `endsAt` (seconds). */
export function shortenLife(
  token: AccessToken | ClientCredentials,
  payload: Record<string, unknown>,
  endsAt: number,
): void {
  if (endsAt >= (payload['exp'] as number)) return;
  payload['exp'] = endsAt;
  // The library returns this as `expires_in`.
  (token as { expiresIn?: number }).expiresIn = endsAt - (payload['iat'] as number);
}
