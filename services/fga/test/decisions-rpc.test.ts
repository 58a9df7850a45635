import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { RpcClient } from '@platform/kit/grpc';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';

const dsl =
  'model\n  schema 1.1\ntype user\ntype document\n  relations\n    define owner: [user with office]\n    define viewer: [user] or owner\ncondition office(address: ipaddress) {\n  address.in_cidr("192.0.2.0/24")\n}\n';

let platform: AccessPlatform;
let tenant: TestTenant;
let modelId: string;
const fga = (account: string): RpcClient<'platform.fga.v1.Fga'> =>
  platform.peer(account).service('platform.fga.v1.Fga');
const key = { subject: 'user:anne', relation: 'viewer', object: 'document:1' };
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: { code?: string }) => error.code,
  );

beforeAll(async () => {
  platform = await accessPlatform({
    'platform.fga.check.max-batch-size': '3',
    'platform.fga.grpc.additional-readers': 'system:serviceaccount:platform:reporting',
  });
  tenant = platform.hub.tenant('acme');
  const api = await platform.api(tenant);
  modelId = (await api.post('/api/v1/fga/models', { body: { dsl } })).body.id;
  await api.post('/api/v1/fga/tuples', {
    body: {
      writes: [
        key,
        { ...key, relation: 'owner', object: 'document:2', condition: { name: 'office' } },
      ],
    },
  });
});
afterAll(() => platform?.stop());

describe('Fga/Check', () => {
  test("accepts the platform's own callers and configured ones", async () => {
    for (const account of ['hub', 'product-api', 'directory', 'reporting']) {
      expect(await fga(account).Check({ tenantId: tenant.id, ...key })).toEqual({
        allowed: true,
        modelId,
        consistencyToken: expect.any(String),
      });
    }
    expect(await refusal(fga('compliance').Check({ tenantId: tenant.id, ...key }))).toBe(
      'caller_not_allowed',
    );
  });

  test('accepts context and contextual tuples; unknown is not a denial', async () => {
    const owned = { tenantId: tenant.id, ...key, object: 'document:2' };
    expect(
      (await fga('hub').Check({ ...owned, contextJson: '{"address":"192.0.2.1"}' })).allowed,
    ).toBe(true);
    expect(
      (await fga('hub').Check({ ...owned, contextualTuples: [{ ...key, object: 'document:2' }] }))
        .allowed,
    ).toBe(true);
    expect(await refusal(fga('hub').Check(owned))).toBe('validation_failed');
    expect(await refusal(fga('hub').Check({ ...owned, contextJson: '{' }))).toBe(
      'validation_failed',
    );
  });

  test('rejects a number that a double cannot represent, with its pointer', async () => {
    const infinite = '{"n":[1e400]}';
    const contextual = { ...key, condition: { name: 'office', contextJson: infinite } };
    const invalid = (pointer: string) => ({
      code: 'validation_failed',
      details: { errors: [{ pointer, code: 'invalid_format' }] },
    });
    await expect(
      fga('hub').Check({ tenantId: tenant.id, ...key, contextJson: infinite }),
    ).rejects.toMatchObject(invalid('/context/n/0'));
    await expect(
      fga('hub').Check({ tenantId: tenant.id, ...key, contextualTuples: [contextual] }),
    ).rejects.toMatchObject(invalid('/contextualTuples/0/condition/context/n/0'));
    await expect(
      fga('hub').BatchCheck({
        tenantId: tenant.id,
        items: [{ correlationId: 'a', ...key, contextJson: infinite }],
      }),
    ).rejects.toMatchObject(invalid('/checks/0/context/n/0'));
  });

  test('refuses a request without a tenant, and one whose tenant has no model', async () => {
    expect(await refusal(fga('hub').Check({ ...key }))).toBe('invalid_parameter');
    expect(
      await refusal(fga('hub').Check({ tenantId: platform.hub.tenant('empty').id, ...key })),
    ).toBe('no_active_model');
  });
});

describe('Fga/BatchCheck', () => {
  test('returns independent results', async () => {
    const answer = await fga('hub').BatchCheck({
      tenantId: tenant.id,
      items: [
        { correlationId: 'a', ...key },
        { correlationId: 'b', ...key, object: 'paper:1', subject: 'robot:1' },
        { correlationId: 'c', ...key, subject: 'user:bob' },
      ],
      fullyConsistent: true,
    });
    expect(answer.results).toMatchObject([
      { correlationId: 'a', allowed: true, error: null },
      {
        correlationId: 'b',
        allowed: false,
        error: {
          code: 'validation_failed',
          reason: 'type_not_found',
          errors: [
            {
              pointer: '/checks/1/object',
              code: 'type_not_found',
              detail: expect.stringContaining('paper'),
            },
            {
              pointer: '/checks/1/subject',
              code: 'type_not_found',
              detail: expect.stringContaining('robot'),
            },
          ],
        },
      },
      { correlationId: 'c', allowed: false, error: null },
    ]);
    expect(
      await refusal(
        fga('hub').BatchCheck({
          tenantId: tenant.id,
          items: ['a', 'b', 'c', 'd'].map((correlationId) => ({ correlationId, ...key })),
        }),
      ),
    ).toBe('limit_exceeded');
  });
});

describe('Fga/ListObjects', () => {
  test('reports omissions', async () => {
    const ask = { tenantId: tenant.id, subject: key.subject, relation: 'viewer', type: 'document' };
    expect(await fga('hub').ListObjects(ask)).toMatchObject({
      objects: ['document:1'],
      truncated: true,
      truncatedBy: ['confirmation'],
    });
    expect(
      await fga('hub').ListObjects({ ...ask, contextJson: '{"address":"192.0.2.1"}' }),
    ).toMatchObject({ objects: ['document:1', 'document:2'], truncated: false, truncatedBy: [] });
  });
});
