import { beforeAll, describe, expect, it } from 'vitest';
import * as oauth from 'oauth4webapi';
import * as oidc from 'openid-client';
import { formBrowser } from '@platform/dev/form-browser';
import { localFetch } from '@platform/dev/local-fetch';
import { managementApi, succeeded } from '@platform/dev/management-api';
import type { ManagementApi } from '@platform/dev/management-api';
import { sharedPlatform } from '@platform/testkit/platform';
import { clientKey } from './client-key.ts';

const password = 'correct horse battery staple 7';
const email = 'ada@example.com';
const redirectUri = 'https://app.example.com/callback';
const afterwards = 'https://app.example.com/signed-out';
const scope = 'openid profile email offline_access';

/** The examples of docs/clients.md, with unmodified libraries. */
describe('standard clients', () => {
  let api: ManagementApi;
  let issuer: URL;

  beforeAll(async () => {
    const platform = await sharedPlatform(['acme']);
    issuer = new URL(platform.tenant('acme').issuer);
    api = managementApi(platform.ready.gateway, await platform.token('acme'));
    const person = { email, emailVerified: true, credential: { password } };
    await succeeded(api('POST', '/directory/users', person));
  });

  async function application(more: object = {}) {
    const { clientId, clientSecret } = await succeeded(
      api('POST', '/applications', {
        name: 'Ledger',
        type: 'web',
        allowedScopes: scope.split(' '),
        redirectUris: [redirectUri],
        postLogoutRedirectUris: [afterwards],
        ...more,
      }),
    );
    return { clientId: String(clientId), clientSecret: String(clientSecret) };
  }

  const options = {
    execute: [oidc.allowInsecureRequests],
    [oidc.customFetch]: localFetch as never,
  };

  /** The checks that a library needs at the callback, and the parameters that it sends. */
  async function expectations() {
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
    const [expectedState, expectedNonce] = [oidc.randomState(), oidc.randomNonce()];
    const parameters = {
      scope,
      redirect_uri: redirectUri,
      state: expectedState,
      nonce: expectedNonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    };
    return { parameters, checks: { expectedState, expectedNonce, pkceCodeVerifier } };
  }

  it('openid-client: code with PKCE, userinfo, refresh, sign-out', async () => {
    const { clientId, clientSecret } = await application();
    const auth = oidc.ClientSecretBasic(clientSecret);
    const config = await oidc.discovery(issuer, clientId, undefined, auth, options);
    const { parameters, checks } = await expectations();
    const browser = formBrowser();
    const url = oidc.buildAuthorizationUrl(config, parameters);
    const callback = await browser.signIn(url, { email, password });
    const tokens = await oidc.authorizationCodeGrant(config, callback, checks);
    const subject = tokens.claims()?.sub ?? '';
    expect(await oidc.fetchUserInfo(config, tokens.access_token, subject)).toMatchObject({ email });
    const fresh = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(fresh.claims()?.sub).toBe(subject);
    const end = oidc.buildEndSessionUrl(config, {
      id_token_hint: fresh.id_token ?? '',
      post_logout_redirect_uri: afterwards,
    });
    expect((await browser.signOut(end)).href).toBe(afterwards);
  });

  it('openid-client: a pushed request, authenticated by private_key_jwt', async () => {
    const { privateKey, jwk } = await clientKey();
    const { clientId } = await application({
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwks: { keys: [jwk] },
      requirePar: true,
    });
    const key = { key: privateKey, kid: 'k1' };
    const auth = oidc.PrivateKeyJwt(key);
    const config = await oidc.discovery(issuer, clientId, undefined, auth, options);
    const { parameters, checks } = await expectations();
    const url = await oidc.buildAuthorizationUrlWithPAR(config, parameters);
    const callback = await formBrowser().signIn(url, { email, password });
    const tokens = await oidc.authorizationCodeGrant(config, callback, checks);
    expect(tokens.claims()?.aud).toBe(clientId);
  });

  it('oauth4webapi: a pushed request, code with PKCE, refresh', async () => {
    const { clientId, clientSecret } = await application();
    const insecure = {
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: localFetch as never,
    };
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, insecure),
    );
    const client = { client_id: clientId };
    const auth = oauth.ClientSecretBasic(clientSecret);
    const { parameters, checks } = await expectations();
    const pushed = await oauth.processPushedAuthorizationResponse(
      server,
      client,
      await oauth.pushedAuthorizationRequest(
        server,
        client,
        auth,
        { ...parameters, response_type: 'code' },
        insecure,
      ),
    );
    const url = new URL(server.authorization_endpoint ?? '');
    url.search = String(
      new URLSearchParams({ client_id: clientId, request_uri: pushed.request_uri }),
    );
    const callback = await formBrowser().signIn(url, { email, password });
    const answer = oauth.validateAuthResponse(server, client, callback, checks.expectedState);
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        auth,
        answer,
        redirectUri,
        checks.pkceCodeVerifier,
        insecure,
      ),
      { expectedNonce: checks.expectedNonce, requireIdToken: true },
    );
    const fresh = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(
        server,
        client,
        auth,
        tokens.refresh_token ?? '',
        insecure,
      ),
    );
    expect(oauth.getValidatedIdTokenClaims(fresh)?.aud).toBe(clientId);
  });
});
