import { parseCookies } from '@platform/kit/http';
import type { Pages } from '@platform/pages';
import * as oidc from 'openid-client';
import type { DemoClient, DemoPerson } from './demo-people.ts';
import { localFetch } from './local-fetch.ts';
import type { WebAddress, WebRequest } from './web-server.ts';

export interface DemoApplicationOptions extends WebAddress {
  /** By the slug of their tenant. */
  clients: ReadonlyMap<string, DemoClient>;
  person: DemoPerson;
  inboxUrl: string;
  /** Trusts the platform's certificate authority if it serves TLS. */
  fetch?: typeof globalThis.fetch;
}

/** The session behind a browser's cookie: a sign-in in progress, then its tokens. */
export interface DemoSession {
  slug: string;
  expected?: { state: string; nonce: string; pkceCodeVerifier: string };
  tokens?: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers;
  refreshedAt?: string;
}

/** The shared state of the application's pages. */
export interface DemoApplication extends DemoApplicationOptions {
  pages: Pages;
  /** Its own address. */
  base: string;
  /** By the cookie of the browser. */
  sessions: Map<string, DemoSession>;
  /** By the slug of the tenant. */
  configurations: Map<string, Promise<oidc.Configuration>>;
}

/** Name of the session cookie. */
export const cookieName = 'demo-application';

/** The metadata of an issuer, fetched once. */
export function demoConfiguration(
  { clients, configurations, fetch = localFetch }: DemoApplication,
  slug: string,
): Promise<oidc.Configuration> {
  const client = clients.get(slug);
  if (!client) throw new Error(`The tenant ${slug} does not exist.`);
  const authentication = oidc.ClientSecretBasic(client.clientSecret);
  const found =
    configurations.get(slug) ??
    oidc.discovery(new URL(client.issuer), client.clientId, undefined, authentication, {
      execute: client.issuer.startsWith('https:') ? [] : [oidc.allowInsecureRequests],
      [oidc.customFetch]: fetch as never,
    });
  configurations.set(slug, found);
  // Fetched again if the issuer was unavailable.
  found.catch(() => configurations.delete(slug));
  return found;
}

/** The session of a browser with a tenant, and the id in its cookie. */
export function demoSession(
  { sessions }: DemoApplication,
  { req }: WebRequest,
  slug: string,
): [string, DemoSession] | undefined {
  const id = parseCookies(req.headers.cookie).get(cookieName) ?? '';
  const session = sessions.get(id);
  return session?.slug === slug ? [id, session] : undefined;
}
