import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { defaultTenantId } from '@platform/contracts';
import type { PropertyName } from '@platform/contracts';
import { withClient } from '@platform/dev/postgres';
import { hub as definition, startHub } from '@platform/hub';
import { environmentName } from '@platform/kit/config';
import { listenRpc, rpcPeer, serveSomeRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcServer } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { silentLog } from '@platform/kit/telemetry';
import type { RunningService } from '@platform/kit/service';
import { eventually } from '@platform/testkit/eventually';
import { testSurroundings } from '@platform/testkit/service';
import type { TestSurroundings } from '@platform/testkit/service';
import { temporaryFolder } from '@platform/testkit/stores';
import { runCommand } from '../src/run.ts';

let around: TestSurroundings;
let hub: RunningService;
let tokenFile: string;
const folder = temporaryFolder('platformctl-test-');

beforeAll(async () => {
  around = await testSurroundings({ service: definition });
  const { cluster } = around;
  const own: Partial<Record<PropertyName, string>> = {
    'platform.hub.issuer': 'http://localhost:18080',
    'platform.tenancy.service-identity.cluster.enabled': 'true',
    'platform.tenancy.service-identity.cluster.issuer': cluster.issuer,
    'platform.tenancy.service-identity.cluster.jwks-uri': cluster.jwksUri,
  };
  const { environment } = await around.sources('hub', 'hub');
  hub = await startHub(
    {
      environment: {
        ...environment,
        ...Object.fromEntries(
          Object.entries(own).map(([name, value]) => [environmentName(name), value]),
        ),
      },
    },
    { holder: 'a', log: silentLog },
  );
  tokenFile = await cluster.tokenFile('platform-operator', 'hub');
});
afterAll(async () => {
  await hub.close();
  await around.stop();
  folder.remove();
});

/** The result of a command. */
interface Ended {
  code: number;
  out: string[];
  notes: string[];
}
/** The person at the terminal. */
interface Seat {
  columns?: number;
  answer?: string;
}

async function command(args: readonly string[], { columns, answer }: Seat = {}): Promise<Ended> {
  const [out, notes]: [string[], string[]] = [[], []];
  const code = await runCommand(
    ['--hub', `127.0.0.1:${hub.rpcPort}`, '--token-file', tokenFile, ...args],
    {
      print: (line) => out.push(...line.split('\n')),
      note: (line) => notes.push(...line.split('\n')),
      columns,
      ask:
        answer === undefined
          ? undefined
          : async (question) => {
              notes.push(question);
              return answer;
            },
    },
  );
  return { code, out, notes };
}

/** Runs a command that must succeed, and reads its result. */
async function json(...args: string[]): Promise<any> {
  const { code, out, notes } = await command([...args, '-o', 'json']);
  if (code !== 0) throw new Error(notes.join('\n'));
  return JSON.parse(out.join('\n'));
}
const failure = async (...args: string[]): Promise<[number, string]> => {
  const { code, notes } = await command(args);
  return [code, notes.join('\n')];
};

let made = 0;
async function newTenant(...flags: string[]): Promise<{ id: string; slug: string }> {
  const slug = `tenant-${(made += 1)}`;
  return json('tenants', 'create', '--slug', slug, '--name', slug, ...flags);
}

