import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { testPlatform } from '@platform/testkit/service';
import type { TestApi, TestPlatform } from '@platform/testkit/service';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { directory } from '../src/service.ts';
import { newDirectory, sql } from './scim-harness.ts';
import type { ScimDirectory } from './scim-harness.ts';

let platform: TestPlatform;
let tenant: TestTenant;
let api: TestApi;

beforeAll(async () => {
  platform = await testPlatform(directory);
  tenant = platform.hub.tenant('acme');
  api = await platform.as({ tenant });
});
afterAll(() => platform.stop());

const path = (id: string, query = ''): string => `/api/v1/directories/${id}/requests${query}`;
const listed = (dir: ScimDirectory, count: number): Promise<any[]> =>
  eventually(async () => {
    const { data } = (await api.get(path(dir.id))).body;
    return data.length >= count ? data : undefined;
  });

describe('directoriesListRequests', () => {
  test('lists what a directory has sent, newest first, with the reason of a failure', async () => {
    const dir = await newDirectory(platform, { tenantId: tenant.id });
    const created = await dir.call('post', '/Users', {
      body: { userName: 'ada', displayName: 'Ada Lovelace' },
    });
    await dir.call('get', `/Users?filter=${encodeURIComponent('userName eq "ada"')}`);
    await dir.call('post', '/Users', { body: { userName: 'ada' } });
    await dir.call('get', `/Users/${newId('directoryUser')}`);
    const data = await listed(dir, 4);
    expect(
      data.map(({ method, path: at, status, reason }) => [method, at, status, reason]),
    ).toEqual([
      [
        'GET',
        expect.stringMatching(/^\/Users\/\w+$/),
        404,
        expect.objectContaining({ code: 'not_found' }),
      ],
      [
        'POST',
        '/Users',
        409,
        { code: 'already_exists', scimType: 'uniqueness', fields: expect.any(Array) },
      ],
      ['GET', '/Users', 200, null],
      ['POST', '/Users', created.status, null],
    ]);
    expect(data[0]).toMatchObject({
      at: expect.any(String),
      durationMs: expect.any(Number),
      bearerId: expect.stringMatching(/^\w+_/),
      requestId: expect.any(String),
    });
  });

  test('keeps nothing that names a person', async () => {
    const dir = await newDirectory(platform, { tenantId: tenant.id });
    await dir.call('get', `/Users?filter=${encodeURIComponent('userName eq "grace@example.com"')}`);
    await dir.call('post', '/Users', { body: { userName: 'grace@example.com', active: 'maybe' } });
    await listed(dir, 2);
    const rows = await sql(platform, 'SELECT * FROM scim_requests WHERE directory_id = $1', [
      dir.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain('grace');
  });

  test('lists requests of a suspended directory, which are rejected', async () => {
    const dir = await newDirectory(platform, { tenantId: tenant.id });
    await sql(platform, `UPDATE directories SET state = 'suspended' WHERE id = $1`, [dir.id]);
    await dir.call('get', '/Users');
    expect(await listed(dir, 1)).toMatchObject([
      { status: 403, reason: { code: 'caller_not_allowed' } },
    ]);
  });

  test('keeps the last hundred, and pages through them', async () => {
    const dir = await newDirectory(platform, { tenantId: tenant.id });
    for (let i = 0; i < 105; i++) await dir.call('get', '/ServiceProviderConfig');
    await dir.call('get', '/Users');
    await eventually(async () => (await listed(dir, 1))[0].path === '/Users');
    const count = async () =>
      Number(
        (
          await sql(platform, 'SELECT count(*) AS n FROM scim_requests WHERE directory_id = $1', [
            dir.id,
          ])
        )[0]?.['n'],
      );
    expect(await count()).toBe(100);
    const first = (await api.get(path(dir.id, '?limit=60'))).body;
    const second = (await api.get(path(dir.id, `?limit=60&cursor=${first.nextCursor}`))).body;
    expect([first.data.length, second.data.length, second.hasMore]).toEqual([60, 40, false]);
  });

  test('hides directories of other tenants, and requires the scope', async () => {
    const dir = await newDirectory(platform, { tenantId: tenant.id });
    const other = await platform.as({ tenant: platform.hub.tenant('globex') });
    expect((await other.get(path(dir.id))).status).toBe(404);
    const caller = await platform.as({ tenant, scopes: ['tenant:users.read'] });
    expect((await caller.get(path(dir.id))).status).toBe(403);
  });
});
