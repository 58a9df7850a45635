import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessToken } from '@platform/dev/access-token';
import { createTenant } from '@platform/dev/demo-tenants';
import type { DemoTenant } from '@platform/dev/demo-tenants';
import { managementApi, succeeded } from '@platform/dev/management-api';
import type { ManagementApi } from '@platform/dev/management-api';
import { withClient } from '@platform/dev/postgres';
import { signInAsBrowser, terminalApplication } from '@platform/dev/sign-in';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { uuidOf } from '@platform/kit/ids';
import { verify } from '@platform/kit/webhook-signature';
import { eventually } from '@platform/testkit/eventually';
import { runsLongTests } from '@platform/testkit/long-tests';
import { ownPlatform } from '@platform/testkit/platform';
import type { OwnPlatform } from '@platform/testkit/platform';
import { startReceiver } from '@platform/testkit/receiver';
import type { Receiver } from '@platform/testkit/receiver';
import { freeOffset } from '../deploy/free-offset.ts';

const password = 'correct horse battery staple 7';
const email = 'ada@example.com';
const folder = temporaryFolder('tenant-move-');
const file = join(folder.path, 'wanderer.ndjson');
const transferKey = randomBytes(32).toString('base64');
const program = fileURLToPath(new URL('../../platformctl/bin/platformctl.js', import.meta.url));
const model = `model
  schema 1.1
type user
type document
  relations
    define owner: [user]
    define viewer: [user] or owner
`;
const manyTuples = 1_200;

/** Properties of the tenant that must be the same after the move. */
interface Belongings {
  tenant: DemoTenant;
  userId: string;
  clientId: string;
  storeId: string;
  webhookSecret: string;
}

/** The result of a command. */
interface Ended {
  code: number | null;
  out: string;
  notes: string;
}

