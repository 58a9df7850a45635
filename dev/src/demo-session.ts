import { parseCookies } from '@platform/pages';
import type { Pages } from '@platform/pages';
import * as oidc from 'openid-client';
import type { DemoClient, DemoPerson } from './demo-people.ts';
import { localFetch } from './local-fetch.ts';
import type { WebAddress, WebRequest } from './web-server.ts';

/** What `startDemoApplication` needs. */
export interface DemoApplicationOptions extends WebAddress {
  /** By the slug of their tenant. */
  clients: ReadonlyMap<string, DemoClient>;
  person: DemoPerson;
  inboxUrl: string;
  /** Of the platform that the application is for, where that serves TLS. */
  fetch?: typeof globalThis.fetch;
}

/** What a browser's cookie stands for: a sign-in on its way, then its tokens. */
export interface DemoSession {
  slug: string;
  expected?: { state: string; nonce: string; pkceCodeVerifier: string };
  tokens?: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers;
  refreshedAt?: string;
}

/** What the pages of the application share. */
export interface DemoApplication extends DemoApplicationOptions {
  pages: Pages;
  /** Its own address. */
  base: string;
  /** By the cookie of the browser. */
  sessions: Map<string, DemoSession>;
  /** By the slug of the tenant. */
  configurations: Map<string, Promise<oidc.Configuration>>;
}

/** Name of the cookie that a session is found by. */
export const cookieName = 'demo-application';

/** What an issuer publishes of itself, asked for once. */
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
  // Asked again when the issuer was away.
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
