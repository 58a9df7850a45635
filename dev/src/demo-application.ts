import { randomUUID } from 'node:crypto';
import { parseCookies } from '@platform/pages';
import * as oidc from 'openid-client';
import { applicationPath } from './demo-people.ts';
import type { DemoClient, DemoPerson } from './demo-people.ts';
import { localFetch } from './local-fetch.ts';
import { devPage, devPages, redirectTo, sendHtml, startWebsite } from './web-server.ts';
import type { WebAddress, WebRequest, Website } from './web-server.ts';

/** What {@link startDemoApplication} needs. */
export interface DemoApplicationOptions extends WebAddress {
  /** By the slug of their tenant. */
  clients: ReadonlyMap<string, DemoClient>;
  person: DemoPerson;
  inboxUrl: string;
  /** Of the platform that the application is for, where that serves TLS. */
  fetch?: typeof globalThis.fetch;
}

/** What a browser's cookie stands for: a sign-in on its way, then its tokens. */
interface Session {
  slug: string;
  expected?: { state: string; nonce: string; pkceCodeVerifier: string };
  tokens?: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers;
  refreshedAt?: string;
}

const cookieName = 'demo-application';
const scope = 'openid profile email offline_access';

const claimsIn = (jwt: string): object =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as object;
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/**
 * An ordinary application that people sign in to, one path a tenant, made with an ordinary client library: it knows
 * nothing of the platform but its issuers.
 */
