import { once } from 'node:events';
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { localCertificates } from '@platform/dev/tls-certificates';
import { freePorts } from '@platform/dev/ports';
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

/** The identity providers of two companies on this machine: one speaks OpenID Connect, the other SAML. */
export interface CorporateProviders {
  oidc: { issuer: string; clientId: string; clientSecret: string };
  samlMetadata: string;
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

/** Starts {@link CorporateProviders}, under the authority of `npm start -- --tls`. */
export async function startCorporateProviders(dataDir: string): Promise<CorporateProviders> {
  const { cert, key } = await localCertificates(join(dataDir, 'tls'), ['localhost']);
  const [port = 0] = await freePorts(1);
  const issuer = `https://localhost:${port}`;
  const provider = openidProvider(issuer);
  // The directory, whose id is part of the callback, is made with the issuer.
  Object.assign(provider.Client.prototype, { redirectUriAllowed: () => true });
  const answerOpenid = provider.callback();
  const keys = samlKeys();
  const server = createServer({ cert, key }, (req: IncomingMessage, res: ServerResponse) => {
    const url = new URL(req.url ?? '/', issuer);
    if (url.pathname === samlPath)
      res.setHeader('content-type', 'text/html').end(samlPage(url, keys));
    else void answerOpenid(req, res);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    oidc: { issuer, ...client },
    samlMetadata: metadataOf(keys, issuer + samlPath),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
