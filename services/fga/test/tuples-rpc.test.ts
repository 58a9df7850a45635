import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';

let platform: AccessPlatform;
let tenant: TestTenant;
let api: TestApi;

beforeAll(async () => {
  platform = await accessPlatform({
    'platform.fga.grpc.additional-writers': 'system:serviceaccount:platform:compliance',
  });
  tenant = platform.hub.tenant('acme');
  api = await platform.api(tenant);
  await api.post('/api/v1/fga/models', {
    body: {
      dsl: 'model\n  schema 1.1\ntype user\ntype doc\n  relations\n    define viewer: [user, user with c]\ncondition c(n: int) {\n  n < 3\n}\n',
    },
  });
});
afterAll(() => platform?.stop());

const key = (id: string) => ({ subject: `user:${id}`, relation: 'viewer', object: 'doc:1' });
const write = (account: string, request: object) =>
  platform
    .peer(account)
    .service('platform.fga.v1.Fga')
    .WriteTuples({
      tenantId: tenant.id,
      actor: { type: 'user', id: 'usr_x' },
      ...request,
    } as never);
const stored = async () =>
  (await api.get('/api/v1/fga/tuples')).body.data.map((t: { subject: string }) => t.subject);

describe('Fga/WriteTuples', () => {
  test('writes like the API, on behalf of the actor', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const answer = await write('directory', {
      writes: [
        { ...key('a'), condition: { name: 'c', contextJson: '{"n":1}' }, expiresAt },
        key('b'),
      ],
    });
    expect(answer).toMatchObject({
      written: 2,
      deleted: 0,
      skipped: 0,
      consistencyToken: expect.any(String),
    });
    expect((await api.get('/api/v1/fga/tuples')).body.data[0]).toMatchObject({
      ...key('a'),
      condition: { name: 'c', context: { n: 1 } },
      expiresAt,
    });
    expect((await api.get('/api/v1/fga/changes')).body.data[0].actor).toEqual({
      type: 'user',
      id: 'usr_x',
    });
    expect((await platform.events(tenant)).at(-1)).toMatchObject({
      type: 'fga.tuples_written',
      data: { source: 'grpc', written: 2 },
    });
    expect(
      await write('directory', {
        deletes: [key('b')],
        preconditions: [{ tuple: key('a'), exists: true }],
      }),
    ).toMatchObject({ deleted: 1 });
  });

  test('creates an audit record of each write, with its keys', async () => {
    const records = () =>
      platform.sql<{ actor: unknown; data: any }>(
        `SELECT envelope->'data'->'actor' AS actor, envelope->'data'->'data' AS data FROM outbox WHERE tenant_id = $1 AND subject LIKE 'audit.%fgaTuplesWrite' AND envelope->'data'->'data'->'details'->>'source' = 'grpc' ORDER BY position`,
        [tenant.id],
      );
    const before = (await records()).length;
    const request = { writes: [key('audited')], idempotencyKey: 'audited' };
    await write('directory', request);
    await write('directory', request);
    expect((await records()).slice(before)).toEqual([
      {
        actor: expect.objectContaining({ type: 'user', id: 'usr_x' }),
        data: expect.objectContaining({
          outcome: 'success',
          details: {
            source: 'grpc',
            caller: 'directory',
            written: 1,
            deleted: 0,
            keys: ['doc:1#viewer@user:audited'],
            digest: expect.stringMatching(/^[0-9a-f]{64}$/),
          },
        }),
      },
    ]);
  });

  test('creates an audit record of a rejected write', async () => {
    await expect(
      write('directory', { writes: [{ ...key('refused'), object: 'nothing:1' }] }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
    const [record] = await platform.sql<{ data: unknown }>(
      `SELECT envelope->'data'->'data' AS data FROM outbox WHERE tenant_id = $1 AND subject LIKE 'audit.%fgaTuplesWrite' ORDER BY position DESC LIMIT 1`,
      [tenant.id],
    );
    expect(record?.data).toMatchObject({
      outcome: 'failure',
      status: 422,
      code: 'validation_failed',
      details: { source: 'grpc', caller: 'directory' },
    });
  });

  test('repeated requests with the same key have no effect', async () => {
    const request = { writes: [key('once')], idempotencyKey: 'k1' };
    const first = await write('directory', request);
    expect(await write('directory', request)).toEqual(first);
    await expect(
      write('directory', { writes: [key('other')], idempotencyKey: 'k1' }),
    ).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await stored()).not.toContain('user:other');
  });

  test.each<[string, object, string]>([
    [
      'a tuple that does not fit',
      { writes: [{ ...key('a'), relation: 'owner' }] },
      'validation_failed',
    ],
    [
      'a context that is no JSON',
      { writes: [{ ...key('z'), condition: { name: 'c', contextJson: '{' } }] },
      'validation_failed',
    ],
    [
      'a number that a double does not keep',
      { writes: [{ ...key('z'), condition: { name: 'c', contextJson: '{"n":1e400}' } }] },
      'validation_failed',
    ],
    ['nobody as actor', { actor: undefined, writes: [key('z')] }, 'validation_failed'],
    ['no tenant', { tenantId: '', writes: [key('z')] }, 'invalid_parameter'],
    ['a duplicate', { writes: [key('a')] }, 'already_exists'],
    ['what is missing', { deletes: [key('never')] }, 'conflict'],
    [
      'too much',
      { deletes: Array.from({ length: 101 }, (_, i) => key(`u${i}`)) },
      'limit_exceeded',
    ],
    ['an unknown word', { writes: [key('z')], onDuplicate: 'merge' }, 'validation_failed'],
  ])('refuses %s', async (_, request, code) => {
    await expect(write('directory', request)).rejects.toMatchObject({ code });
  });

  test('accepts directory and configured accounts, and no others', async () => {
    expect(await write('compliance', { writes: [key('named')] })).toMatchObject({ written: 1 });
    await expect(write('gateway', { writes: [key('z')] })).rejects.toMatchObject({
      code: 'caller_not_allowed',
    });
  });
});

describe("a user's tuples", () => {
  test('are exported, counted, erased', async () => {
    const userId = 'usr_01h455vb4pex5vsknk084sn02q';
    await write('directory', { writes: [key(userId), key('stays')] });
    const subject = platform.peer('compliance').service('platform.datasubject.v1.DataSubject');
    const sections: { section: string; json: string }[] = [];
    for await (const section of subject.Export({
      tenantId: tenant.id,
      userId,
      requestId: 'r1',
    } as never) as AsyncIterable<{ section: string; json: string }>)
      sections.push(section);
    const tuples = sections.find((s) => s.section === 'relationTuples');
    expect(JSON.parse(tuples?.json ?? 'null')).toMatchObject({
      tuples: [key(userId)],
      truncated: false,
    });
    const erase = (dryRun: boolean) =>
      subject.Erase({
        tenantId: tenant.id,
        userId,
        requestId: 'r2',
        phase: dryRun ? 'DRY' : 'HARD',
        dryRun,
      } as never);
    expect(await erase(true)).toMatchObject({ items: [{ category: 'relation_tuples', count: 1 }] });
    expect(await stored()).toContain(`user:${userId}`);
    expect(await erase(false)).toMatchObject({
      outcome: 'DONE',
      items: [{ category: 'relation_tuples', count: 1 }],
    });
    expect(await stored()).not.toContain(`user:${userId}`);
    expect(await stored()).toContain('user:stays');
  });
});
