import { once } from 'node:events';
import { createServer as createProxy } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { join } from 'node:path';
import { localCertificates } from '@platform/dev/tls-certificates';
import {
  assertionXml,
  metadataOf,
  requestOf,
  responseXml,
  samlEncoded,
  samlKeys,
  signedSaml,
} from '@platform/testkit/saml-idp';
import Provider from 'oidc-provider';

/**
 * The identity providers of two companies, at one host of the Internet: one speaks OpenID Connect, the other SAML. The platform
 * reaches them through a proxy, and a browser by a rule, because no DNS knows the host.
 */
export interface CorporateProviders {
  oidc: { issuer: string; clientId: string; clientSecret: string };
  samlMetadata: string;
  /** Properties by which services reach it, and what they preload. */
  environment: Record<string, string>;
  /** `--host-resolver-rules`, for Chromium. */
  resolverRules: string;
  stop(): Promise<void>;
}

const client = { clientId: 'platform', clientSecret: 'secret-of-a-corporate-provider-1234' };
const profileOf = (sub: string) => ({
  sub,
  email: `${sub}@corp.example.com`,
  email_verified: true,
  name: 'Ada Lovelace',
  groups: ['engineering'],
});

/** Asks for a name and a password on pages of its own, and takes any. */
const openidProvider = (issuer: string): Provider =>
  new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: ['https://platform.example.com/callback'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    findAccount: (_, sub) => ({ accountId: sub, claims: () => profileOf(sub) }),
  });

const samlPath = '/saml/sso';

/** The page of a SAML provider: pressing its button sends the browser back with a signed response. */
function samlPage(url: URL, keys: ReturnType<typeof samlKeys>): string {
  const { id, recipient, audience } = requestOf(url);
  const parts = {
    inResponseTo: id,
    recipient,
    audience,
    nameId: 'grace',
    email: 'grace@union.example.com',
  };
  const response = samlEncoded(signedSaml(responseXml(assertionXml(parts), parts), keys));
  const state = url.searchParams.get('RelayState') ?? '';
  return `<!doctype html><title>Union</title><form method="post" action="${recipient}">
    <input type="hidden" name="SAMLResponse" value="${response}"><input type="hidden" name="RelayState" value="${state}">
    <button>Sign in as Grace</button></form>`;
}

const host = 'idp.example.com';

async function listening(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** A proxy (RFC 9110 §9.3.6): what goes to the usual port of this machine is meant for the providers. */
function proxyTo(port: number) {
  const sockets = new Set<Socket>();
  const proxy = createProxy().on('connect', ({ url = '' }, client: Socket) => {
    const { hostname, port: asked } = new URL(`tcp://${url}`);
    const far = connect(asked === '443' ? port : Number(asked), hostname);
    for (const socket of [client, far]) {
      sockets.add(socket);
      socket.on('error', () => [client, far].forEach((end) => end.destroy()));
    }
    far.once('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(far).pipe(client);
    });
  });
  return { proxy, cut: () => sockets.forEach((socket) => socket.destroy()) };
}

/** Answers a request of the host that is not for a provider. Returns whether it was one. */
type Besides = (req: IncomingMessage, res: ServerResponse) => boolean;

/** Starts {@link CorporateProviders}, under the authority of `npm start -- --tls`. */
export async function startCorporateProviders(
  dataDir: string,
  besides: Besides = () => false,
): Promise<CorporateProviders> {
  const { cert, key } = await localCertificates(join(dataDir, 'tls'), [host]);
  const issuer = `https://${host}`;
  const provider = openidProvider(issuer);
  // The callback contains the directory's id, which is created after the issuer.
  Object.assign(provider.Client.prototype, { redirectUriAllowed: () => true });
  const answerOpenid = provider.callback();
  const keys = samlKeys();
  const server = createServer({ cert, key }, (req: IncomingMessage, res: ServerResponse) => {
    if (besides(req, res)) return;
    const url = new URL(req.url ?? '/', issuer);
    if (url.pathname === samlPath)
      res.setHeader('content-type', 'text/html').end(samlPage(url, keys));
    else void answerOpenid(req, res);
  });
  const port = await listening(server);
  const { proxy, cut } = proxyTo(port);
  return {
    oidc: { issuer, ...client },
    samlMetadata: metadataOf(keys, issuer + samlPath),
    environment: {
      PLATFORM_OUTBOUND_HTTP_PROXY_URL: `http://127.0.0.1:${await listening(proxy)}`,
      PLATFORM_OUTBOUND_HTTP_ALLOWED_NETWORKS: '127.0.0.0/8',
      NODE_OPTIONS: `--import=${new URL('corporate-hosts.js', import.meta.url).href}`,
    },
    resolverRules: `MAP ${host}:443 127.0.0.1:${port}`,
    async stop() {
      cut();
      server.closeAllConnections();
      await Promise.all([server, proxy].map((one) => once(one.close(), 'close')));
    },
  };
}
