import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as oidc from 'openid-client';
import { accessToken } from '@platform/dev/access-token';
import { formBrowser } from '@platform/dev/form-browser';
import type { FormBrowser } from '@platform/dev/form-browser';
import { localFetchTrusting } from '@platform/dev/local-fetch';
import { managementApi, succeeded } from '@platform/dev/management-api';
import type { Ready } from '@platform/dev/platform';
import { localCertificates } from '@platform/dev/tls-certificates';
import { startReceiver } from '@platform/testkit/receiver';
import type { Receiver } from '@platform/testkit/receiver';
import { clientKey } from './client-key.ts';

/** A web application on this machine whose own endpoints are https, under the authority of `npm start -- --tls`. */
export interface TlsApplication {
  config: oidc.Configuration;
  person: { email: string; password: string };
  browser: FormBrowser;
  redirectUri: string;
  signedOutUri: string;
  /** The hub's requests: for the application's keys, and its sign-out notices. */
  received: Receiver['received'];
  stop(): Promise<void>;
}

const person = { email: 'tls@example.com', password: 'correct horse battery staple 7' };
const redirectUri = 'https://app.example.com/callback';
const signedOutUri = 'https://app.example.com/signed-out';
const [keysPath, logoutPath] = ['/jwks', '/backchannel-logout'];

/** Serves the public key of the application; every other request is answered with 200. */
function keyServer(jwk: object, certificate: { cert: string; key: string }): Promise<Receiver> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ keys: [jwk] });
  return startReceiver(({ path }) => (path === keysPath ? { headers, body } : {}), certificate);
}

/** Registers an application that authenticates by `private_key_jwt`, and a person to sign in. */
export async function startTlsApplication(
  dataDir: string,
  { hub, gateway, tenants }: Ready,
): Promise<TlsApplication> {
  const [tenant] = tenants;
  if (!tenant) throw new Error('The platform has no tenant.');
  const { caFile, ...certificate } = await localCertificates(join(dataDir, 'tls'), ['localhost']);
  const trustingFetch = localFetchTrusting(readFileSync(caFile, 'utf8'));
  const { privateKey, jwk } = await clientKey();
  const server = await keyServer(jwk, certificate);
  const origin = `https://localhost:${server.port}`;

  const api = managementApi(gateway, await accessToken(hub, tenant));
  const { email, password } = person;
  const profile = { email, emailVerified: true, credential: { password } };
  await succeeded(api('POST', '/directory/users', profile));
  const { clientId } = await succeeded(
    api('POST', '/applications', {
      name: 'Ledger',
      type: 'web',
      allowedScopes: ['openid', 'email'],
      redirectUris: [redirectUri],
      postLogoutRedirectUris: [signedOutUri],
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwksUri: `${origin}${keysPath}`,
      backchannelLogoutUri: `${origin}${logoutPath}`,
    }),
  );
  const config = await oidc.discovery(
    new URL(tenant.issuer),
    String(clientId),
    undefined,
    oidc.PrivateKeyJwt({ key: privateKey, kid: 'k1' }),
    { [oidc.customFetch]: trustingFetch as never },
  );
  return {
    config,
    person,
    browser: formBrowser(trustingFetch),
    redirectUri,
    signedOutUri,
    received: server.received,
    stop: server.stop,
  };
}
