import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealedRows, testKeys } from '@platform/testkit/encryption-keys';
import { eventually } from '@platform/testkit/eventually';
import { withClient } from '@platform/dev/postgres';
import { testPlatform } from '@platform/testkit/service';
import type { TestPlatform } from '@platform/testkit/service';
import { directory } from '../src/service.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform(directory, testKeys('k1'));
});
afterAll(() => platform.stop());

test('a credential that waits for its hand-over can be opened after its key has been rotated out', async () => {
  const tenant = platform.hub.tenant('acme');
  const made = await (
    await platform.as({ tenant })
  ).post('/api/v1/directory/users', {
    body: { email: 'ada@example.com', credential: { password: 'correct horse battery' } },
  });
  expect(made.status).toBe(200);
  for (const keys of [testKeys('k2', 'k1'), testKeys('k2')]) {
    const pod = await platform.restart(keys);
    await eventually(async () => (await sealedRows(pod))['k2'] === 1);
  }
  const [row] = await withClient(
    platform.database.url,
    async (client) =>
      (await client.query<{ sealed: string }>('SELECT sealed FROM directory.credential_handover'))
        .rows,
  );
  expect(
    JSON.parse(
      platform.service.platform.secrets.open(row!.sealed, {
        tenantId: tenant.id,
        field: `credential_handover/${made.body.id}`,
      }),
    ),
  ).toMatchObject({ password: 'correct horse battery' });
});
