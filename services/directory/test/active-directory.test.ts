import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { directoryConfigs } from '@platform/contracts';
import { ldapReader } from '../src/sync/sources/ldap/ldap-reader.ts';
import type { RemotePage } from '../src/sync/sources/remote-records.ts';
import { startFakeActiveDirectory } from './fake-active-directory.ts';
import type { FakeActiveDirectory } from './fake-active-directory.ts';

const baseDn = 'DC=corp,DC=example';
const users = `OU=People,${baseDn}`;
const groups = `OU=Groups,${baseDn}`;
const count = 8;
let fake: FakeActiveDirectory;

const guid = (n: number): string => n.toString(16).padStart(32, '0');
const userDn = (n: number): string => `CN=Person (${n}),${users}`;
const groupDn = (name: string): string => `CN=${name},${groups}`;
const group = (name: string, n: number, member: string[]) =>
  fake.put(groupDn(name), {
    objectClass: ['group'],
    kind: [name.startsWith('App') ? 'app' : 'team'],
    cn: [name],
    objectGUID: [guid(n)],
    member,
  });

beforeAll(async () => {
  fake = await startFakeActiveDirectory();
});
afterAll(() => fake.stop());
beforeEach(() => {
  for (let n = 0; n < count; n += 1)
    fake.put(userDn(n), {
      objectClass: ['user'],
      objectGUID: [guid(n)],
      sAMAccountName: [`p${n}`],
    });
  group('Inner', 101, [3, 4, 5, 6, 7].map(userDn));
  group('Outer', 102, [userDn(1), groupDn('Inner'), groupDn('App cycle')]);
  group('App plain', 103, [0, 1, 2, 3].map(userDn));
  group('App cycle', 104, [userDn(2), groupDn('Outer')]);
  fake.searches.length = 0;
});

/** All pages of a run, and where the next one begins. */
async function read(position: RemotePage['position'] = null) {
  const reader = ldapReader(
    {
      egress: { connect: async () => connect(fake.port, '127.0.0.1') as never },
      config: directoryConfigs.ldap.parse({
        urls: ['ldaps://dc.corp.example'],
        baseDn,
        userFilter: '(objectClass=user)',
        groupBaseDn: groups,
        groupFilter: '(&(objectClass=group)(kind=app))',
        vendor: 'active_directory',
        pageSize: 2,
      }),
      credential: { type: 'ldap_bind', bindDn: 'reader', password: 'secret' },
      timeoutMs: 10_000,
    },
    { withGroups: true, position },
  );
  const pages: RemotePage[] = [];
  for (let next: unknown = true; next !== null; next = pages.at(-1)?.next)
    pages.push(await reader.read(null, AbortSignal.timeout(30_000)));
  await reader.close();
  const names = new Map(
    [...fake.entries.values()].map((e) => [e['objectGUID']![0], e['cn']?.[0]] as const),
  );
  const plain = (id: string): string => id.replaceAll('-', '');
  const members = pages.flatMap((page) => page.members);
  return {
    users: pages.flatMap((page) => page.users).length,
    members: Object.fromEntries(
      members.map(({ groupExternalId, all }) => [
        names.get(plain(groupExternalId)),
        all.map((id) => Number.parseInt(plain(id), 16)).toSorted((a, b) => a - b),
      ]),
    ),
    position: pages.at(-1)?.position,
  };
}
const inChain = () => fake.searches.filter((one) => one.includes(':1.2.840.113556.1.4.1941:='));

describe('Active Directory', () => {
  test('expands nested groups by its matching rule, with one search for each of them', async () => {
    const run = await read();
    expect(run.users).toBe(count);
    expect(run.members).toEqual({
      'App plain': [0, 1, 2, 3],
      'App cycle': [1, 2, 3, 4, 5, 6, 7],
    });
    // Pages of two: seven members take four searches.
    expect(new Set(inChain()).size).toBe(1);
    expect(inChain()).toHaveLength(4);
  });

  test('finds the groups that contain a changed group when changes are tracked', async () => {
    const { position } = await read();
    fake.put(userDn(count), { objectClass: ['user'], objectGUID: [guid(count)] });
    group('Inner', 101, [userDn(3), userDn(count)]);
    fake.searches.length = 0;
    const run = await read(position);
    expect(run.members).toEqual({ 'App cycle': [1, 2, 3, count] });
    const around = inChain().filter((one) => one.includes('(member:'));
    expect(around.length).toBeGreaterThan(0);
    expect(fake.searches).not.toContain(`${baseDn} (objectClass=user)`);
  });

  test('does not search for groups if none has changed', async () => {
    group('Another', 110, []);
    fake.put(userDn(count), { objectClass: ['user'], objectGUID: [guid(count)] });
    const { position } = await read();
    fake.searches.length = 0;
    expect(await read(position)).toMatchObject({ users: 1, members: {} });
    expect(inChain()).toEqual([]);
  });
});
