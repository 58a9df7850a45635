import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { DemoTenant } from './demo-tenants.ts';

/** The advice when a tenant has lost its administrator. */
const clientIsGone = ({ clientId, slug }: DemoTenant): string =>
  [
    `The client ${clientId} of the tenant ${slug} cannot get a token.`,
    'It has been deleted or disabled, or its secret has changed.',
    `"npx platformctl tenants admin-client reset ${slug}" restores the tenant's administrator;`,
    '"npm start -- --fresh" starts over with new data.',
  ].join('\n');

/**
 * A token of a demo tenant's client, limited to `scope`. The tenant's issuer is a host name that only the `Host` header can carry
 * here, which `fetch` does not send.
 */
export async function accessToken(
  hub: string,
  tenant: DemoTenant,
  scope?: string,
): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(scope ? { scope } : {}),
  }).toString();
  const body = await new Promise<unknown>((resolve, reject) => {
    const call = request(
      `${hub}/oauth2/token`,
      {
        method: 'POST',
        headers: {
          host: new URL(tenant.issuer).host,
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(form),
          authorization: `Basic ${Buffer.from(`${tenant.clientId}:${tenant.clientSecret}`).toString('base64')}`,
        },
      },
      (answer) => resolve(json(answer)),
    );
    call.on('error', reject);
    call.end(form);
  });
  const { access_token: token, error } = body as { access_token?: string; error?: string };
  if (error === 'invalid_client') throw new Error(clientIsGone(tenant));
  if (!token) throw new Error(`The hub did not return a token: ${JSON.stringify(body)}`);
  return token;
}