describe('platformctl tenants', () => {
  it('creates a tenant with its first client, and warns that the secret is shown only once', async () => {
    const flags = ['--slug', 'acme', '--name', 'Acme', '--admin-client'];
    const { code, out, notes } = await command(['tenants', 'create', ...flags]);
    expect(code).toBe(0);
    expect(out).toEqual([
      expect.stringMatching(/^id: +tnt_/),
      expect.stringMatching(/^slug: +acme$/),
      expect.stringMatching(/^issuer: +http:\/\/acme\.platform\.localhost:18080$/),
      expect.stringMatching(/^discovery: +http:.*\/\.well-known\/openid-configuration$/),
      expect.stringMatching(/^client id: +tenant-admin$/),
      expect.stringMatching(/^client secret: +\S{43}$/),
    ]);
    expect(notes).toEqual(['The client secret is not shown again.']);
  });

  it('says who is invited, and creates nothing for a malformed address', async () => {
    const flags = ['--slug', 'invited', '--name', 'Invited'];
    const create = (address: string) =>
      command(['tenants', 'create', ...flags, '--admin-email', address]);
    const wrong = await create('ada');
    expect([wrong.code, wrong.notes]).toEqual([
      1,
      ['error: --admin-email: must be an e-mail address (validation_failed)'],
    ]);
    const { code, notes } = await create('ada@example.com');
    expect([code, notes]).toEqual([0, ['An invitation is sent to ada@example.com.']]);
  });

  it('suspends, reactivates, deletes and restores it, named by slug or by ID', async () => {
    const { id, slug } = await newTenant();
    for (const [name, args, state] of [
      ['suspend', [slug, '--yes'], 'suspended'],
      ['reactivate', [id], 'active'],
      ['delete', [id, '--yes'], 'deleting'],
      ['restore', [slug], 'suspended'],
    ] as const)
      expect(await json('tenants', name, ...args)).toMatchObject({ id, slug, state });
    expect(await json('tenants', 'get', slug)).toEqual(await json('tenants', 'get', id));
    await json('tenants', 'reactivate', id);
    expect(await failure('tenants', 'restore', id)).toEqual([
      1,
      'error: The tenant is active, not deleting (invalid_state)',
    ]);
  });

  it('creates a test tenant of a live tenant', async () => {
    const { slug } = await newTenant();
    expect(
      await json('tenants', 'create', '--mode', 'test', '--parent', slug, '--name', 'Test'),
    ).toMatchObject({ issuer: `http://${slug}--test.platform.localhost:18080` });
  });

  it('returns the first result to a repeated request', async () => {
    const args = ['--name', 'Again', '--admin-client', '--request-id', 'a-request-of-mine'];
    const create = () => json('tenants', 'create', '--slug', 'again', ...args);
    expect(await create()).toEqual(await create());
  });

  it('resets the first client of a tenant, once for a request id', async () => {
    const { id, slug } = await newTenant();
    const args = ['tenants', 'admin-client', 'reset', slug, '--yes'];
    const { out, notes } = await command(args);
    expect(out).toEqual([
      `tenant id:     ${id}`,
      'client id:     tenant-admin',
      expect.stringMatching(/^client secret: \S{43}$/),
    ]);
    expect(notes).toEqual(['The client secret is not shown again.']);
    const again = () => json(...args, '--request-id', 'a-reset-of-mine');
    expect(await again()).toEqual(await again());
  });

  it('shows, sets and removes the limits of a tenant', async () => {
    const { slug } = await newTenant('--client-requests-per-minute', '50');
    const limits = async (...args: string[]) =>
      Object.fromEntries(
        (await json('tenants', 'limits', slug, ...args)).map((one: any) => [one.limit, one.value]),
      );
    const shown = (tenant: number | null, client: number | null, oauthClient: number | null) => ({
      'tenant-requests-per-minute': tenant,
      'client-requests-per-minute': client,
      'oauth-tenant-requests-per-minute': null,
      'oauth-client-requests-per-minute': oauthClient,
    });
    expect(await limits()).toEqual(shown(null, 50, null));
    expect(
      await limits(
        '--tenant-requests-per-minute',
        '70',
        '--oauth-client-requests-per-minute',
        '1000',
      ),
    ).toEqual(shown(70, 50, 1000));
    expect(await limits('--client-requests-per-minute', 'configured')).toEqual(
      shown(70, null, 1000),
    );
    const { out } = await command(['tenants', 'limits', '--tenant', slug]);
    expect(out[0]).toMatch(/^LIMIT +REQUESTS PER MINUTE$/);
    expect(out[2]).toMatch(/^client-requests-per-minute +configured$/);
    for (const value of ['0', '60001'])
      expect(
        await failure('tenants', 'limits', slug, '--tenant-requests-per-minute', value),
      ).toEqual([
        1,
        expect.stringMatching(/^error: --tenant-requests-per-minute: .*\(validation_failed\)$/),
      ]);
    expect(
      await failure('tenants', 'limits', slug, '--tenant-requests-per-minute', 'many'),
    ).toEqual([2, expect.stringContaining("option '--tenant-requests-per-minute <number>'")]);
  });

  it('shows how far the purge of a deleted tenant has come', async () => {
    const { id } = await newTenant();
    const line = async () =>
      (await command(['tenants', 'list'])).out.find((one) => one.startsWith(id));
    const change = (sql: string) =>
      hub.platform.db.transact({ tenantId: id, actor: { type: 'system', id: 'test' } }, (tx) =>
        tx.execute(`UPDATE tenant SET ${sql} WHERE id = $1`, [id]),
      );
    await change(`state = 'deleted', purged_by = '{hub,fga,identity-facade,compliance}'`);
    expect(await line()).toMatch(/awaits directory, outbound {2}/);
    await change(
      `purged_by = '{hub,fga,directory,outbound,identity-facade,compliance}', purged_at = '2026-11-20T05:41:00.123Z'`,
    );
    expect(await line()).toMatch(/deleted +live +2026-11-20T05:41:00\.123Z/);
  });
});

