import { createPrivateKey } from 'node:crypto';
import { connectorIssuers, providerKind } from '@platform/contracts';
import type { UpstreamAuth, UpstreamClient } from '@platform/relying-party';
import { SignJWT } from 'jose';
import type { ConnectorSecrets, ConnectorSettings } from '../connectors/connectors.ts';

const appleLifetimeSeconds = 600;

/** Creates a signed JWT, which Apple expects instead of a client secret, for each use. */
async function appleSecret(
  { clientId, apple }: ConnectorSettings,
  { privateKey }: ConnectorSecrets,
  now: number,
): Promise<string> {
  const seconds = Math.floor(now / 1_000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: apple?.keyId })
    .setIssuer(apple?.teamId ?? '')
    .setSubject(clientId)
    .setAudience(connectorIssuers.apple)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + appleLifetimeSeconds)
    .sign(createPrivateKey(privateKey ?? ''));
}

/** Providers that only document `client_secret_post`. */
const takesPost: ReadonlySet<string> = new Set(['github', 'facebook', 'linkedin', 'apple']);

/** The platform as a client of the provider. */
export async function providerClient(
  provider: string,
  settings: ConnectorSettings,
  secrets: ConnectorSecrets,
  now: number,
): Promise<UpstreamClient> {
  const { clientId, oidc } = settings;
  const kind = providerKind(provider) ?? 'oidc';
  const byKind = takesPost.has(kind) ? 'client_secret_post' : 'client_secret_basic';
  const method = oidc?.tokenEndpointAuth ?? byKind;
  if (method === 'none') return { clientId, auth: { method } };
  const secret =
    kind === 'apple' ? await appleSecret(settings, secrets, now) : (secrets.clientSecret ?? '');
  const auth: UpstreamAuth = { method, secret };
  return { clientId, auth };
}
