import { platformClaims } from '@platform/contracts';
import type { AccessToken, ClientCredentials } from 'oidc-provider';
import { accessClaims } from '../api-resources/api-simulation.ts';
import type { ApiToken } from './api-token.ts';
import { userinfoAudience } from '../userinfo/userinfo-audience.ts';

/** Adds the claims that an API chooses. An elevation never applies to it. */
export function addApiClaims(
  { api: { identifier, settings }, access }: ApiToken,
  issuer: string,
  token: AccessToken | ClientCredentials,
  payload: Record<string, unknown>,
): void {
  if (settings.organization === 'none') delete payload['org_id'];
  if (settings.userinfoAudience && token.scopes.has('openid'))
    payload['aud'] = [identifier, userinfoAudience(issuer)];
  Object.assign(payload, accessClaims(settings, access));
}

/** The claims of a webhook for a token of an API: none of those that say what the platform grants. */
export const withoutPlatformClaims = (claims: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(claims).filter(
      ([name]) => !(platformClaims as readonly string[]).includes(name),
    ),
  );
