import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { accessToken } from './access-token.ts';

const tenant = {
  slug: 'demo',
  tenantId: 'tnt_1',
  issuer: 'http://demo.platform.localhost:8080',
  clientId: 'demo-admin',
  clientSecret: 's',
};

/** The message for a person when the hub answers this. */
async function failureFor(answer: object): Promise<string> {
  const hub = createServer((_request, response) => response.end(JSON.stringify(answer)));
  hub.listen(0, '127.0.0.1');
  await once(hub, 'listening');
  const { port } = hub.address() as AddressInfo;
  try {
    return await accessToken(`http://127.0.0.1:${port}`, tenant);
  } catch (error) {
    return (error as Error).message;
  } finally {
    hub.close();
  }
}

test('an error for a missing client names it and explains how to restore it', async () => {
  const message = await failureFor({ error: 'invalid_client' });
  expect(message).toContain('The client demo-admin of the tenant demo cannot get a token');
  expect(message).toContain('npx platformctl tenants admin-client reset demo');
});

test('any other response without a token is shown unchanged', async () => {
  expect(await failureFor({ error: 'server_error' })).toContain('server_error');
});