describe('the result', () => {
  it('is a table with headers, or JSON, or YAML', async () => {
    const { out } = await command(['tenants', 'list']);
    expect(out[0]).toMatch(/^ID +SLUG +STATE +MODE +.*ISSUER$/);
    expect(out[1]).toMatch(/^tnt_\S+ +default +active +live/);
    const listed = await json('tenants', 'list');
    expect(listed).toHaveLength(out.length - 1);
    expect(listed[0]).toMatchObject({ id: defaultTenantId, parentTenantId: null });
    const yaml = await command(['-o', 'yaml', 'tenants', 'list']);
    expect(parse(yaml.out.join('\n'))).toEqual(listed);
  });

  it('omits whole columns in a narrow terminal, and lists them', async () => {
    await newTenant();
    const { out, notes } = await command(['tenants', 'list'], { columns: 80 });
    expect(Math.max(...out.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(out[0]).not.toContain('ISSUER');
    expect(notes.join()).toMatch(/^Columns that do not fit: .*ISSUER\. Use -o json or -o yaml/);
  });

  it('of an empty list is empty, with a note for interactive use', async () => {
    const args = ['jobs', 'list', '--service', 'hub', '--kind', 'none'];
    const address = ['--address', `127.0.0.1:${hub.rpcPort}`];
    expect(await command([...args, ...address])).toEqual({ code: 0, out: [], notes: ['No jobs.'] });
    expect(await json(...args, ...address)).toEqual([]);
  });
});

describe('an error', () => {
  it('names the flag that is wrong', async () => {
    expect(await failure('tenants', 'create', '--slug', 'www', '--name', 'x')).toEqual([
      1,
      expect.stringMatching(/^error: --slug: .*\(validation_failed\)$/),
    ]);
    expect(await failure('tenants', 'create')).toEqual([
      2,
      expect.stringContaining("required option '--name <name>'"),
    ]);
  });

  it('names the object that was not found', async () => {
    const unknown = newId('tenant');
    for (const named of [unknown, 'nobody'])
      expect(await failure('tenants', 'get', named)).toEqual([
        4,
        `error: The tenant ${named} does not exist.`,
      ]);
    expect(await failure('tenants', 'suspend', unknown, '--yes')).toMatchObject([4, {}]);
  });

  it('names the file or the address that was tried', async () => {
    const missing = join(folder.path, 'missing');
    expect(await failure('--token-file', missing, 'tenants', 'list')).toEqual([
      1,
      `error: Cannot read ${missing} (--token-file): the file does not exist.`,
    ]);
    const audit = ['audit', 'verify', missing, '--keys', missing];
    expect(await failure(...audit)).toEqual([1, expect.stringContaining(missing)]);
  });

  it('of usage exits with 2, and help with 0', async () => {
    for (const args of [
      ['tenants', 'lst'],
      ['-o', 'xml', 'tenants', 'list'],
      ['tenants', 'get'],
      ['tenants'],
      ['jobs', 'list', '--address', 'localhost:1'],
      ['dlq', 'show', '--service', 'hub', 'one'],
    ])
      expect([args, (await command(args)).code]).toEqual([args, 2]);
    for (const args of [['--version'], ['--help'], ['tenants', 'create', '--help']])
      expect([args, (await command(args)).code]).toEqual([args, 0]);
  });

  it('is returned for other accounts', async () => {
    const other = join(folder.path, 'token');
    writeFileSync(other, await around.cluster.mint('directory', 'hub'));
    expect(await failure('--token-file', other, 'tenants', 'list')).toEqual([
      1,
      expect.stringContaining('(caller_not_allowed)'),
    ]);
  });
});

describe('a destructive command', () => {
  const stateOf = async (slug: string) => (await json('tenants', 'get', slug)).state;

  it('asks for confirmation and follows the answer', async () => {
    const { slug } = await newTenant();
    const refused = await command(['tenants', 'delete', slug], { answer: '' });
    expect(refused.code).toBe(1);
    expect(refused.notes[0]).toMatch(/^Deleting tenant tenant-\d+ \(tnt_.*Continue\? \[y\/N\] $/);
    expect(refused.notes.at(-1)).toBe('error: Canceled. Nothing was changed.');
    expect(await stateOf(slug)).toBe('active');
    expect((await command(['tenants', 'delete', slug], { answer: 'y' })).code).toBe(0);
    expect(await stateOf(slug)).toBe('deleting');
  });

  it('does nothing without a terminal unless --yes is set', async () => {
    const { slug } = await newTenant();
    for (const args of [
      ['tenants', 'suspend', slug],
      ['tenants', 'delete', slug],
      ['ip-rules', 'clear', '--tenant', slug],
      ['tenants', 'admin-client', 'reset', slug],
      ['keys', 'rotate', '--now'],
      ['jobs', 'cancel', '--service', 'hub', newId('job')],
      ['entitlements', 'revoke', slug, 'fga', '--reason', 'none'],
    ])
      expect([args, await failure(...args)]).toEqual([
        args,
        [2, expect.stringContaining('Add --yes')],
      ]);
    expect(await stateOf(slug)).toBe('active');
  });
});

describe('platformctl keys, ip-rules and outbox', () => {
  it('rotates keys', async () => {
    expect(await json('keys', 'rotate')).toHaveLength(3);
    expect(await json('keys', 'rotate', '--now', '--yes', '--family', 'ES256')).toHaveLength(1);
  });

  it('clears the IP rules of a tenant', async () => {
    const { slug } = await newTenant();
    const { out } = await command(['ip-rules', 'clear', '--tenant', slug, '--yes']);
    expect(out).toEqual([`Deleted 0 IP rules of ${slug}.`]);
  });

  it('republishes the events of a time range', async () => {
    const published = () =>
      hub.platform.db.work((tx) => tx.rows('SELECT FROM outbox_published LIMIT 1'));
    await eventually(async () => (await published()).length > 0);
    const args = ['outbox', 'replay', '--service', 'hub', '--database-url', around.database.url];
    expect(
      await json(...args, '--from', '2020-01-01T00:00:00Z', '--to', '2020-01-02T00:00:00Z'),
    ).toEqual({ service: 'hub', events: 0 });
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    expect((await json(...args, '--from', anHourAgo)).events).toBeGreaterThan(0);
    expect(await failure(...args, '--from', 'yesterday')).toEqual([
      2,
      expect.stringContaining("'--from <time>'"),
    ]);
  });
});

describe('platformctl jobs', () => {
  const args = (name: string): string[] => [
    'jobs',
    name,
    '--service',
    'hub',
    '--address',
    `127.0.0.1:${hub.rpcPort}`,
  ];
  const jobs = (name: string, ...more: string[]): Promise<any> => json(...args(name), ...more);
  /** A job of a kind that no pod runs. */
  async function left(state: string): Promise<string> {
    const id = newId('job');
    await withClient(around.database.url, (client) =>
      client.query(
        `INSERT INTO hub.job (tenant_id, id, kind, payload, max_attempts, created_by, state, last_error, leased_until)
         VALUES ($1, $2, 'report', '{"reportId":"r1"}', 5, '{"type":"user","id":"usr_1"}', $3, '{"code":"away","message":"no answer"}', CASE WHEN $3 = 'RUNNING' THEN now() + interval '1 hour' END)`,
        [defaultTenantId, id, state],
      ),
    );
    return id;
  }

  it('lists them by state, kind and tenant', async () => {
    const [failed, pending] = [await left('FAILED'), await left('PENDING')];
    const { out } = await command([...args('list'), '--kind', 'report']);
    expect(out).toEqual([
      expect.stringMatching(/^ID +STATE +KIND +ATTEMPTS +SERVICE/),
      expect.stringMatching(new RegExp(`^${pending}  PENDING  report  0/5       hub`)),
      expect.stringMatching(new RegExp(`^${failed}  FAILED `)),
    ]);
    expect(await jobs('list', '--state', 'FAILED', '--tenant', 'default')).toMatchObject([
      { id: failed, tenantId: defaultTenantId, service: 'hub' },
    ]);
    expect(await jobs('list', '--tenant', newId('tenant'))).toEqual([]);
    expect(await jobs('list', '--kind', 'singleton: sweep')).toHaveLength(1);
    expect(await failure(...args('list'), '--state', 'LOST')).toEqual([
      2,
      expect.stringContaining('LOST'),
    ]);
  });

  it('shows one, runs it again and cancels it, with an audit record of each change', async () => {
    const id = await left('FAILED');
    const { out } = await command([...args('show'), id]);
    expect(out).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^error: +away: no answer$/),
        expect.stringMatching(/^created by: +user:usr_1$/),
        expect.stringMatching(/^payload: +{"reportId":"r1"}$/),
      ]),
    );
    expect(await jobs('retry', id)).toMatchObject({ state: 'PENDING' });
    expect(await jobs('cancel', id, '--yes')).toMatchObject({ state: 'CANCELED' });
    expect(await failure(...args('cancel'), id, '--yes')).toEqual([
      1,
      expect.stringContaining('invalid_state'),
    ]);
    const running = await left('RUNNING');
    expect(await jobs('cancel', running, '--yes')).toMatchObject({
      state: 'RUNNING',
      cancelRequestedAt: expect.stringMatching(/Z$/),
    });
    expect((await command([...args('show'), newId('job')])).code).toBe(4);
    const audited = await withClient(around.database.url, (client) =>
      client.query<{ operation: string }>(
        `SELECT envelope->'data'->'data'->>'operationId' AS operation FROM hub.outbox WHERE envelope->'data'->'subject'->>'id' = $1 ORDER BY position`,
        [id],
      ),
    );
    expect(audited.rows.map((row) => row.operation)).toEqual(['jobRetry', 'jobCancel']);
  });

  it('is only for operators', async () => {
    const peer = rpcPeer({
      address: `127.0.0.1:${hub.rpcPort}`,
      token: () => around.cluster.mint('directory', 'hub'),
    });
    const client = peer.service('platform.jobs.v1.Jobs');
    await expect(client.List({})).rejects.toMatchObject({ code: 'caller_not_allowed' });
    peer.close();
  });
});

