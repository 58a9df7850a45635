import * as oidc from 'openid-client';
import { demoConfiguration } from './demo-session.ts';
import type { DemoApplication, DemoSession } from './demo-session.ts';
import { devPage, sendHtml } from './web-server.ts';
import type { WebRequest } from './web-server.ts';

const claimsIn = (jwt: string): object =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as object;
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** The page with the tenants to sign in at. */
export function showTenants(
  { clients, inboxUrl, pages }: DemoApplication,
  { res }: WebRequest,
): void {
  const tenants = [...clients].map(([slug, { issuer }]) => ({ slug, issuer }));
  const lead = 'A demo application that trusts every tenant of this platform.';
  const data = { tenants, inboxUrl };
  sendHtml(res, pages.render(devPage({ template: 'tenants', title: 'Ledger', lead, data })));
}

export function showSignedOut(
  { clients, person, inboxUrl, pages }: DemoApplication,
  { res, url }: WebRequest,
  slug: string,
): void {
  const failure = url.searchParams.get('error');
  const data = { path: `/${slug}`, person, inboxUrl, failure, home: '/' };
  const lead = `You are not signed in. This application trusts ${clients.get(slug)?.issuer}.`;
  sendHtml(
    res,
    pages.render(devPage({ template: 'application', title: 'Ledger', name: slug, lead, data })),
  );
}

/** The claims of a session's tokens, and the response of userinfo. */
async function signedInData(
  application: DemoApplication,
  { slug, tokens, refreshedAt }: DemoSession,
) {
  const configuration = await demoConfiguration(application, slug);
  const claims = tokens?.claims();
  const accessToken = tokens?.access_token ?? '';
  const userinfo = await oidc
    .fetchUserInfo(configuration, accessToken, claims?.sub ?? '')
    .catch((error: unknown) => ({ error: String(error) }));
  const { name, email, sub } = { ...claims, ...userinfo } as Record<string, string>;
  return {
    path: `/${slug}`,
    who: name ?? email ?? sub,
    scope: tokens?.scope ?? '',
    refreshedAt: refreshedAt ?? null,
    sections: [
      { title: 'ID token', text: pretty(claims) },
      { title: 'Access token', text: pretty(claimsIn(accessToken)) },
      { title: 'Userinfo', text: pretty(userinfo) },
    ],
  };
}

export async function showSignedIn(
  application: DemoApplication,
  { res }: WebRequest,
  session: DemoSession,
): Promise<void> {
  const { clients, pages, base } = application;
  const { slug } = session;
  const data = await signedInData(application, session);
  const issuer = new URL(clients.get(slug)?.issuer ?? base).origin;
  const page = devPage({
    template: 'signed-in',
    title: `Signed in as ${data.who}`,
    name: slug,
    data,
    policy: { formAction: [issuer] },
  });
  sendHtml(res, pages.render(page));
}
