import { localFetch } from '@platform/dev/local-fetch';
import { eventually } from '@platform/testkit/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startExample } from './example.ts';
import type { RunningExample } from './example.ts';
import { exampleTenant } from './tenant.ts';
import type { ExampleTenant } from './tenant.ts';

let tenant: ExampleTenant;
let client: { CLIENT_ID: string; CLIENT_SECRET: string };

beforeAll(async () => {
  tenant = await exampleTenant();
  client = await tenant.register({ type: 'm2m', allowedScopes: ['orders.read', 'orders.refund'] });
});

describe.each(['express-api', 'fastify-api', 'hono-api'])('%s', (name) => {
  let api: RunningExample;
  beforeAll(async () => {
    api = await startExample(name, { ...tenant.environment, ...client });
  });
  afterAll(() => api?.stop());

  const call = (path: string, token?: string, method = 'GET') =>
    fetch(`${api.url}${path}`, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }) },
    });

  it('returns orders to applications that may read them', async () => {
    const response = await call('/orders', await tenant.token(client));
    expect([response.status, await response.json()]).toEqual([
      200,
      { orders: [{ id: 'ord_1', total: 120 }], reader: client.CLIENT_ID },
    ]);
  });

  it('refuses others with a challenge', async () => {
    const missing = await call('/orders');
    expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="product-api"',
    ]);
    const refused = await call('/orders', await tenant.token(client, 'orders.refund'));
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toContain('scope="orders.read"');
    const other = await tenant.under.token('demo');
    expect((await call('/orders', `${other.slice(0, -2)}AA`)).status).toBe(401);
  });

  it('asks for a second factor before a refund', async () => {
    const response = await call('/orders/ord_1/refunds', await tenant.token(client), 'POST');
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain(
      'acr_values="aal2 aal3", max_age="300"',
    );
    expect(await response.json()).toMatchObject({ code: 'insufficient_user_authentication' });
  });
});

describe('hono-api', () => {
  it('rejects a token that has been revoked', async () => {
    const api = await startExample('hono-api', { ...tenant.environment, ...client });
    const token = await tenant.token(client);
    const status = async (): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${api.url}/orders`, { headers })).status;
    };
    expect(await status()).toBe(200);
    await localFetch(`${tenant.environment.ISSUER}/oauth2/revoke`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${client.CLIENT_ID}:${client.CLIENT_SECRET}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: `token=${token}`,
    });
    await eventually(async () => (await status()) === 401);
    await api.stop();
  });
});
