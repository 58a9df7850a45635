import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import type { ModelTestInput } from '@platform/contracts';
import { compileModel } from '../models/compiled-model.ts';
import { dslWorker } from '../language/dsl-worker.ts';
import { readCheckedModel } from '../validation/model-reading.ts';
import { runModelTests } from './model-tests.ts';

const limits = {
  maxObjectTypes: 100,
  maxRelationsPerType: 50,
  maxModelBytes: 131_072,
  maxRewriteNestingDepth: 10,
};
const checkLimits = { maxDepth: 10, maxNodes: 1000, maxFanout: 100 };

const worker = dslWorker();
afterAll(() => worker.close());

const example = (name: string): string =>
  readFileSync(new URL(`../../examples/${name}.fga`, import.meta.url), 'utf8');
type Row = [
  subject: string,
  relation: string,
  object: string,
  expect: boolean,
  context?: Record<string, unknown>,
];
const tuple = (
  text: string,
  condition?: ModelTestInput['tuples'][number]['condition'],
): ModelTestInput['tuples'][number] => {
  const [subject = '', relation = '', object = ''] = text.split(' ');
  return { subject, relation, object, ...(condition ? { condition } : {}) };
};
const run = async (name: string, tuples: ModelTestInput['tuples'], rows: Row[]): Promise<void> => {
  const { model } = await readCheckedModel({ dsl: example(name) }, worker, limits);
  const checks = rows.map(([subject, relation, object, expected, context]) => ({
    subject,
    relation,
    object,
    expect: expected,
    ...(context ? { context } : {}),
  }));
  await runModelTests(compileModel(model), [{ name, tuples, checks }], {
    limits: checkLimits,
    timeoutMs: 5_000,
  });
};

const at = (current_time: string) => ({ current_time });
const examples: Record<string, { tuples: ModelTestInput['tuples']; rows: Row[] }> = {
  drive: {
    tuples: [
      tuple('user:anne owner folder:root'),
      tuple('folder:root parent folder:plans'),
      tuple('folder:plans parent document:roadmap'),
      tuple('group:staff#member viewer folder:plans'),
      tuple('group:night#member member group:staff'),
      tuple('user:bob member group:night'),
      tuple('user:eve member group:night'),
      tuple('user:eve blocked document:roadmap'),
      tuple('user:* viewer document:public'),
      tuple('user:guest shared_until document:roadmap', {
        name: 'not_after',
        context: { grant_time: '2026-01-01T00:00:00Z', grant_duration: '1h' },
      }),
    ],
    rows: [
      ['user:anne', 'editor', 'document:roadmap', true],
      ['user:bob', 'viewer', 'document:roadmap', true],
      ['user:bob', 'editor', 'document:roadmap', false],
      ['user:eve', 'viewer', 'document:roadmap', false],
      ['user:eve', 'viewer', 'folder:plans', true],
      ['user:nobody', 'viewer', 'document:public', true],
      ['user:guest', 'viewer', 'document:roadmap', true, at('2026-01-01T00:59:59Z')],
      ['user:guest', 'viewer', 'document:roadmap', false, at('2026-01-01T01:00:00Z')],
    ],
  },
  'code-host': {
    tuples: [
      tuple('user:olga owner organization:acme'),
      tuple('user:mel member organization:acme'),
      tuple('organization:acme organization repository:api'),
      tuple('organization:acme organization team:core'),
      tuple('team:infra#member member team:core'),
      tuple('user:ivo member team:infra'),
      tuple('team:core#member writer repository:api'),
      tuple('user:sue writer repository:api'),
      tuple('user:sue suspended repository:api'),
      tuple('team:core#member can_deploy repository:api', {
        name: 'from_network',
        context: { allowed: ['10.0.0.0/8', '2001:db8::/32'] },
      }),
    ],
    rows: [
      ['user:olga', 'admin', 'repository:api', true],
      ['user:olga', 'can_delete', 'repository:api', true],
      ['user:mel', 'reader', 'repository:api', true],
      ['user:mel', 'writer', 'repository:api', false],
      ['user:ivo', 'can_push', 'repository:api', true],
      ['user:sue', 'writer', 'repository:api', true],
      ['user:sue', 'can_push', 'repository:api', false],
      ['user:ivo', 'can_deploy', 'repository:api', true, { caller: '10.1.2.3' }],
      ['user:ivo', 'can_deploy', 'repository:api', false, { caller: '11.1.2.3' }],
      ['team:infra#member', 'writer', 'repository:api', true],
    ],
  },
  chat: {
    tuples: [
      tuple('user:amy legacy_admin workspace:w'),
      tuple('user:gus guest workspace:w'),
      tuple('workspace:w workspace channel:general'),
      tuple('workspace:w#member writer channel:general'),
      tuple('user:gus muted channel:general'),
      tuple('user:zoe viewer channel:general'),
    ],
    rows: [
      ['user:amy', 'can_post', 'channel:general', true],
      ['user:amy', 'can_pin', 'channel:general', true],
      ['user:gus', 'viewer', 'channel:general', true],
      ['user:gus', 'can_post', 'channel:general', false],
      ['user:zoe', 'viewer', 'channel:general', true],
      ['user:zoe', 'can_post', 'channel:general', false],
    ],
  },
};

describe('example models', () => {
  test.each(Object.keys(examples))('%s: results match its table', async (name) => {
    const { tuples, rows } = examples[name] as (typeof examples)[string];
    await run(name, tuples, rows);
  });

  test.each(Object.keys(examples))('%s: is the same model after a round trip', async (name) => {
    const first = await readCheckedModel({ dsl: example(name) }, worker, limits);
    const again = await readCheckedModel({ dsl: await worker.print(first.model) }, worker, limits);
    expect(again.checksum).toBe(first.checksum);
    expect(
      (await readCheckedModel({ model: JSON.parse(JSON.stringify(first.model)) }, worker, limits))
        .checksum,
    ).toBe(first.checksum);
  });

  test('a table with the opposite expectations fails, and reports where', async () => {
    await expect(run('chat', [], [['user:a', 'viewer', 'channel:c', true]])).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ pointer: '/tests/0/checks/0/expect', code: 'precondition' }] },
    });
  });
});
