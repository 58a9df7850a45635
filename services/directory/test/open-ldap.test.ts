import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { patientPeer } from '@platform/testkit/patient-peer';
import type { RpcClient, RpcPeer } from '@platform/kit/grpc';
import { eventually } from '@platform/testkit/eventually';
import { testPlatform } from '@platform/testkit/service';
import type { TestApi, TestPlatform } from '@platform/testkit/service';
import { directoryService } from '../src/service.ts';
import { imported, expectBody, sourcesPath, usersPath } from './migration-fixtures.ts';
import { baseDn, hasOpenLdap, reader, startOpenLdap } from './open-ldap.ts';
import type { OpenLdap } from './open-ldap.ts';
import { sql } from './scim-harness.ts';

const directories = '/api/v1/directories';
const people = `ou=people,${baseDn}`;
const password = 'correct horse';
let ldap: OpenLdap;
let platform: TestPlatform;
let identity: RpcClient<'platform.directory.v1.Directory'>;
let peer: RpcPeer;
let acme: TestApi;
let tenantId: string;
let n = 0;

const ssha = (plain: string): string => {
  const salt = randomBytes(8);
  const digest = createHash('sha1').update(plain).update(salt).digest();
  return `{SSHA}${Buffer.concat([digest, salt]).toString('base64')}`;
};

const dnOf = (uid: string): string => `uid=${uid},${people}`;
const addPerson = (uid: string, more: Record<string, string> = {}) =>
  ldap.add(dnOf(uid), {
    objectClass: 'inetOrgPerson',
    uid,
    cn: `Person ${uid}`,
    sn: uid,
    mail: `${uid}@example.com`,
    userPassword: ssha(password),
    ...more,
  });

/** More than an unpaged search returns. */
const count = 12;
const uids = Array.from({ length: count }, (_, i) => `p${String(i).padStart(2, '0')}`);

if (!hasOpenLdap)
  console.warn(
    'slapd is not installed: the tests against OpenLDAP are skipped (apt-get install slapd)',
  );

