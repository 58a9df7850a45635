import { createHash } from 'node:crypto';
import type { Client } from 'oidc-provider';
import { expect, test } from 'vitest';
import { compareHashedSecrets } from './hashed-secrets.ts';
import { secret, testProvider } from './test-provider.ts';

async function clientOf(provider: ReturnType<typeof testProvider>) {
  const client = (await provider.Client.find('app')) as Client & {
    compareClientSecret(given: string): boolean;
  };
  const hash = createHash('sha256').update('active').digest('hex');
  return Object.assign(client, { live_secrets: [{ id: 'sec_1', hash }] });
}

test('the library compares a secret with one in plain text', async () => {
  const client = await clientOf(testProvider());
  expect([client.compareClientSecret(secret), client.compareClientSecret('active')]).toEqual([
    true,
    false,
  ]);
});

test('a secret is compared with the hashes of active secrets, and its use is reported', async () => {
  const provider = testProvider();
  const used: string[] = [];
  compareHashedSecrets(provider, ({ clientId }, { id }) => used.push(`${clientId} ${id}`));
  const client = await clientOf(provider);
  expect([client.compareClientSecret(secret), client.compareClientSecret('active')]).toEqual([
    false,
    true,
  ]);
  expect(used).toEqual(['app sec_1']);
});
