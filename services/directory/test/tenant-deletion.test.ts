import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventuallyPasses } from '@platform/testkit/eventually';
import { testPlatform } from '@platform/testkit/service';
import type { TestPlatform } from '@platform/testkit/service';
import { temporaryFolder } from '@platform/testkit/stores';
import { newId } from '@platform/kit/ids';
import { directory } from '../src/service.ts';
import { lines, upload } from './migration-fixtures.ts';

const users = '/api/v1/directory/users';
let platform: TestPlatform;

const folder = temporaryFolder('tenant-deletion-');
const filesOf = (tenantId: string): string[] =>
  readdirSync(folder.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && join(entry.parentPath, entry.name).includes(tenantId))
    .map(({ name }) => name);

beforeAll(async () => {
  platform = await testPlatform(directory, { 'platform.migration.local.base-dir': folder.path });
});
afterAll(async () => {
  await platform.stop();
  folder.remove();
});

const fill = async (slug: string): Promise<string> => {
  const tenant = platform.hub.tenant(slug);
  const api = await platform.as({ tenant });
  const { id } = (await api.post('/api/v1/organizations', { body: { name: 'Org' } })).body;
  const made = await api.post(users, {
    body: {
      email: 'ada@example.com',
      displayName: 'Ada',
      credential: { password: 'correct horse' },
      memberships: [{ organizationId: id }],
    },
  });
  expect(made.status).toBe(200);
  await upload(api, lines([{ email: 'grace@example.com' }]));
  return tenant.id;
};
const tables = [
  'users',
  'user_identifiers',
  'user_search',
  'credential_handover',
  'organizations',
  'memberships',
  'counter_steps',
  'migration_uploads',
];
const left = (tenantId: string): Promise<string[]> =>
  platform.service.platform.db.read(
    { tenantId, actor: { type: 'system', id: 'test' } },
    async (tx) => {
      const found: string[] = [];
      for (const table of tables)
        if (await tx.row(`SELECT 1 FROM ${table} LIMIT 1`)) found.push(table);
      return found;
    },
  );

test('deleting a tenant removes all of its users and files, and none of other tenants', async () => {
  const [gone, stays] = [await fill('short-lived'), await fill('long-lived')];
  expect(await left(gone)).toEqual(tables);
  expect(filesOf(gone)).toHaveLength(1);
  const event = {
    id: newId('event'),
    type: 'tenant.deleted',
    occurredAt: new Date().toISOString(),
    actor: { type: 'system', id: 'hub' },
    organizationId: null,
    subject: { type: 'tenant', id: gone },
    data: {},
    schemaVersion: 1,
  };
  await platform.service.platform.bus
    .jetstream()
    ?.publish(
      'platform.tenant.deleted',
      JSON.stringify({ id: event.id, type: event.type, tenantid: gone, data: event }),
    );
  await eventuallyPasses(async () => expect([await left(gone), filesOf(gone)]).toEqual([[], []]));
  expect(await left(stays)).toEqual(tables);
  expect(filesOf(stays)).toHaveLength(1);
});