describe.skipIf(!hasOpenLdap)('OpenLDAP', () => {
  beforeAll(async () => {
    ldap = await startOpenLdap();
    platform = await testPlatform(
      directoryService({
        egress: {
          allowedHosts: ['localhost'],
          resolver: async () => ['127.0.0.1'],
          connect: ldap.dial,
        },
      }),
    );
    peer = patientPeer({
      address: `127.0.0.1:${platform.service.rpcPort}`,
      token: () => platform.cluster.mint('identity-service', 'directory'),
    });
    identity = peer.service('platform.directory.v1.Directory');
    for (const uid of uids) await addPerson(uid);
    await ldap.add(`cn=staff,ou=groups,${baseDn}`, {
      objectClass: 'groupOfNames',
      cn: 'Staff',
      member: uids.slice(0, 7).map(dnOf),
    });
  });
  afterAll(async () => {
    peer.close();
    await platform.stop();
    await ldap.stop();
  });
  beforeEach(async () => {
    const tenant = platform.hub.tenant(`acme-${++n}`);
    tenantId = tenant.id;
    acme = await platform.as({ tenant });
  });

  interface Wanted {
    config?: object;
    credential?: object;
  }
  async function directory({ config = {}, credential = {} }: Wanted = {}): Promise<string> {
    const body = {
      name: 'OpenLDAP',
      kind: 'ldap',
      sync: { enabled: false },
      config: {
        urls: ['ldaps://localhost'],
        baseDn: people,
        userFilter: '(objectClass=inetOrgPerson)',
        groupBaseDn: `ou=groups,${baseDn}`,
        groupFilter: '(objectClass=groupOfNames)',
        vendor: 'openldap',
        pageSize: 5,
        ...config,
      },
    };
    const { id } = expectBody(await acme.post(directories, { body }));
    expectBody(
      await acme.put(`${directories}/${id}/connector-credential`, {
        body: {
          type: 'ldap_bind',
          ...reader,
          caCertificatesPem: ldap.certificate,
          ...credential,
        },
      }),
    );
    return id;
  }
  async function sync(id: string, query = ''): Promise<any> {
    const started = await acme.post(`${directories}/${id}/sync${query}`);
    expect(started.status).toBe(200);
    return eventually(async () => {
      const [run] = expectBody(await acme.get(`${directories}/${id}/sync-runs`)).data;
      return run.id === started.body.id && run.finishedAt !== null ? run : undefined;
    });
  }
  const probe = async (id: string) => expectBody(await acme.post(`${directories}/${id}/probe`));
  const failedStep = (report: any) =>
    report.steps
      .filter((step: any) => step.status === 'failed')
      .map((step: any) => [step.name, step.code]);

  describe('a probe', () => {
    test.each([
      ['TLS', ['ldaps://localhost'], {}],
      ['StartTLS', ['ldap://localhost'], { startTls: true }],
    ])('succeeds over %s', async (_how, urls, more) => {
      const report = await probe(await directory({ config: { urls, ...more } }));
      expect([report.ok, failedStep(report)]).toEqual([true, []]);
      expect(report.steps.map((step: any) => step.name)).toContain('paged_results');
    });

    test.each([
      ['a wrong password', { credential: { password: 'wrong' } }, ['bind', 'credential_refused']],
      ['a missing base DN', { config: { baseDn: 'dc=nowhere' } }, ['base_dn', 'base_not_found']],
      [
        'an untrusted server',
        { credential: { caCertificatesPem: undefined } },
        ['tls', 'tls_failed'],
      ],
    ])('fails at the right step for %s', async (_what, wanted, step) => {
      const report = await probe(await directory(wanted));
      expect([report.ok, failedStep(report)]).toEqual([false, [step]]);
    });
  });

  describe('a sync', () => {
    test('reads everything in pages, then only changes, and removes missing users', async () => {
      const id = await directory();
      expect(await sync(id)).toMatchObject({
        state: 'COMPLETED',
        full: true,
        counts: { seen: count, created: count, groups: 1, failed: 0 },
      });
      const [staff] = expectBody(await acme.get(`${directories}/${id}/groups`)).data;
      expect(staff).toMatchObject({ displayName: 'Staff' });
      const [members] = await sql<{ n: number }>(
        platform,
        'SELECT count(*)::int AS n FROM directory_group_members WHERE tenant_id = $1 AND directory_id = $2',
        [tenantId, id],
      );
      expect(members?.n).toBe(7);

      // Within the same second as the sync: modifyTimestamp is the same, entryCSN is not.
      await ldap.change(dnOf('p00'), { displayName: 'Ada once more' });
      await ldap.change(dnOf('p00'), { displayName: 'Ada for good' });
      expect(await sync(id)).toMatchObject({ full: false, counts: { updated: 1, failed: 0 } });
      const email = encodeURIComponent('p00@example.com');
      expect(expectBody(await acme.get(`${usersPath}?email=${email}`)).data).toMatchObject([
        { displayName: 'Ada for good' },
      ]);

      await addPerson('leaver');
      expect(await sync(id)).toMatchObject({ counts: { created: 1 } });
      await ldap.remove(dnOf('leaver'));
      expect(await sync(id, '?full=true')).toMatchObject({
        full: true,
        counts: { seen: count, deactivated: 1, failed: 0 },
      });
    });

    describe('of nested groups', () => {
      const groupDn = (cn: string, ou = 'groups') => `cn=${cn},ou=${ou},${baseDn}`;
      const addGroup = (cn: string, member: string[], ou = 'groups') =>
        ldap.add(groupDn(cn, ou), { objectClass: 'groupOfNames', cn, member });
      const addUnique = (cn: string, uniqueMember: string[]) =>
        ldap.add(groupDn(cn), { objectClass: 'groupOfUniqueNames', cn, uniqueMember });
      const added: string[] = [];
      const apps = {
        config: { baseDn, groupFilter: '(&(objectClass=groupOfNames)(cn=app-*))' },
      };
      beforeEach(async () => {
        await addUnique('team-inner', [dnOf('p03'), dnOf('p04')]);
        await addGroup('team-outer', [dnOf('p01'), groupDn('team-inner'), groupDn('app-cycle')]);
        await addGroup('app-plain', [dnOf('p00')]);
        await addGroup('app-cycle', [dnOf('p02'), groupDn('team-outer')]);
        await addGroup('app-around', [groupDn('app-cycle'), dnOf('p02'), groupDn('absent')]);
        added.push('team-inner', 'team-outer', 'app-plain', 'app-cycle', 'app-around');
      });
      afterEach(async () => {
        for (const cn of added.splice(0)) await ldap.remove(groupDn(cn));
      });
      const membersOf = async (id: string): Promise<Record<string, string[]>> => {
        const rows = await sql<{ name: string; members: string[] }>(
          platform,
          `SELECT g.display_name AS name, array_agg(u.user_name ORDER BY u.user_name) AS members FROM directory_groups g
           JOIN directory_group_members m ON m.tenant_id = g.tenant_id AND m.directory_id = g.directory_id AND m.group_id = g.id
           JOIN directory_users u ON u.tenant_id = g.tenant_id AND u.directory_id = g.directory_id AND u.id = m.directory_user_id
           WHERE g.tenant_id = $1 AND g.directory_id = $2 GROUP BY g.display_name`,
          [tenantId, id],
        );
        return Object.fromEntries(rows.map(({ name, members }) => [name, members]));
      };

      test('gives a group the users of its nested groups, through cycles and groups that are not synced', async () => {
        const id = await directory(apps);
        expect(await sync(id)).toMatchObject({ state: 'COMPLETED', counts: { groups: 3 } });
        const all = ['p01', 'p02', 'p03', 'p04'];
        expect(await membersOf(id)).toEqual({
          'app-plain': ['p00'],
          'app-cycle': all,
          'app-around': all,
        });
      });

      test('follows changes of a nested group, and nothing else', async () => {
        const id = await directory(apps);
        await sync(id);
        await addPerson('late');
        const changed = { uniqueMember: [dnOf('p03'), dnOf('late')] };
        await ldap.change(groupDn('team-inner'), changed);
        // The two groups that contain it; the group that changed last may be read again.
        const run = await sync(id);
        expect(run).toMatchObject({ full: false, state: 'COMPLETED', counts: { created: 1 } });
        expect(await membersOf(id)).toEqual({
          'app-plain': ['p00'],
          'app-cycle': ['late', 'p01', 'p02', 'p03'],
          'app-around': ['late', 'p01', 'p02', 'p03'],
        });
        await ldap.remove(dnOf('late'));
      });

      test('reports a group that is nested too deeply, and keeps its members', async () => {
        const id = await directory(apps);
        await sync(id);
        const before = await membersOf(id);
        const levels = Array.from({ length: 22 }, (_, i) => `team-${i}`);
        for (const [i, cn] of levels.entries()) {
          await addGroup(cn, [levels[i + 1] ? groupDn(levels[i + 1]!) : dnOf('p09')]);
          added.push(cn);
        }
        await ldap.change(groupDn('app-plain'), { member: [groupDn('team-0')] });
        expect(await sync(id)).toMatchObject({
          state: 'COMPLETED',
          counts: { failed: 1 },
          errors: [{ code: 'group_nesting_too_deep' }],
        });
        expect(await membersOf(id)).toEqual(before);
        expect(await sync(id, '?full=true')).toMatchObject({ state: 'COMPLETED' });
        expect(await membersOf(id)).toEqual(before);
      });
    });

    test('fails and reports it if the server rejects the credential', async () => {
      const id = await directory({ credential: { password: 'wrong' } });
      expect(await sync(id)).toMatchObject({ state: 'FAILED', counts: { seen: 0 } });
      expect(expectBody(await acme.get(`${directories}/${id}`)).state).toBe('invalid_credentials');
    });
  });

  async function migrateFrom(more: object = {}): Promise<void> {
    const body = {
      kind: 'ldap',
      connection: {
        urls: ['ldaps://localhost'],
        baseDn: people,
        userFilter: '(objectClass=inetOrgPerson)',
        loginAttributes: ['mail', 'uid'],
        idAttribute: 'entryUUID',
        pageSize: 5,
      },
      credential: { type: 'ldap_bind', ...reader, caCertificatesPem: ldap.certificate },
      options: { mode: 'both', ...more },
    };
    expectBody(await acme.put(sourcesPath, { body }));
  }

  test('an import reads all users in pages, with their password hashes', async () => {
    await migrateFrom();
    const job = await imported(acme);
    expect(job.progress).toMatchObject({ created: count, failed: 0 });
    const batches = await sql<{ id: string; sealed: string }>(
      platform,
      'SELECT id, sealed FROM credential_batch WHERE tenant_id = $1',
      [tenantId],
    );
    const credentials = batches.flatMap(({ id, sealed }) => {
      const field = `credential_batch/${id}`;
      return JSON.parse(platform.service.platform.secrets.open(sealed, { tenantId, field }));
    });
    expect(credentials).toHaveLength(count);
  });

  describe('a first sign-in', () => {
    const signIn = (identifier: string, typed = password) =>
      identity.MigrateLogin({ tenantId, identifier, password: typed });

    test('binds as the user, by any of the attributes, and creates the user once', async () => {
      await migrateFrom();
      const first = await signIn('p03@example.com');
      expect(first).toMatchObject({ outcome: 'VERIFIED', created: true });
      expect(await signIn('p03')).toMatchObject({
        outcome: 'VERIFIED',
        created: false,
        userId: first.userId,
      });
    });

    test.each([
      ['a wrong password', 'p04', 'wrong'],
      ['an empty password, with which a bind succeeds as nobody (RFC 4513 §5.1.2)', 'p04', ''],
      ['nobody', 'nobody', password],
      ['a wildcard', '*', password],
      ['a wildcard behind a beginning', 'p04*', password],
      ['another filter behind it', 'p04)(objectClass=*', password],
      ['an alternative', '*)(|(uid=p04', password],
      ['a negation', 'x)(!(uid=x', password],
      ['a comment of the filter', 'p04)(cn=\u0000', password],
      ['an escaped wildcard', '\\2a', password],
      ['an escaped parenthesis', 'p04\\29', password],
      ['a distinguished name', dnOf('p04'), password],
      ['a list of names', 'p04,p05', password],
    ])('rejects %s', async (_what, identifier, typed) => {
      await migrateFrom();
      expect(await signIn(identifier, typed)).toMatchObject({ outcome: 'REJECTED', userId: '' });
      expect(expectBody(await acme.get(usersPath)).data).toEqual([]);
    });
  });
});
