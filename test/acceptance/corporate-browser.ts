import * as oidc from 'openid-client';
import type { Browser, Page } from 'playwright-core';
import { localFetchTrusting } from '@platform/dev/local-fetch';
import { applicationUrl, permitted } from './corporate-tenant.ts';
import type { CorporateTenant } from './corporate-tenant.ts';

/** The result of a sign-in for the application. */
export interface CorporateSignIn {
  accessToken: string;
  profile: oidc.UserInfoResponse;
}

/**
 * Signs a person in to the application of a company, in a new browser. `walk` are the steps between the application's two pages.
 * `ca`: the authority of the issuer's certificate, PEM.
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
  // No server listens there: only the redirect matters.
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
