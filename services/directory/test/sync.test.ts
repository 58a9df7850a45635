import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { testPlatform } from '@platform/testkit/service';
import type { TestAnswer, TestApi, TestPlatform } from '@platform/testkit/service';
import { directory } from '../src/service.ts';
import { startFakeGraph } from './fake-graph.ts';
import type { FakeGraph } from './fake-graph-state.ts';

const directories = '/api/v1/directories';
let graph: FakeGraph;
let platform: TestPlatform;
let acme: TestApi;
let n = 0;

beforeAll(async () => {
  graph = await startFakeGraph();
  platform = await testPlatform(directory, {
    'platform.federation.cloud-directory.authority-base-urls': JSON.stringify({
      global: graph.url,
    }),
    'platform.federation.cloud-directory.graph-base-urls': JSON.stringify({ global: graph.url }),
    'platform.directory.sync.max-deactivation-min': '2',
  });
  acme = await platform.as({ tenant: platform.hub.tenant('acme') });
});
afterAll(async () => {
  await platform.stop();
  await graph.stop();
});
beforeEach(() => {
  graph.users.clear();
  graph.groups.clear();
  graph.changed.clear();
  graph.changedGroups.clear();
  graph.lagging.clear();
  graph.vanishing.clear();
  graph.untrackable.clear();
  graph.throttle = 0;
  graph.roles = ['User.Read.All', 'Group.Read.All'];
});

const ok = (answer: TestAnswer) => {
  expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
    200,
    undefined,
    undefined,
  ]);
  return answer.body;
};
/** A directory that is only read on request, with its credential. */
async function entra(clientSecret = graph.secret, more: object = {}): Promise<string> {
  const config = { tenantId: 'contoso', ...more };
  const body = { name: `Entra ${++n}`, kind: 'cloud_directory', config, sync: { enabled: false } };
  const { id } = ok(await acme.post(directories, { body }));
  const credential = { type: 'client_secret', clientId: 'platform', clientSecret };
  ok(await acme.put(`${directories}/${id}/connector-credential`, { body: credential }));
  return id;
}
function people(count: number): string[] {
  const ids = Array.from({ length: count }, () => `p${++n}`);
  for (const id of ids) {
    const mail = `${id}@contoso.example`;
    graph.users.set(id, { id, userPrincipalName: mail, mail, accountEnabled: true });
  }
  return ids;
}
/** Runs a sync to its end. */
async function sync(id: string, query = ''): Promise<any> {
  const { id: runId } = ok(await acme.post(`${directories}/${id}/sync${query}`));
  return eventually(async () => {
    const [run] = ok(await acme.get(`${directories}/${id}/sync-runs`)).data;
    return run.id === runId && run.finishedAt !== null ? run : undefined;
  });
}
const usersOf = async (id: string) => ok(await acme.get(`${directories}/${id}/users`)).data;
const activeOf = async (id: string): Promise<string[]> =>
  (await usersOf(id))
    .filter((user: any) => user.active)
    .map((user: any) => user.externalId)
    .toSorted();

