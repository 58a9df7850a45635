import { generateKeyPairSync } from 'node:crypto';
import { listen } from '@platform/kit/http';
import { sendRaw } from '@platform/testkit/http';
import type { HttpAnswer, HttpCall } from '@platform/testkit/http';
import { Provider } from 'oidc-provider';
import type { Configuration } from 'oidc-provider';

const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
export const secret = 's'.repeat(40);
export const redirectUri = 'http://127.0.0.1/callback';

/** The configuration of a provider with one client, `app`, and one user, `ada`. */
export const testConfiguration = (client: object = {}): Configuration => ({
  clients: [
    {
      client_id: 'app',
      client_secret: secret,
      redirect_uris: [redirectUri],
      application_type: 'native',
      ...client,
    },
  ],
  jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: 'current', alg: 'RS256' }] as never },
  cookies: { keys: ['test'] },
  features: { devInteractions: { enabled: false } },
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
});

/** A provider without patches. */
export const testProvider = (client?: object): Provider =>
  new Provider('http://localhost', testConfiguration(client));

/** Sends a request to a provider. */
export async function ask(
  provider: Provider,
  path: string,
  call: HttpCall = {},
): Promise<HttpAnswer> {
  const server = await listen(0, provider.callback());
  try {
    return await sendRaw(server.port, path, { host: 'localhost', ...call });
  } finally {
    await server.close(0);
  }
}
