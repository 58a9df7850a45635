import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import { testApi } from './test-api.ts';

export const testIssuer = { issuer: 'https://acme.id.example.com', audience: 'orders' };

export interface TokenParts {
  claims?: object;
  typ?: string;
  lifetime?: string;
}

interface Endpoints {
  keys?: () => Response;
  introspection?: () => Response;
}

/** An issuer with one key. */
export async function startTestIssuer() {
  const { issuer, audience } = testIssuer;
  const pair = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'ES256' };
  const metadata = {
    issuer,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    introspection_endpoint: `${issuer}/introspect`,
  };
  return {
    /** Serves metadata, keys and introspection. */
    api: ({ keys, introspection }: Endpoints = {}) =>
      testApi(({ url }) => {
        if (url.endsWith('/jwks')) return keys?.() ?? Response.json({ keys: [jwk] });
        if (url.endsWith('/introspect') && introspection) return introspection();
        return Response.json(metadata);
      }),
    token: ({ claims = {}, typ = 'at+jwt', lifetime = '10m' }: TokenParts = {}) =>
      new SignJWT({
        iss: issuer,
        aud: audience,
        sub: 'usr_1',
        client_id: 'app_1',
        scope: 'orders.read orders.write',
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ })
        .setExpirationTime(lifetime)
        .sign(pair.privateKey),
  };
}

export type TestIssuer = Awaited<ReturnType<typeof startTestIssuer>>;
