import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultTenantId } from '@platform/contracts';
import { withClient } from '@platform/dev/postgres';
import { temporaryFolder } from '@platform/testkit/stores';
import { environmentName } from '@platform/kit/config';
import { rpcPeer } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import type { PropertyName } from '@platform/contracts';
import { testSurroundings } from '@platform/testkit/service';
import type { TestSurroundings } from '@platform/testkit/service';
import { silentLog } from '@platform/kit/log';
import type { RunningService } from '@platform/kit/service';
import { hub as definition, startHub } from '@platform/hub';
import { patiently } from '../src/connection.ts';
import { platformctl } from '../src/program.ts';

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

async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const program = platformctl((line) => lines.push(line));
  for (const command of [
    program,
    ...program.commands,
    ...program.commands.flatMap((c) => c.commands),
  ])
    command.exitOverride().configureOutput({ writeErr: () => undefined });
  await program.parseAsync(
    ['--hub', `127.0.0.1:${hub.rpcPort}`, '--token-file', tokenFile, ...args],
    { from: 'user' },
  );
  return lines;
}
const valueOf = (lines: string[], name: string): string =>
  lines.find((line) => line.startsWith(name))?.split(/ +/)[1] ?? '';

describe('platformctl tenants', () => {
  it('creates a tenant and prints its secret, suspends, reactivates, deletes and restores it, and lists it', async () => {
    const made = await run(
      'tenants',
      'create',
      '--slug',
      'acme',
      '--name',
      'Acme',
      '--admin-client',
    );
    expect(made.map((line) => line.split(' ')[0])).toEqual([
      'id',
      'issuer',
      'discovery',
      'client',
      'secret',
      'The',
    ]);
    expect(valueOf(made, 'discovery')).toBe(
      'http://acme.platform.localhost:18080/.well-known/openid-configuration',
    );
    expect(valueOf(made, 'secret')).toHaveLength(43);
    const id = valueOf(made, 'id');
    for (const [command, state] of [
      ['suspend', 'suspended'],
      ['reactivate', 'active'],
      ['delete', 'deleting'],
      ['restore', 'suspended'],
    ] as const) {
      expect(await run('tenants', command, id)).toEqual([
        expect.stringContaining(`${id}  ${state}`),
      ]);
    }
    await run('tenants', 'reactivate', id);
    await expect(run('tenants', 'restore', id)).rejects.toThrow(
      'The tenant is active, not deleting.',
    );
    expect(await run('tenants', 'list')).toEqual([
      expect.stringContaining('default'),
      expect.stringContaining('acme'),
    ]);
  });

  it('shows, sets and drops the limits of a tenant', async () => {
    const id = valueOf(
      await run(
        'tenants',
        'create',
        '--slug',
        'limited',
        '--name',
        'Limited',
        '--client-requests-per-minute',
        '50',
      ),
      'id',
    );
    const limits = async (...args: string[]) =>
      (await run('tenants', 'limits', '--tenant', id, ...args)).map((line) => line.split(/ +/));
    const shown = (tenant: string, client: string, oauthClient: string) => [
      ['tenant-requests-per-minute', tenant],
      ['client-requests-per-minute', client],
      ['oauth-tenant-requests-per-minute', 'configured'],
      ['oauth-client-requests-per-minute', oauthClient],
    ];
    expect(await limits()).toEqual(shown('configured', '50', 'configured'));
    expect(
      await limits(
        '--tenant-requests-per-minute',
        '70',
        '--oauth-client-requests-per-minute',
        '1000',
      ),
    ).toEqual(shown('70', '50', '1000'));
    expect(await limits('--client-requests-per-minute', 'configured')).toEqual(
      shown('70', 'configured', '1000'),
    );
    expect(await limits()).toEqual(shown('70', 'configured', '1000'));
    await expect(limits('--tenant-requests-per-minute', '60001')).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(limits('--tenant-requests-per-minute', '0')).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(limits('--tenant-requests-per-minute', 'many')).rejects.toMatchObject({
      code: 'commander.invalidArgument',
    });
  });

  it('shows how far the purge of a deleted tenant has come', async () => {
    const id = valueOf(
      await run('tenants', 'create', '--slug', 'vanishing', '--name', 'Vanishing'),
      'id',
    );
    const shown = async () => (await run('tenants', 'list')).find((line) => line.startsWith(id));
    const change = (sql: string) =>
      hub.platform.db.transact({ tenantId: id, actor: { type: 'system', id: 'test' } }, (tx) =>
        tx.execute(`UPDATE tenant SET ${sql} WHERE id = $1`, [id]),
      );
    expect(await shown()).toMatch(/platform\.localhost:18080$/);
    await change(`state = 'deleted', purged_by = '{hub,fga,identity-facade,compliance}'`);
    expect(await shown()).toMatch(/not yet purged by directory, outbound$/);
    await change(
      `purged_by = '{hub,fga,directory,outbound,identity-facade,compliance}', purged_at = '2026-11-20T05:41:00.123Z'`,
    );
    expect(await shown()).toMatch(/purged 2026-11-20T05:41:00\.123Z$/);
  });

  it('answers a repeated request as it did', async () => {
    const args = [
      'tenants',
      'create',
      '--slug',
      'again',
      '--name',
      'Again',
      '--admin-client',
      '--request-id',
      'a-request-of-mine',
    ];
    expect(await run(...args)).toEqual(await run(...args));
  });

  it('makes a test tenant', async () => {
    const id = valueOf(
      await run('tenants', 'create', '--slug', 'globex', '--name', 'Globex'),
      'id',
    );
    expect(
      valueOf(
        await run('tenants', 'create', '--mode', 'test', '--parent', id, '--name', 'Globex test'),
        'issuer',
      ),
    ).toBe('http://globex--test.platform.localhost:18080');
  });

  it('says what was refused', async () => {
    await expect(run('tenants', 'create', '--slug', 'www', '--name', 'x')).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(run('tenants', 'suspend', 'tnt_01h455vb4pex5vsknk084sn02q')).rejects.toMatchObject(
      { code: 'not_found' },
    );
    await expect(run('tenants', 'create')).rejects.toMatchObject({
      code: 'commander.missingMandatoryOptionValue',
    });
    const other = `${folder.path}/token`;
    writeFileSync(other, await around.cluster.mint('directory', 'hub'));
    await expect(run('--token-file', other, 'tenants', 'list')).rejects.toMatchObject({
      code: 'caller_not_allowed',
    });
  });
});