describe('platformctl dlq', () => {
  const args = (name: string): string[] => [
    'dlq',
    name,
    '--service',
    'hub',
    '--address',
    `127.0.0.1:${hub.rpcPort}`,
  ];

  it('lists, shows and replays messages that a service could not process', async () => {
    // The hub consumes this type, and can never parse invalid JSON.
    const bus = hub.platform.bus.jetstream()!;
    await bus.publish('platform.tenant.purged', 'no JSON at all');
    const [letter] = await eventually(async () => {
      const found = await json(...args('list'), '--reason', 'unreadable');
      return found.length > 0 && found;
    });
    expect(letter).toMatchObject({
      service: 'hub',
      reason: 'unreadable',
      subject: 'platform.tenant.purged',
      tenantId: null,
    });
    const { out } = await command(args('list'));
    expect(out[0]).toMatch(/^ID +SERVICE +REASON +AT +TENANT +SUBJECT$/);
    const id = String(letter.id);
    expect(await json(...args('show'), id)).toMatchObject({ ...letter, body: 'no JSON at all' });
    expect(await json(...args('replay'), id)).toEqual(letter);
    expect((await command([...args('replay'), id])).code).toBe(4);
    await eventually(async () => (await json(...args('list'))).length > 0);
  });
});

describe('platformctl and the other services', () => {
  /** Starts a service with these methods. Returns its address as flags. */
  async function serving(mount: RpcMount): Promise<string[]> {
    const server = await listenRpc({
      port: 0,
      mounts: [mount],
      verifyCaller: async () => ({ sub: '', namespace: '', serviceAccount: 'platform-operator' }),
      log: silentLog,
    });
    servers.push(server);
    return ['--address', `127.0.0.1:${server.port}`];
  }
  const servers: RpcServer[] = [];
  afterAll(async () => void (await Promise.all(servers.map((server) => server.close(0)))));

  beforeAll(async () => {
    for (const audience of ['compliance', 'fga', 'outbound'])
      await around.cluster.tokenFile('platform-operator', audience);
  });

  it('lists, grants and revokes entitlements', async () => {
    const set: unknown[] = [];
    const fga = await serving(
      serveSomeRpc(
        'platform.fga.v1.Entitlements',
        {
          List: async () => ({
            entitlements: [{ family: 'fga', entitled: true, source: 'default' }],
          }),
          async Set(request) {
            set.push(request);
            return { family: request.family, entitled: request.entitled, source: 'operator' };
          },
        },
        { List: ['platform-operator'], Set: ['platform-operator'] },
      ),
    );
    const { id, slug } = await newTenant();
    const { out } = await command(['entitlements', 'list', slug, ...fga]);
    expect(out).toEqual([
      'FAMILY  ENTITLED  SOURCE   EXPIRES  REASON',
      'fga     yes       default  -        -',
    ]);
    const reason = ['--reason', 'contract ended'];
    await json('entitlements', 'revoke', slug, 'fga', ...reason, '--yes', ...fga);
    const expiry = ['--expires-at', '2030-01-01T00:00:00Z'];
    expect(
      await json('entitlements', 'grant', id, 'fga', ...reason, ...expiry, ...fga),
    ).toMatchObject({ family: 'fga', entitled: true });
    const common = { tenantId: id, family: 'fga', reason: 'contract ended' };
    expect(set).toEqual([
      { ...common, entitled: false, expiresAt: '' },
      { ...common, entitled: true, expiresAt: '2030-01-01T00:00:00.000Z' },
    ]);
  });

  it('lists and shows certificates of erasures', async () => {
    const asked: unknown[] = [];
    const requestId = newId('erasureRequest');
    const listed = { requestId, completedAt: '2026-11-20T05:41:00.123Z', regulation: 'gdpr' };
    const compliance = await serving(
      serveSomeRpc(
        'platform.compliance.v1.ErasureCertificates',
        {
          async List(request) {
            asked.push(request);
            const isFirst = request.before === '';
            return { certificates: [listed], nextBefore: isFirst ? requestId : '' };
          },
          async Get(request) {
            asked.push(request);
            return { requestId, jws: 'a.b.c', certificateJson: '{"reason":"other"}' };
          },
        },
        { List: ['platform-operator'], Get: ['platform-operator'] },
      ),
    );
    const { id, slug } = await newTenant();
    const list = ['erasure-certificates', 'list', slug, '--email', 'ada@example.com'];
    expect(await json(...list, ...compliance)).toMatchObject([listed, listed]);
    expect(await json('erasure-certificates', 'show', id, requestId, ...compliance)).toMatchObject({
      requestId,
      jws: 'a.b.c',
      certificate: { reason: 'other' },
    });
    const identifier = { type: 'email', value: 'ada@example.com' };
    expect(asked).toEqual([
      { tenantId: id, identifier, limit: 200, before: '' },
      { tenantId: id, identifier, limit: 200, before: requestId },
      { tenantId: id, requestId },
    ]);
    const both = [...list, '--user-id', newId('user')];
    expect((await command([...both, ...compliance])).code).toBe(2);
  });

  it('shows why a delivery is waiting', async () => {
    const outbound = await serving(
      serveSomeRpc(
        'platform.outbound.v1.Deliveries',
        {
          Explain: async ({ deliveryId }) => ({
            id: deliveryId,
            status: 'held',
            blockedBy: [{ reason: 'endpoint_disabled', until: '' }],
          }),
        },
        { Explain: ['platform-operator'] },
      ),
    );
    const { out } = await command(['webhooks', 'why', 'whd_1', ...outbound]);
    expect(out.join('\n')).toMatch(/blocked by: +endpoint_disabled\n +The endpoint is disabled/);
    expect(await json('webhooks', 'why', 'whd_1', ...outbound)).toMatchObject({
      id: 'whd_1',
      blockedBy: [{ reason: 'endpoint_disabled', until: null }],
      completedAt: null,
    });
  });

  it('finds tokens by the name of the service', async () => {
    const directory = join(folder.path, 'tokens');
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'hub'), await around.cluster.mint('platform-operator', 'hub'));
    const why = ['webhooks', 'why', newId('webhookDelivery')];
    const { code, notes } = await command(['--token-directory', directory, ...why]);
    expect([code, notes.join()]).toEqual([
      1,
      `error: Cannot read ${join(directory, 'outbound')} (--token-directory): the file does not exist.`,
    ]);
  });
});