describe.skipIf(!runsLongTests)('a tenant that moves between two installations', () => {
  let home: OwnPlatform;
  let abroad: OwnPlatform;
  let receiver: Receiver;
  let own: Belongings;

  const sql = async (at: OwnPlatform, text: string, params: unknown[] = []): Promise<any[]> =>
    (await withClient(at.postgresUrl, (client) => client.query(text, params))).rows;

  const start = (at: OwnPlatform, args: readonly string[], key = transferKey) =>
    spawn(
      process.execPath,
      [program, '--hub', `localhost:${at.ports.hub.grpc}`, ...args, '-o', 'json'],
      {
        env: {
          ...process.env,
          PLATFORMCTL_TOKEN_DIRECTORY: join(at.dataDir, 'cluster', 'tokens', 'platform-operator'),
          PLATFORMCTL_TRANSFER_KEY: key,
        },
      },
    );
  async function run(at: OwnPlatform, args: readonly string[], key = transferKey): Promise<Ended> {
    const child = start(at, args, key);
    const ended: Ended = { code: null, out: '', notes: '' };
    child.stdout.on('data', (chunk: Buffer) => (ended.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (ended.notes += chunk.toString()));
    [ended.code] = (await once(child, 'close')) as [number];
    return ended;
  }
  async function json(at: OwnPlatform, ...args: string[]): Promise<any> {
    const { code, out, notes } = await run(at, args);
    if (code !== 0) throw new Error(notes);
    return JSON.parse(out);
  }
  const issuerAt = (at: OwnPlatform): string =>
    own.tenant.issuer.replace(/:\d+$/, `:${new URL(at.ready.hub).port}`);
  const apiAt = async (at: OwnPlatform): Promise<ManagementApi> =>
    managementApi(
      at.ready.gateway,
      await accessToken(at.ready.hub, { ...own.tenant, issuer: issuerAt(at) }),
    );

  /** The tables of the platform with rows of a tenant, except those in which events wait for their retention. */
  async function rowsAt(at: OwnPlatform, tenantId: string): Promise<string[]> {
    const tables = await sql(
      at,
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
       WHERE c.relnamespace::regnamespace::text IN ('hub', 'identity', 'directory', 'compliance', 'access', 'outbound') AND c.relkind IN ('r', 'p')
         AND NOT c.relispartition AND c.relname NOT IN ('outbox') ORDER BY 1`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const keys = [tenantId, uuidOf('tenant', tenantId)];
      const rows = await sql(at, `SELECT 1 FROM ${name} WHERE tenant_id::text = ANY ($1) LIMIT 1`, [
        keys,
      ]);
      if (rows.length > 0) found.push(name);
    }
    return found;
  }

  /** The same questions at either installation. */
  async function answers(api: ManagementApi) {
    const { userId, clientId, storeId } = own;
    const get = async (path: string): Promise<any> => succeeded(api('GET', path));
    const check = async (subject: string, relation: string): Promise<unknown> => {
      const body = { subject, relation, object: 'document:plan' };
      const { allowed, modelId } = await succeeded(api('POST', '/fga/check', body));
      return { allowed, modelId };
    };
    return {
      user: await get(`/directory/users/${userId}`),
      application: await get(`/applications/${clientId}`),
      roles: await get(`/role-assignments?principalId=${userId}`),
      consents: await get(`/consents?subjectId=${userId}`),
      endpoints: await get('/webhook-endpoints'),
      checks: [
        await check('user:ada', 'viewer'),
        await check('user:bob', 'viewer'),
        await check('user:u1199', 'viewer'),
      ],
      storeId,
    };
  }

  /** Asks a named store, through the API of OpenFGA. */
  async function storeAllows(at: OwnPlatform, user: string): Promise<unknown> {
    const token = await accessToken(at.ready.hub, { ...own.tenant, issuer: issuerAt(at) });
    const body = { tuple_key: { user, relation: 'viewer', object: 'document:1' } };
    const { body: answer } = await at.call('post', `/openfga/stores/${own.storeId}/check`, {
      token,
      body,
    });
    return answer.allowed;
  }

  async function namedStore(token: string): Promise<string> {
    const call = async (path: string, body: object): Promise<any> => {
      const { status, body: answer } = await home.call('post', `/openfga/stores${path}`, {
        token,
        body,
      });
      if (status >= 300) throw new Error(JSON.stringify(answer));
      return answer;
    };
    const { id } = await call('', { name: 'second' });
    const [user] = [{ type: 'user' }];
    await call(`/${id}/authorization-models`, {
      schema_version: '1.1',
      type_definitions: [
        user,
        {
          type: 'document',
          relations: { viewer: { this: {} } },
          metadata: { relations: { viewer: { directly_related_user_types: [user] } } },
        },
      ],
    });
    await call(`/${id}/write`, {
      writes: {
        tuple_keys: [{ user: 'user:carol', relation: 'viewer', object: 'document:1' }],
      },
    });
    return String(id);
  }

  async function furnish(): Promise<Belongings> {
    const tenant = await createTenant({
      hubRpcPort: home.ports.hub.grpc,
      cluster: home.cluster,
      slug: 'wanderer',
    });
    const token = await accessToken(home.ready.hub, tenant);
    const api = managementApi(home.ready.gateway, token);
    const made = async (path: string, body: object, method = 'POST'): Promise<any> =>
      succeeded(api(method, path, body));
    const { id: userId } = await made('/directory/users', {
      email,
      emailVerified: true,
      displayName: 'Ada\u2028Lovelace',
      credential: { password },
    });
    const { clientId } = await made('/applications', {
      name: 'Terminal',
      ...terminalApplication,
      allowedScopes: ['openid'],
    });
    await made('/role-assignments', {
      principal: { type: 'user', id: userId },
      role: 'tenant_owner',
    });
    await made('/fga/models', { dsl: model });
    const tuples = [
      { subject: 'user:ada', relation: 'owner', object: 'document:plan' },
      ...Array.from({ length: manyTuples }, (_, i) => ({
        subject: `user:u${i}`,
        relation: 'viewer',
        object: 'document:plan',
      })),
    ];
    for (let i = 0; i < tuples.length; i += 100)
      await made('/fga/tuples:import', { tuples: tuples.slice(i, i + 100) });
    const [owner] = tuples;
    await made('/fga/assertions', { assertions: [{ ...owner, expect: true }] }, 'PUT');
    await made('/consent-purposes/newsletter', { name: 'Newsletter' }, 'PUT');
    await made('/consents', { subjectId: userId, purposeKey: 'newsletter' });
    const endpoint = await made('/webhook-endpoints', {
      url: receiver.url,
      eventTypes: ['user.*'],
    });
    const storeId = await namedStore(token);
    return { tenant, userId, clientId, storeId, webhookSecret: String(endpoint.secret) };
  }

  beforeAll(async () => {
    receiver = await startReceiver();
    home = await ownPlatform({ portOffset: await freeOffset() });
    abroad = await ownPlatform({ portOffset: await freeOffset() });
    own = await furnish();
  });
  afterAll(async () => {
    await Promise.all([home?.stop(), abroad?.stop(), receiver?.stop()]);
    folder.remove();
  });

  test('is exported at rest, into a file that only its owner can read', async () => {
    const before = await answers(await apiAt(home));
    expect(before.checks).toMatchObject([{ allowed: true }, { allowed: false }, { allowed: true }]);
    expect(await storeAllows(home, 'user:carol')).toBe(true);
    await writeFile(join(folder.path, 'before.json'), JSON.stringify(before));
    const exported = await json(home, 'tenants', 'export', 'wanderer', '--to', file, '--yes');
    expect(exported).toMatchObject({ id: own.tenant.tenantId, slug: 'wanderer', file });
    expect(await json(home, 'tenants', 'get', 'wanderer')).toMatchObject({ state: 'suspended' });
    const text = await readFile(file, 'utf8');
    expect(text).toContain(email);
    expect(text).not.toContain(own.webhookSecret.replace(/^whsec_/, ''));
  });

  test('is not imported with another key, from a damaged file, or with another issuer unasked', async () => {
    const imported = (path: string, key = transferKey, ...more: string[]) =>
      run(abroad, ['tenants', 'import', path, ...more], key);
    const other = await imported(file, randomBytes(32).toString('base64'));
    expect([other.code, other.notes]).toEqual([1, expect.stringContaining('transfer key')]);
    const damaged = join(folder.path, 'damaged.ndjson');
    await writeFile(
      damaged,
      (await readFile(file, 'utf8')).replace('"subject_id":"u7"', '"subject_id":"x7"'),
    );
    const altered = await imported(damaged, transferKey, '--accept-new-issuer');
    expect([altered.code, altered.notes]).toEqual([1, expect.stringContaining('fga were altered')]);
    const issuer = await imported(file);
    expect([issuer.code, issuer.notes]).toEqual([
      1,
      expect.stringContaining('issuer would change'),
    ]);
    expect(await rowsAt(abroad, own.tenant.tenantId)).toEqual([]);
  });

  /** Runs `work` while an import cannot write assertions, which are behind the tuples. */
  const whileBlocked = (work: () => Promise<void>): Promise<void> =>
    withClient(abroad.postgresUrl, async (client) => {
      await client.query('BEGIN; LOCK TABLE access.fga_assertions IN EXCLUSIVE MODE');
      await work().finally(() => client.query('COMMIT'));
    });

  /** Whether rows of the tenant have arrived, and more wait. */
  async function isUnderWay(): Promise<boolean> {
    const [found] = await sql(
      abroad,
      'SELECT count(*)::int AS n FROM access.relation_tuples WHERE tenant_id = $1',
      [uuidOf('tenant', own.tenant.tenantId)],
    );
    const waiting = await sql(
      abroad,
      `SELECT FROM pg_locks WHERE NOT granted AND relation = 'access.fga_assertions'::regclass`,
    );
    return found.n >= 500 && waiting.length > 0;
  }

  /** Kills an import together with a service, while rows arrive. */
  async function interruptedImport(): Promise<void> {
    const pidOf = () => abroad.processes.get('fga')!.pid;
    const pid = pidOf() as number;
    await whileBlocked(async () => {
      const child = start(abroad, ['tenants', 'import', file, '--accept-new-issuer']);
      await eventually(isUnderWay, { what: 'a part of the rows is there' });
      process.kill(pid, 'SIGKILL');
      child.kill('SIGKILL');
      await once(child, 'close');
    });
    await eventually(async () => ![undefined, pid].includes(pidOf()), { what: 'fga runs again' });
  }

  test('leaves no row after an import that was killed and abandoned', async () => {
    await interruptedImport();
    expect(await rowsAt(abroad, own.tenant.tenantId)).toContain('access.relation_tuples');
    const unknown = await run(abroad, ['tenants', 'get', 'wanderer']);
    expect(unknown.code).toBe(4);
    const again = await run(abroad, ['tenants', 'import', file, '--accept-new-issuer']);
    expect([again.code, again.notes]).toEqual([1, expect.stringContaining('--resume')]);
    expect(await json(abroad, 'tenants', 'import', file, '--abandon', '--yes')).toMatchObject({
      state: 'abandoned',
    });
    expect(await rowsAt(abroad, own.tenant.tenantId)).toEqual([]);
    expect(await sql(abroad, `SELECT 1 FROM hub.tenant_arrival`)).toEqual([]);
    expect(await sql(abroad, `SELECT 1 FROM hub.slug_reservation WHERE slug = 'wanderer'`)).toEqual(
      [],
    );
  });

  test('continues an import that was killed, and is what it was', async () => {
    await interruptedImport();
    const args = ['tenants', 'import', file, '--resume', '--accept-new-issuer'];
    expect(await json(abroad, ...args)).toMatchObject({
      id: own.tenant.tenantId,
      slug: 'wanderer',
      state: 'active',
    });
    const before = JSON.parse(await readFile(join(folder.path, 'before.json'), 'utf8'));
    expect(await answers(await apiAt(abroad))).toEqual(before);
    expect(await storeAllows(abroad, 'user:carol')).toBe(true);
    expect(await storeAllows(abroad, 'user:ada')).toBe(false);
  });

  test('lets its users sign in with their passwords, and signs webhooks with their secrets', async () => {
    const signIn = (given: string) =>
      signInAsBrowser({
        issuer: issuerAt(abroad),
        clientId: own.clientId,
        email,
        password: given,
        scope: 'openid',
      });
    await expect(signIn('another password 7')).rejects.toThrow();
    expect(await signIn(password)).toMatchObject({ scope: 'openid' });
    // The first sign-in has replaced the hash.
    const [{ pepper_id: pepperId }] = await sql(
      abroad,
      'SELECT pepper_id FROM identity.password_credentials WHERE user_id = $1',
      [own.userId],
    );
    expect(pepperId).toBe('k1');
    expect(await signIn(password)).toMatchObject({ scope: 'openid' });

    receiver.received.length = 0;
    const api = await apiAt(abroad);
    await succeeded(api('POST', '/directory/users', { email: 'bob@example.com' }));
    const delivery = await eventually(
      async () => receiver.received.find(({ body }) => body.includes('bob@example.com')),
      { what: 'a delivery arrives' },
    );
    verify(delivery.headers, delivery.body, [own.webhookSecret], new Date(), 300);
  });

  test('is invisible to other tenants, and cannot be imported again', async () => {
    const acme = abroad.tenant('acme');
    const other = managementApi(abroad.ready.gateway, await accessToken(abroad.ready.hub, acme));
    expect((await other('GET', `/directory/users/${own.userId}`)).status).toBe(404);
    const again = await run(abroad, ['tenants', 'import', file, '--accept-new-issuer']);
    expect([again.code, again.notes]).toEqual([1, expect.stringContaining('already')]);
    const abandoned = await run(abroad, ['tenants', 'import', file, '--abandon', '--yes']);
    expect([abandoned.code, abandoned.notes]).toEqual([1, expect.stringContaining('complete')]);
    expect(await rowsAt(abroad, own.tenant.tenantId)).toContain('directory.users');
  });
});
