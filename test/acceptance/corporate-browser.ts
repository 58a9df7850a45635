import * as oidc from 'openid-client';
import type { Browser, Page } from 'playwright-core';
import { localFetchTrusting } from '@platform/dev/local-fetch';
import { applicationUrl, permitted } from './corporate-tenant.ts';
import type { CorporateTenant } from './corporate-tenant.ts';

/** What an application gets when somebody has signed in. */
export interface CorporateSignIn {
  accessToken: string;
  profile: oidc.UserInfoResponse;
}

/**
 * Signs somebody in to the application of a company, in a browser of their own. `walk` is what they do between the application's
 * two pages. `ca`: the authority of the issuer's certificate, PEM.
 */
export async function corporateSignIn(
  browser: Browser,
  { issuer, clientId, clientSecret, ca }: CorporateTenant & { ca: string },
  walk: (page: Page) => Promise<void>,
): Promise<CorporateSignIn> {
  const auth = oidc.ClientSecretBasic(clientSecret);
  const config = await oidc.discovery(new URL(issuer), clientId, undefined, auth, {
    [oidc.customFetch]: localFetchTrusting(ca) as never,
  });
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: applicationUrl,
    scope: `openid email ${permitted}`,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en' });
  const page = await context.newPage();
  // Nothing answers there: what matters is where the browser is sent.
  const returned = page.waitForRequest((request) => request.url().startsWith(applicationUrl));
  returned.catch(() => undefined);
  await page.goto(url.href);
  await walk(page);
  const callback = new URL((await returned).url());
  await context.close();
  const tokens = await oidc.authorizationCodeGrant(config, callback, { pkceCodeVerifier });
  const { sub = '' } = tokens.claims() ?? {};
  const profile = await oidc.fetchUserInfo(config, tokens.access_token, sub);
  return { accessToken: tokens.access_token, profile };
}
