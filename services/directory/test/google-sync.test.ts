import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { testPlatform } from '@platform/testkit/service';
import type { TestAnswer, TestApi, TestPlatform } from '@platform/testkit/service';
import { directory } from '../src/service.ts';
import { startFakeGoogle } from './fake-google.ts';
import type { FakeGoogle } from './fake-google.ts';

const directories = '/api/v1/directories';
let google: FakeGoogle;
let platform: TestPlatform;
let acme: TestApi;
let n = 0;

beforeAll(async () => {
  google = await startFakeGoogle();
  platform = await testPlatform(directory, {
    'platform.federation.workspace.token-url': `${google.url}/token`,
    'platform.federation.workspace.api-base-url': google.url,
  });
  acme = await platform.as({ tenant: platform.hub.tenant('acme') });
});
afterAll(async () => {
  await platform.stop();
  await google.stop();
});
beforeEach(() => {
  google.users.clear();
  google.groups.clear();
  google.throttles = [];
  google.vanishing.clear();
  google.seen = [];
});

const ok = (answer: TestAnswer) => {
  expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
    200,
    undefined,
    undefined,
  ]);
  return answer.body;
};
async function workspace(adminEmail = google.adminEmail): Promise<string> {
  const body = { name: `Google ${++n}`, kind: 'workspace', config: {}, sync: { enabled: false } };
  const { id } = ok(await acme.post(directories, { body }));
  const serviceAccountKey = {
    type: 'service_account',
    project_id: 'project',
    token_uri: 'https://evil.example/token',
    ...google.key,
  };
  const credential = { type: 'google_service_account', serviceAccountKey, adminEmail };
  ok(await acme.put(`${directories}/${id}/connector-credential`, { body: credential }));
  return id;
}
function people(count: number): string[] {
  const ids = Array.from({ length: count }, () => `g${++n}`);
  for (const id of ids)
    google.users.set(id, { id, primaryEmail: `${id}@corp.example`, etag: `"${id}"` });
  return ids;
}
async function sync(id: string): Promise<any> {
  const started = ok(await acme.post(`${directories}/${id}/sync`));
  return eventually(async () => {
    const [run] = ok(await acme.get(`${directories}/${id}/sync-runs`)).data;
    return run.id === started.id && run.finishedAt !== null ? run : undefined;
  });
}

describe('a sync of a Google Workspace', () => {
  test('reads users, groups and members page by page, then only changes by ETag', async () => {
    const ids = people(5);
    google.groups.set('team', { id: 'team', name: 'Team', members: ids.slice(0, 3) });
    const id = await workspace();
    expect(await sync(id)).toMatchObject({
      state: 'COMPLETED',
      full: true,
      counts: { seen: 5, created: 5, groups: 1, failed: 0 },
    });
    expect(google.seen).toEqual([
      '/admin/directory/v1/users',
      '/admin/directory/v1/users2',
      '/admin/directory/v1/users4',
      '/admin/directory/v1/groups',
      '/admin/directory/v1/groups/team/members',
      '/admin/directory/v1/groups/team/members2',
    ]);

    const [renamed = '', suspended = ''] = ids;
    google.users.set(renamed, {
      ...google.users.get(renamed)!,
      primaryEmail: 'renamed@corp.example',
      etag: '"2"',
    });
    google.users.set(suspended, { ...google.users.get(suspended)!, suspended: true, etag: '"2"' });
    expect(await sync(id)).toMatchObject({
      state: 'COMPLETED',
      counts: { seen: 5, unchanged: 3, updated: 1, deactivated: 1 },
    });
  });

  test('maps every user again when the mapping has changed', async () => {
    people(2);
    const id = await workspace();
    await sync(id);
    expect(await sync(id)).toMatchObject({ counts: { seen: 2, unchanged: 2 } });
    const attributeMapping = [{ target: 'nickname', source: 'userName' }];
    ok(await acme.patch(`${directories}/${id}`, { body: { attributeMapping } }));
    await sync(id);
    const linked = ok(await acme.get(`${directories}/${id}/users`)).data;
    for (const { userId, userName } of linked)
      expect(ok(await acme.get(`/api/v1/directory/users/${userId}`)).nickname).toBe(userName);
  });

  test('waits if Google asks for a pause, in any of its forms', async () => {
    people(3);
    const id = await workspace();
    google.throttles = ['retry-after', 'user-rate', 'quota', 'failure'];
    expect(await sync(id)).toMatchObject({ state: 'COMPLETED', counts: { created: 3, failed: 0 } });
    expect(google.throttles).toEqual([]);
  });

  test('continues when Google ends a token early, and when a group is deleted during the run', async () => {
    const ids = people(2);
    google.groups.set('kept', { id: 'kept', name: 'Kept', members: ids });
    google.groups.set('gone', { id: 'gone', name: 'Gone', members: ids });
    google.vanishing.add('gone');
    const id = await workspace();
    await sync(id);
    google.seen = [];
    google.throttles = ['retry-after', 'token-ended'];
    expect(await sync(id)).toMatchObject({ state: 'COMPLETED', counts: { groups: 1, failed: 0 } });
    expect(ok(await acme.get(`${directories}/${id}`)).state).toBe('active');
  });

  test('fails and marks the credential if Google rejects it', async () => {
    people(1);
    const id = await workspace('nobody@corp.example');
    expect(await sync(id)).toMatchObject({ state: 'FAILED', counts: { seen: 0 } });
    expect(ok(await acme.get(`${directories}/${id}`)).state).toBe('invalid_credentials');
  });
});
