import { request } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import type { ClientMetadata, Configuration } from 'oidc-provider';
import { startWebServer } from './web-server.ts';
import type { WebServer } from './web-server.ts';

/** A person with an account at the fake provider. */
export interface StandInAccount {
  sub: string;
  [claim: string]: unknown;
}

/** A fake external identity provider: social, or of a company. */
export interface StandInIdp extends Pick<WebServer, 'egress' | 'stop'> {
  issuer: string;
  /** Signs this person in, and returns the URL that the browser is redirected to with the code. */
  signIn(authorizationUrl: string, account: StandInAccount): Promise<URL>;
  /** Cancels the sign-in as this person. */
  cancel(authorizationUrl: string): Promise<URL>;
  /** Changes the responses to token requests, unless undefined. */
  tamper: ((body: Record<string, unknown>) => Record<string, unknown>) | undefined;
}

export const standInClient = { clientId: 'platform', clientSecret: 'secret-of-the-stand-in-1234' };

const hostOf = (callback: string): boolean => !callback.includes('idp.example.com');

/** Starts an OpenID provider at `https://idp.example.com`, which accepts any callback. */
export async function startStandInIdp({
  sites = {},
}: {
  /** Further hosts of the same server, with their handlers. */
  sites?: Record<string, (req: IncomingMessage, res: ServerResponse) => void>;
} = {}): Promise<StandInIdp> {
  const issuer = 'https://idp.example.com';
  const accounts = new Map<string, StandInAccount>();
  let current: StandInAccount | undefined;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const client: ClientMetadata = {
    client_id: standInClient.clientId,
    client_secret: standInClient.clientSecret,
    redirect_uris: ['https://platform.example.com/callback'],
    response_types: ['code'],
    grant_types: ['authorization_code'],
  };
  const configuration: Configuration = {
    clients: [client],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'k1' }] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture', 'locale', 'groups', 'department'],
    },
    conformIdTokenClaims: false,
    cookies: { keys: ['stand-in'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => accounts.get(sub) ?? { sub } }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
  const provider = new Provider(issuer, configuration);
  // Hosts and ports of platforms under test are not known in advance.
  Object.assign(provider.Client.prototype, { redirectUriAllowed: () => true });
  const self: { tamper: StandInIdp['tamper'] } = { tamper: undefined };
  provider.use(async (ctx, next) => {
    await next();
    const isToken = ctx.path === '/token' && typeof ctx.body === 'object' && ctx.body !== null;
    if (isToken && self.tamper) ctx.body = self.tamper({ ...(ctx.body as object) });
  });

  const callback = provider.callback();

  async function interact(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const result = current
      ? { login: { accountId: current.sub } }
      : { error: 'access_denied', error_description: 'the person canceled' };
    await provider.interactionFinished(req, res, result);
  }

  const web = await startWebServer(['idp.example.com', ...Object.keys(sites)], (req, res) => {
    const site = sites[req.headers.host ?? ''];
    if (site) site(req, res);
    else if (req.url?.startsWith('/interaction/'))
      interact(req, res).catch((error: unknown) => res.writeHead(500).end(String(error)));
    else void callback(req, res);
  });

  const get = (url: URL, cookie: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { port, pair } = web;
      const options = { host: '127.0.0.1', port, ca: pair.cert, servername: url.hostname };
      request(
        { ...options, path: url.pathname + url.search, headers: { host: url.host, cookie } },
        (answer) => resolve(answer.resume()),
      )
        .on('error', reject)
        .end();
    });

  /** Follows the provider's redirects as a browser does, until they leave the provider. */
  async function follow(authorizationUrl: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let url = new URL(authorizationUrl);
    for (let hops = 0; hops < 8; hops += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await get(url, cookie);
      for (const one of answer.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
        cookies.set(name, value);
      }
      const { location } = answer.headers;
      if (location === undefined)
        throw new Error(`the stand-in answered ${url.href} with ${answer.statusCode}`);
      url = new URL(location, url);
      if (hostOf(url.host)) return url;
    }
    throw new Error('too many redirects');
  }

  return Object.assign(self, {
    issuer,
    egress: web.egress,
    stop: () => web.stop(),
    async signIn(authorizationUrl: string, account: StandInAccount) {
      accounts.set(account.sub, account);
      current = account;
      return follow(authorizationUrl);
    },
    async cancel(authorizationUrl: string) {
      current = undefined;
      return follow(authorizationUrl);
    },
  });
}