describe('directoriesSync', () => {
  test('reads users and groups page by page, and then only changes', async () => {
    const ids = people(5);
    graph.groups.set('g', { id: 'g', displayName: 'Engineering', members: ids.slice(0, 3) });
    const id = await entra();
    const first = await sync(id);
    expect(first).toMatchObject({
      state: 'COMPLETED',
      full: true,
      trigger: 'manual',
      counts: { seen: 5, created: 5, groups: 1, failed: 0 },
    });
    expect(ok(await acme.get(`${directories}/${id}`))).toMatchObject({
      state: 'active',
      counts: { users: 5, groups: 1 },
      lastSync: { id: first.id },
    });
    const users = await usersOf(id);
    expect(users.every((user: any) => user.link === 'active' && user.userId !== null)).toBe(true);

    const [renamed = '', leaver = ''] = ids;
    graph.users.set(renamed, {
      ...graph.users.get(renamed)!,
      userPrincipalName: 'new@contoso.example',
    });
    graph.changed.set(renamed, 'changed').set(leaver, 'removed');
    const second = await sync(id);
    expect(second).toMatchObject({
      state: 'COMPLETED',
      full: false,
      counts: { seen: 1, updated: 1, deactivated: 1, created: 0 },
    });
    expect(await activeOf(id)).toEqual(ids.filter((one) => one !== leaver).toSorted());
  });

  test('tracks the organization data of employees, or only the other changes if Graph cannot', async () => {
    people(1);
    await sync(await entra());
    expect(graph.tracked).toContain('employeeOrgData');
    graph.untrackable.add('employeeOrgData');
    const id = await entra();
    await sync(id);
    expect(graph.tracked).not.toContain('employeeOrgData');
    expect(await sync(id)).toMatchObject({ state: 'COMPLETED', full: false });
  });

  test('continues after a text that cannot be stored', async () => {
    const [odd = ''] = people(3);
    graph.users.set(odd, { ...graph.users.get(odd)!, displayName: 'A\0da \ud800' });
    const id = await entra();
    expect(await sync(id)).toMatchObject({ state: 'COMPLETED', counts: { created: 3, failed: 0 } });
    const { userId } = (await usersOf(id)).find((user: any) => user.externalId === odd);
    const { displayName } = ok(await acme.get(`/api/v1/directory/users/${userId}`));
    expect(displayName).toBe('A\u{FFFD}da \u{FFFD}');
  });

  test('lists everything again when change tracking has expired', async () => {
    people(2);
    const id = await entra();
    await sync(id);
    graph.expireLinks();
    expect(await sync(id)).toMatchObject({
      state: 'COMPLETED',
      full: true,
      counts: { unchanged: 2 },
    });
  });

  test('waits when the source has requested a pause', async () => {
    people(3);
    const id = await entra();
    graph.throttle = 4;
    expect(await sync(id)).toMatchObject({ state: 'COMPLETED', counts: { created: 3 } });
    expect(graph.throttle).toBe(0);
  });

  test('lists everything again when the source forgets a page during the run', async () => {
    people(5);
    const id = await entra();
    graph.expirePages = true;
    expect(await sync(id)).toMatchObject({ state: 'COMPLETED', counts: { failed: 0 } });
    expect(graph.expirePages).toBe(false);
    expect(await activeOf(id)).toHaveLength(5);
  });

  test('retries after a failure of the source, and when a token ends early', async () => {
    people(3);
    const id = await entra();
    graph.failures = 2;
    expect(await sync(id)).toMatchObject({ state: 'COMPLETED', counts: { created: 3 } });
    graph.seen = [];
    graph.holdAfter = 2;
    const running = sync(id, '?full=true');
    await eventually(() => graph.held > 0);
    graph.endTokens();
    graph.release();
    expect(await running).toMatchObject({ state: 'COMPLETED', counts: { unchanged: 3 } });
  });

  test('tracks only the groups of its filter', async () => {
    const [member = ''] = people(1);
    const group = (id: string, displayName: string) =>
      void graph.groups.set(id, { id, displayName, members: [member] });
    group('e', 'Eng 1');
    group('s', 'Sales');
    const id = await entra(graph.secret, { groupFilter: "startswith(displayName,'Eng')" });
    expect(await sync(id)).toMatchObject({ state: 'COMPLETED', counts: { groups: 1 } });
    const namesOf = async (): Promise<string[]> =>
      ok(await acme.get(`${directories}/${id}/groups`)).data.map((g: any) => g.displayName);
    group('s', 'Sales and more');
    group('n', 'Eng 2');
    graph.changedGroups.set('s', 'changed').set('n', 'changed');
    expect(await sync(id)).toMatchObject({ full: false, counts: { groups: 1 } });
    expect((await namesOf()).toSorted()).toEqual(['Eng 1', 'Eng 2']);
    group('e', 'Operations');
    graph.changedGroups.set('e', 'changed');
    await sync(id);
    expect(await namesOf()).toEqual(['Eng 2']);
  });

  test('removes changed users who are guests now or are gone, and does not miss users whom filters find late', async () => {
    const [guest = '', gone = '', kept = ''] = people(3);
    const id = await entra();
    await sync(id);
    const [late = ''] = people(1);
    graph.users.set(guest, { ...graph.users.get(guest)!, userType: 'Guest' });
    graph.users.delete(gone);
    graph.lagging.add(late);
    for (const one of [guest, gone, late]) graph.changed.set(one, 'changed');
    expect(await sync(id)).toMatchObject({ counts: { created: 1, deactivated: 2 } });
    expect(await activeOf(id)).toEqual([kept, late].toSorted());
  });

  test('omits a group that is deleted during the run', async () => {
    const ids = people(1);
    graph.groups.set('kept', { id: 'kept', displayName: 'Kept', members: ids });
    graph.groups.set('gone', { id: 'gone', displayName: 'Gone', members: ids });
    graph.vanishing.add('gone');
    const id = await entra();
    expect(await sync(id)).toMatchObject({ state: 'COMPLETED', counts: { groups: 1 } });
  });

  test('counts the changes and writes nothing in a dry run', async () => {
    const ids = people(3);
    const id = await entra();
    const run = await sync(id, '?dryRun=true');
    expect(run).toMatchObject({
      state: 'COMPLETED',
      dryRun: true,
      counts: { seen: 3, created: 3 },
    });
    expect(run.changes.map((change: any) => [change.action, change.externalId])).toEqual(
      ids.map((externalId) => ['create', externalId]),
    );
    expect(await usersOf(id)).toEqual([]);
  });

  test('halts before too many users leave, and continues only if forced', async () => {
    const ids = people(4);
    const id = await entra();
    await sync(id);
    graph.users.clear();
    const halted = await sync(id, '?full=true');
    expect(halted).toMatchObject({ state: 'HALTED', counts: { deactivated: 0 } });
    expect(await activeOf(id)).toEqual(ids.toSorted());
    expect(await sync(id, '?full=true&force=true')).toMatchObject({
      state: 'COMPLETED',
      counts: { deactivated: 4 },
    });
    expect(await activeOf(id)).toEqual([]);
  });

  test('halts if the source is empty, in a small directory too', async () => {
    const [only = ''] = people(1);
    const id = await entra();
    await sync(id);
    graph.users.clear();
    expect(await sync(id, '?full=true')).toMatchObject({ state: 'HALTED' });
    expect(await activeOf(id)).toEqual([only]);
    expect(await sync(id, '?full=true&force=true')).toMatchObject({ counts: { deactivated: 1 } });
  });

  describe('with groups that are mapped to roles', () => {
    const groupsOf = async (id: string): Promise<any[]> =>
      ok(await acme.get(`${directories}/${id}/groups`)).data;
    const membersOf = async (id: string): Promise<number> => {
      const [row] = await withClient(platform.database.url, (client) =>
        client
          .query(
            'SELECT count(*)::int AS n FROM directory.directory_group_members WHERE directory_id = $1',
            [id],
          )
          .then(({ rows }) => rows),
      );
      return row.n;
    };
    const group = (id: string, members: string[]) =>
      void graph.groups.set(id, { id, displayName: `Group ${id}`, members });
    const stagedOf = async (id: string): Promise<number> => {
      const [row] = await withClient(platform.database.url, (client) =>
        client
          .query('SELECT count(*)::int AS n FROM directory.sync_pages WHERE directory_id = $1', [
            id,
          ])
          .then(({ rows }) => rows),
      );
      return row.n;
    };

    test('changes nothing if it halts: no user, no group, no membership', async () => {
      const ids = people(4);
      group('a', ids);
      const id = await entra();
      await sync(id);
      const before = await usersOf(id);
      graph.users.clear();
      const [newcomer = ''] = people(1);
      group('a', []);
      group('b', [newcomer]);
      expect(await sync(id, '?full=true')).toMatchObject({
        state: 'HALTED',
        counts: { created: 0, updated: 0, deactivated: 0, groups: 0 },
        errors: [{ code: 'users_leaving' }],
      });
      expect(await usersOf(id)).toEqual(before);
      expect((await groupsOf(id)).map((g) => g.externalId)).toEqual(['a']);
      expect(await membersOf(id)).toBe(4);
      expect(await stagedOf(id)).toBe(0);
      expect(await sync(id, '?full=true&force=true')).toMatchObject({
        state: 'COMPLETED',
        counts: { created: 1, deactivated: 4, groups: 2 },
      });
      expect(await membersOf(id)).toBe(1);
      expect(await stagedOf(id)).toBe(0);
    });

    test('halts if the source lists no groups', async () => {
      const ids = people(2);
      group('a', ids);
      const id = await entra();
      await sync(id);
      graph.groups.clear();
      expect(await sync(id, '?full=true')).toMatchObject({
        state: 'HALTED',
        errors: [{ code: 'groups_leaving' }],
      });
      expect(await membersOf(id)).toBe(2);
    });

    test.each([
      ['no members', true, (_members: string[]) => []],
      ['too few members', true, (members: string[]) => members.slice(0, 1)],
      ['two members fewer', false, (members: string[]) => members.slice(0, 2)],
    ])('with %s in its groups, halts: %s', async (_what, isHalted, left) => {
      const ids = people(4);
      group('a', ids);
      const id = await entra();
      await sync(id);
      group('a', left(ids));
      const run = await sync(id, '?full=true');
      expect(run.state).toBe(isHalted ? 'HALTED' : 'COMPLETED');
      if (isHalted) expect(run.errors).toMatchObject([{ code: 'memberships_leaving' }]);
      expect(await membersOf(id)).toBe(isHalted ? 4 : 2);
    });

    test('halts if one large group is gone', async () => {
      const ids = people(4);
      group('a', ids);
      group('b', ids.slice(0, 1));
      const id = await entra();
      await sync(id);
      graph.groups.delete('a');
      expect(await sync(id, '?full=true')).toMatchObject({
        state: 'HALTED',
        errors: [{ code: 'memberships_leaving' }],
      });
    });

    test('counts a membership once: one that ends with its user does not halt the run', async () => {
      const ids = people(40);
      for (const one of ['a', 'b', 'c', 'd']) group(one, ids.slice(0, 4));
      const id = await entra();
      await sync(id);
      for (const leaver of ids.slice(0, 2)) graph.users.delete(leaver);
      for (const one of ['a', 'b', 'c', 'd']) group(one, ids.slice(2, 4));
      expect(await sync(id, '?full=true')).toMatchObject({
        state: 'COMPLETED',
        counts: { deactivated: 2 },
      });
      expect(await membersOf(id)).toBe(8);
    });

    test('keeps the id of a group by its remote id, even if it was gone, so that its roles are given again', async () => {
      platform.access.setRoles(platform.hub.tenant('acme').id, { reader: [] });
      const [member = '', other = ''] = people(2);
      group('a', [member]);
      group('b', [other]);
      const id = await entra();
      await sync(id);
      const before = (await groupsOf(id)).find((g) => g.externalId === 'a');
      const mappings = `${directories}/${id}/group-role-mappings`;
      ok(await acme.post(mappings, { body: { groupId: before.id, role: 'reader' } }));
      graph.groups.delete('a');
      expect(await sync(id, '?full=true')).toMatchObject({ state: 'COMPLETED' });
      expect((await groupsOf(id)).map((g) => g.externalId)).toEqual(['b']);
      expect(ok(await acme.get(mappings)).data).toMatchObject([{ resolved: false }]);
      graph.groups.set('a', { id: 'a', displayName: 'Renamed meanwhile', members: [member] });
      await sync(id, '?full=true');
      const after = (await groupsOf(id)).find((g) => g.externalId === 'a');
      expect(after).toMatchObject({ id: before.id, displayName: 'Renamed meanwhile' });
      expect(ok(await acme.get(mappings)).data).toMatchObject([{ resolved: true }]);
      expect(await membersOf(id)).toBe(2);
    });

    test('gives the name of a removed group to its replacement', async () => {
      const [member = ''] = people(1);
      graph.groups.set('old', { id: 'old', displayName: 'Staff', members: [] });
      graph.groups.set('kept', { id: 'kept', displayName: 'Kept', members: [member] });
      const id = await entra();
      await sync(id);
      graph.groups.delete('old');
      graph.groups.set('new', { id: 'new', displayName: 'Staff', members: [] });
      expect(await sync(id, '?full=true')).toMatchObject({
        state: 'COMPLETED',
        counts: { failed: 0 },
      });
      expect((await groupsOf(id)).map((g) => g.externalId).toSorted()).toEqual(['kept', 'new']);
    });
  });

  test('ends once the directory is suspended', async () => {
    people(3);
    const id = await entra();
    graph.seen = [];
    graph.holdAfter = 1;
    const running = sync(id);
    await eventually(() => graph.held > 0);
    ok(await acme.patch(`${directories}/${id}`, { body: { status: 'suspended' } }));
    graph.release();
    expect(await running).toMatchObject({ state: 'FAILED', errors: [{ code: 'not_configured' }] });
    expect(await usersOf(id)).toEqual([]);
  });

  test('deactivates users whom the source has disabled', async () => {
    const [first = '', second = ''] = people(2);
    const id = await entra();
    await sync(id);
    graph.users.set(first, { ...graph.users.get(first)!, accountEnabled: false });
    expect(await sync(id, '?full=true')).toMatchObject({
      counts: { deactivated: 1, unchanged: 1 },
    });
    expect(await activeOf(id)).toEqual([second]);
  });

  test("fails and reports it in the directory's state if the credential is rejected", async () => {
    const id = await entra('a-secret-that-is-wrong');
    expect(await sync(id)).toMatchObject({ state: 'FAILED', errors: [{ code: 'secret_wrong' }] });
    expect(ok(await acme.get(`${directories}/${id}`))).toMatchObject({
      state: 'invalid_credentials',
      stateReason: 'credential_refused',
    });
  });

  test('runs one at a time, for readable directories with a credential', async () => {
    people(1);
    const id = await entra();
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => acme.post(`${directories}/${id}/sync`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'conflict')).toHaveLength(2);
    const scim = ok(await acme.post(directories, { body: { name: 'x', kind: 'scim' } }));
    expect((await acme.post(`${directories}/${scim.id}/sync`)).body.code).toBe('invalid_state');
    ok(await acme.delete(`${directories}/${id}/connector-credential`));
    expect((await acme.post(`${directories}/${id}/sync`)).body.code).toBe('invalid_state');
  });
});