export function startDemoApplication(options: DemoApplicationOptions): Promise<Website> {
  const { clients, person, inboxUrl, port, host, fetch = localFetch } = options;
  const pages = devPages();
  const base = `http://localhost:${port}`;
  const sessions = new Map<string, Session>();
  const configurations = new Map<string, Promise<oidc.Configuration>>();

  function configurationOf(slug: string): Promise<oidc.Configuration> {
    const client = clients.get(slug);
    if (!client) throw new Error(`The tenant ${slug} does not exist.`);
    const found =
      configurations.get(slug) ??
      oidc.discovery(new URL(client.issuer), client.clientId, client.clientSecret, undefined, {
        execute: client.issuer.startsWith('https:') ? [] : [oidc.allowInsecureRequests],
        [oidc.customFetch]: fetch as never,
      });
    configurations.set(slug, found);
    // Asked again when the issuer was away.
    found.catch(() => configurations.delete(slug));
    return found;
  }

  const sessionOf = ({ req }: WebRequest, slug: string): [string, Session] | undefined => {
    const id = parseCookies(req.headers.cookie).get(cookieName) ?? '';
    const session = sessions.get(id);
    return session?.slug === slug ? [id, session] : undefined;
  };

  function showSignedOut({ res, url }: WebRequest, slug: string): void {
    const failure = url.searchParams.get('error');
    const data = { path: `/${slug}`, person, inboxUrl, failure, home: '/' };
    const lead = `You are not signed in. This application trusts ${clients.get(slug)?.issuer}.`;
    sendHtml(
      res,
      pages.render(devPage({ template: 'application', title: 'Ledger', name: slug, lead, data })),
    );
  }

  async function showSignedIn({ res }: WebRequest, { slug, tokens, refreshedAt }: Session) {
    const configuration = await configurationOf(slug);
    const claims = tokens?.claims();
    const accessToken = tokens?.access_token ?? '';
    const userinfo = await oidc
      .fetchUserInfo(configuration, accessToken, claims?.sub ?? '')
      .catch((error: unknown) => ({ error: String(error) }));
    const { name, email, sub } = { ...claims, ...userinfo } as Record<string, string>;
    const sections = [
      { title: 'ID token', text: pretty(claims) },
      { title: 'Access token', text: pretty(claimsIn(accessToken)) },
      { title: 'Userinfo', text: pretty(userinfo) },
    ];
    const data = {
      path: `/${slug}`,
      who: name ?? email ?? sub,
      scope: tokens?.scope ?? '',
      refreshedAt: refreshedAt ?? null,
      sections,
    };
    const issuer = new URL(clients.get(slug)?.issuer ?? base).origin;
    sendHtml(
      res,
      pages.render(
        devPage({
          template: 'signed-in',
          title: `Signed in as ${data.who}`,
          name: slug,
          data,
          policy: { formAction: [issuer] },
        }),
      ),
    );
  }

  async function signIn({ res, url }: WebRequest, slug: string): Promise<void> {
    const configuration = await configurationOf(slug);
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
    const expected = { state: oidc.randomState(), nonce: oidc.randomNonce(), pkceCodeVerifier };
    const id = randomUUID();
    sessions.set(id, { slug, expected });
    const wanted = Object.fromEntries(
      [...url.searchParams].filter(([key]) =>
        ['acr_values', 'prompt', 'login_hint', 'link_intent'].includes(key),
      ),
    );
    const to = oidc.buildAuthorizationUrl(configuration, {
      ...wanted,
      scope,
      redirect_uri: `${applicationPath(base, slug)}/callback`,
      state: expected.state,
      nonce: expected.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    res.setHeader('set-cookie', `${cookieName}=${id}; HttpOnly; SameSite=Lax; Path=/`);
    redirectTo(res, to.href);
  }

  async function callBack(request: WebRequest, slug: string): Promise<void> {
    const { res, url } = request;
    const [, session] = sessionOf(request, slug) ?? [];
    const error = url.searchParams.get('error_description') ?? url.searchParams.get('error');
    if (error !== null || !session?.expected)
      return redirectTo(res, `/${slug}?error=${encodeURIComponent(error ?? 'Start again.')}`);
    const { state, nonce, pkceCodeVerifier } = session.expected;
    session.tokens = await oidc.authorizationCodeGrant(
      await configurationOf(slug),
      new URL(url.search, `${applicationPath(base, slug)}/callback`),
      { expectedState: state, expectedNonce: nonce, pkceCodeVerifier },
    );
    delete session.expected;
    redirectTo(res, `/${slug}`);
  }

  async function refresh(request: WebRequest, slug: string): Promise<void> {
    const [, session] = sessionOf(request, slug) ?? [];
    const old = session?.tokens;
    if (session && old?.refresh_token) {
      const configuration = await configurationOf(slug);
      const fresh = await oidc.refreshTokenGrant(configuration, old.refresh_token);
      session.tokens = fresh;
      session.refreshedAt = new Date().toLocaleTimeString('en', { hour12: false });
    }
    redirectTo(request.res, `/${slug}`);
  }

  async function signOut(request: WebRequest, slug: string): Promise<void> {
    const [id, session] = sessionOf(request, slug) ?? [];
    if (!id || !session?.tokens) return redirectTo(request.res, `/${slug}`);
    sessions.delete(id);
    const to = oidc.buildEndSessionUrl(await configurationOf(slug), {
      id_token_hint: session.tokens.id_token ?? '',
      post_logout_redirect_uri: applicationPath(base, slug),
    });
    redirectTo(request.res, to.href);
  }

  function showTenants({ res }: WebRequest): void {
    const tenants = [...clients].map(([slug, { issuer }]) => ({ slug, issuer }));
    const lead = 'A demo application that trusts every tenant of this platform.';
    const data = { tenants, inboxUrl };
    sendHtml(res, pages.render(devPage({ template: 'tenants', title: 'Ledger', lead, data })));
  }

  return startWebsite(pages, { port, host }, async (request) => {
    const [slug, action] = request.path;
    if (slug === undefined) return showTenants(request);
    if (!clients.has(slug)) return redirectTo(request.res, '/');
    const isForm = request.req.method === 'POST';
    if (action === 'sign-in') return signIn(request, slug);
    if (action === 'callback') return callBack(request, slug);
    if (action === 'refresh' && isForm) return refresh(request, slug);
    if (action === 'sign-out' && isForm) return signOut(request, slug);
    const [, session] = sessionOf(request, slug) ?? [];
    return session?.tokens ? showSignedIn(request, session) : showSignedOut(request, slug);
  });
}
