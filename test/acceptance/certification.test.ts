import { expect, it } from 'vitest';
import * as oidc from 'openid-client';
import { prepareCertification } from '@platform/dev/certification';
import { activateDemoFlow } from '@platform/dev/demo-people';
import { formBrowser } from '@platform/dev/form-browser';
import { localFetch } from '@platform/dev/local-fetch';
import { managementApi } from '@platform/dev/management-api';
import { sharedPlatform } from '@platform/testkit/platform';

const suite = { url: 'https://suite.example.com', alias: 'platform' };
const redirectUri = `${suite.url}/test/a/${suite.alias}/callback`;
const options = {
  execute: [oidc.allowInsecureRequests],
  [oidc.customFetch]: localFetch as never,
};

/** The claims of the scopes in OpenID Connect Core §5.4, and `sub`. */
const standardClaims = (
  'address birthdate email email_verified family_name gender given_name ' +
  'locale middle_name name nickname phone_number phone_number_verified picture ' +
  'preferred_username profile sub updated_at website zoneinfo'
).split(' ');

interface PlanConfiguration {
  client: { client_id: string; client_secret: string };
  client_secret_post: { client_id: string; client_secret: string };
  browser: { tasks: { commands: unknown[][] }[] }[];
}

/** The suite's input into a field. */
const typed = ({ browser }: PlanConfiguration, field: string): string =>
  String(
    browser
      .flatMap(({ tasks }) => tasks)
      .flatMap(({ commands }) => commands)
      .find(([command, , name]) => command === 'text' && name === field)?.[3],
  );

it('npm run certification prepares the resources of the plans, with new secrets each time', async () => {
  const platform = await sharedPlatform(['certified']);
  const { issuer } = platform.tenant('certified');
  const api = managementApi(platform.ready.gateway, await platform.token('certified'));
  const prepare = async () =>
    (await prepareCertification(api, issuer, suite)) as unknown as PlanConfiguration;
  await activateDemoFlow(api);
  const earlier = await prepare();
  const plan = await prepare();

  const { client_id: id, client_secret: secret } = plan.client;
  const auth = oidc.ClientSecretBasic(secret);
  const config = await oidc.discovery(new URL(issuer), id, undefined, auth, options);
  const scope = 'openid profile email address phone';
  // Neither PKCE nor a nonce (oidcc-ensure-request-without-nonce-succeeds-for-code-flow), and every level of assurance,
  // of which the lowest is enough (oidcc-ensure-request-with-acr-values-succeeds).
  const url = oidc.buildAuthorizationUrl(config, {
    scope,
    redirect_uri: redirectUri,
    acr_values: config.serverMetadata().acr_values_supported?.join(' ') ?? '',
  });
  const person = { email: typed(plan, 'identifier'), password: typed(plan, 'password') };
  const callback = await formBrowser().signIn(url, person);
  const tokens = await oidc.authorizationCodeGrant(config, callback);

  // Every claim of these scopes (oidcc-scope-all; OpenID Connect Core §5.4).
  const { sub = '', acr } = tokens.claims() ?? ({} as Partial<oidc.IDToken>);
  expect(acr).toBe('aal1');
  const claims = await oidc.fetchUserInfo(config, tokens.access_token, sub);
  expect(Object.keys(claims).toSorted()).toEqual(standardClaims);

  const stale = await oidc.discovery(
    new URL(issuer),
    id,
    undefined,
    oidc.ClientSecretBasic(earlier.client.client_secret),
    options,
  );
  await expect(oidc.tokenIntrospection(stale, tokens.access_token)).rejects.toMatchObject({
    cause: [{ parameters: { error: 'invalid_client' } }],
  });
});
