import type { AccessToken, ClientCredentials } from 'oidc-provider';

/** Lets a token end at `endsAt` (seconds) at the latest. */
export function shortenLife(
  token: AccessToken | ClientCredentials,
  payload: Record<string, unknown>,
  endsAt: number,
): void {
  if (endsAt >= (payload['exp'] as number)) return;
  payload['exp'] = endsAt;
  // The library answers `expires_in` out of this.
  (token as { expiresIn?: number }).expiresIn = endsAt - (payload['iat'] as number);
}
