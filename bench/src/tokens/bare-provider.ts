import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { postgresAdapter } from './postgres-adapter.ts';

// The OAuth library by itself: one client, one account, and tokens of the same form as the hub's. With STORE_URL, artifacts are kept in
// that PostgreSQL database, else in the memory of the process.
const resource = 'urn:platform:product-api';
const scope = 'tenant:users.read';
const accountId = 'usr_bench';
const clientId = 'bench';
const port = Number(process.env['PORT']);
const storeUrl = process.env['STORE_URL'];

const signingKeys = [
  { alg: 'ES256', key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
  { alg: 'RS256', key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey },
].map(({ alg, key }) => ({ ...key.export({ format: 'jwk' }), alg, use: 'sig' }));

const provider = new Provider(`http://localhost:${port}`, {
  ...(storeUrl === undefined ? {} : { adapter: await postgresAdapter(storeUrl) }),
  clients: [
    {
      client_id: clientId,
      client_secret: process.env['CLIENT_SECRET'] ?? '',
      redirect_uris: ['https://app.example.com/callback'],
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    },
  ],
  jwks: { keys: signingKeys as never },
  scopes: ['openid', 'offline_access'],
  rotateRefreshToken: true,
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope,
        audience: 'product-api',
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
});

/** A refresh token, as a sign-in would have left it. */
async function newRefreshToken(): Promise<string> {
  const client = await provider.Client.find(clientId);
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope('openid offline_access');
  grant.addResourceScope(resource, scope);
  const token = new provider.RefreshToken({
    accountId,
    client,
    grantId: await grant.save(),
    gty: 'authorization_code',
    scope: `openid offline_access ${scope}`,
    resource,
    authTime: Math.floor(Date.now() / 1000),
  } as never);
  return token.save();
}

const oauth = provider.callback();
createServer((req, res) => {
  if (req.url === '/new-refresh-token') void newRefreshToken().then((token) => res.end(token));
  else void oauth(req, res);
}).listen(port, '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