describe('platformctl', () => {
  it('rotates keys', async () => {
    expect(await run('keys', 'rotate')).toHaveLength(3);
    expect(await run('keys', 'rotate', '--now', '--family', 'ES256')).toHaveLength(1);
  });

  it('clears the IP rules of a tenant', async () => {
    const id = valueOf(
      await run('tenants', 'create', '--slug', 'initech', '--name', 'Initech'),
      'id',
    );
    expect(await run('ip-rules', 'clear', '--tenant', id)).toEqual(['0 rules dropped']);
  });

  it('owes the rows of a span again', async () => {
    const published = () =>
      hub.platform.db.work((tx) =>
        tx.row<{ n: number }>('SELECT count(*) AS n FROM outbox WHERE published_at IS NOT NULL'),
      );
    while ((await published())!.n === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    const args = ['outbox', 'replay', '--service', 'hub', '--database-url', around.database.url];
    expect(
      await run(...args, '--from', '2020-01-01T00:00:00Z', '--to', '2020-01-02T00:00:00Z'),
    ).toEqual(['0 rows are owed again']);
    const [line] = await run(...args, '--from', new Date(Date.now() - 3_600_000).toISOString());
    expect(Number.parseInt(line as string, 10)).toBeGreaterThan(0);
    await expect(run(...args, '--from', 'yesterday')).rejects.toMatchObject({
      code: 'commander.invalidArgument',
    });
  });
});

describe('patiently', () => {
  it('repeats a call while the hub is away, five times at most, and nothing that was refused', async () => {
    const failing = (code: 'upstream_unavailable' | 'validation_failed', times: number) => {
      let calls = 0;
      return {
        calls: () => calls,
        call: async () => {
          if (++calls <= times) throw problem(code);
          return 'done';
        },
      };
    };
    const [soon, never, refused] = [
      failing('upstream_unavailable', 3),
      failing('upstream_unavailable', 99),
      failing('validation_failed', 1),
    ];
    const pause = async () => undefined;
    expect(await patiently(soon.call, pause)).toBe('done');
    await expect(patiently(never.call, pause)).rejects.toMatchObject({
      code: 'upstream_unavailable',
    });
    await expect(patiently(refused.call, pause)).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect([soon.calls(), never.calls(), refused.calls()]).toEqual([4, 5, 1]);
  });
});

describe('platformctl jobs', () => {
  const jobs = (command: string, ...args: string[]): Promise<string[]> =>
    run('jobs', command, '--service', 'hub', '--address', `127.0.0.1:${hub.rpcPort}`, ...args);
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
    expect(await jobs('list', '--kind', 'report')).toEqual([
      expect.stringMatching(
        new RegExp(`^${pending}  PENDING    report .*  ${defaultTenantId}  0/5`),
      ),
      expect.stringMatching(new RegExp(`^${failed}  FAILED `)),
    ]);
    const listed = await jobs('list', '--state', 'FAILED', '--tenant', defaultTenantId);
    expect(listed).toEqual([expect.stringContaining(failed)]);
    expect(await jobs('list', '--tenant', newId('tenant'))).toEqual([]);
    expect(await jobs('list', '--kind', 'singleton: sweep')).toHaveLength(1);
    await expect(jobs('list', '--state', 'LOST')).rejects.toThrow('LOST');
  });

  it('shows one, runs it again and cancels it, with an audit record of each change', async () => {
    const id = await left('FAILED');
    expect(await jobs('show', id)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^error +away: no answer$/),
        expect.stringMatching(/^created by +user:usr_1$/),
        expect.stringMatching(/^payload +{"reportId": ?"r1"}$/),
      ]),
    );
    expect(await jobs('retry', id)).toContainEqual(expect.stringMatching(/^state +PENDING$/));
    expect(await jobs('cancel', id)).toContainEqual(expect.stringMatching(/^state +CANCELED$/));
    await expect(jobs('cancel', id)).rejects.toMatchObject({ code: 'invalid_state' });
    const running = await left('RUNNING');
    expect(await jobs('cancel', running)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^state +RUNNING$/),
        expect.stringMatching(/^cancel requested/),
      ]),
    );
    await expect(jobs('show', newId('job'))).rejects.toMatchObject({ code: 'not_found' });
    const audited = await withClient(around.database.url, (client) =>
      client.query<{ operation: string }>(
        `SELECT envelope->'data'->'data'->>'operationId' AS operation FROM hub.outbox WHERE envelope->'data'->'subject'->>'id' = $1 ORDER BY position`,
        [id],
      ),
    );
    expect(audited.rows.map((row) => row.operation)).toEqual(['jobRetry', 'jobCancel']);
  });

  it('is for operators alone', async () => {
    const peer = rpcPeer({
      address: `127.0.0.1:${hub.rpcPort}`,
      token: () => around.cluster.mint('directory', 'hub'),
    });
    const client = peer.service('platform.jobs.v1.Jobs');
    await expect(client.List({})).rejects.toMatchObject({ code: 'caller_not_allowed' });
    peer.close();
  });
});