describe('connection tests', () => {
  const testEntra = (body: object) => acme.post('/api/v1/federation-members/test', { body });
  const credential = () => ({
    tenantId: 'contoso',
    clientId: 'platform',
    clientSecret: graph.secret,
  });
  const statuses = ({ steps }: any) => steps.map(({ name, status }: any) => `${name} ${status}`);

  test('walk through Microsoft Entra ID step by step', async () => {
    people(4);
    const report = ok(await testEntra({ ...credential(), sampleSize: 1 }));
    expect(statuses(report)).toEqual([
      'authority ok',
      'token_request ok',
      'permissions ok',
      'organization ok',
      'list_users ok',
      'list_groups ok',
      'delta ok',
    ]);
    expect(report).toMatchObject({
      ok: true,
      kind: 'cloud_directory',
      summary: { tenantId: 'contoso', verifiedDomains: ['contoso.com'] },
    });
    // As the default mapping would create the user.
    const [user] = graph.users.values();
    expect(report.sample).toEqual([{ email: user?.mail, username: user?.userPrincipalName }]);
  });

  test('stop at the failing step, and report the reason', async () => {
    graph.roles = ['User.Read.All'];
    const report = ok(await testEntra(credential()));
    expect(statuses(report).slice(1, 4)).toEqual([
      'token_request ok',
      'permissions failed',
      'organization skipped',
    ]);
    expect(report.steps[2]).toMatchObject({ code: 'permission_missing' });
    const wrong = ok(await testEntra({ ...credential(), clientSecret: 'wrong' }));
    expect(wrong.steps[1]).toMatchObject({ status: 'failed', code: 'secret_wrong' });
    expect(JSON.stringify(wrong)).not.toContain('invalid_client');
  });

  test('reveal nothing about hosts that are not called', async () => {
    const targets = ['https://127.0.0.1', 'https://10.1.2.3', 'https://169.254.169.254'];
    const reports = await Promise.all(
      targets.map(async (issuer) =>
        ok(
          await acme.post('/api/v1/federation-members/test-idp', {
            body: { protocol: 'oidc', issuer },
          }),
        ),
      ),
    );
    for (const { steps, durationMs } of reports)
      expect([durationMs, steps[0]]).toEqual([
        0,
        {
          name: 'discovery',
          status: 'failed',
          durationMs: 0,
          code: 'target_not_allowed',
          detail: 'The platform is not allowed to call this host.',
        },
      ]);
  });

  test('reject XML with a document type', async () => {
    const metadataXml = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>';
    const body = { protocol: 'saml', metadataXml };
    const report = ok(await acme.post('/api/v1/federation-members/test-idp', { body }));
    expect(report.steps[1]).toMatchObject({
      name: 'xml',
      status: 'failed',
      code: 'doctype_not_allowed',
    });
  });

  test('with the stored credential are probes and update the state', async () => {
    people(1);
    const id = await entra();
    const report = ok(await acme.post(`${directories}/${id}/probe`));
    expect(report.ok).toBe(true);
    expect(ok(await acme.get(`${directories}/${id}`))).toMatchObject({
      state: 'active',
      lastProbe: report,
    });
    const { id: bare } = ok(
      await acme.post(directories, {
        body: { name: 'x', kind: 'cloud_directory', config: { tenantId: 'x' } },
      }),
    );
    expect((await acme.post(`${directories}/${bare}/probe`)).body.code).toBe('invalid_state');
  });
});
