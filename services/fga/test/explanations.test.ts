import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';

const path = '/api/v1/fga';
const dsl = `model
  schema 1.1
type user
type group
  relations
    define member: [user, group#member]
type document
  relations
    define blocked: [user]
    define viewer: [user, group#member] but not blocked
`;
const stricter = dsl.replace('[user, group#member] but', '[user] but');
const viewer = { subject: 'user:ada', relation: 'viewer', object: 'document:plan' };

let platform: AccessPlatform;
let tenant: TestTenant;
let api: TestApi;
let modelId: string;
let n = 0;

const post = (of: string, body: object) => api.post(`${path}/${of}`, { body });
const codes = ({ body }: { body: any }) =>
  (body.errors ?? []).map((e: { code: string; pointer: string }) => `${e.code} ${e.pointer}`);

beforeAll(async () => {
  platform = await accessPlatform({ 'platform.fga.limits.max-contextual-tuples': '2' });
});
beforeEach(async () => {
  tenant = platform.hub.tenant(`acme${++n}`);
  api = await platform.api(tenant);
  modelId = (await post('models', { dsl })).body.id;
  await post('tuples', {
    writes: [
      { subject: 'group:eng#member', relation: 'viewer', object: 'document:plan' },
      { subject: 'user:ada', relation: 'member', object: 'group:eng' },
    ],
  });
});
afterAll(() => platform?.stop());

describe('fgaCheckExplain', () => {
  test('returns the path of an allowed check, and the tuple that a denied one lacks', async () => {
    expect((await post('check:explain', viewer)).body).toMatchObject({
      decision: 'allowed',
      steps: expect.any(Number),
      tree: { name: 'document:plan#viewer', decision: 'allowed', decisive: true },
      missingTuple: null,
      modelId,
      revision: 2,
      consistencyToken: expect.any(String),
    });
    const bob = { ...viewer, subject: 'user:bob' };
    expect((await post('check:explain', bob)).body).toMatchObject({
      decision: 'denied',
      missingTuple: bob,
    });
  });

  test('takes contextual tuples as a check does', async () => {
    const blocked = { ...viewer, contextualTuples: [{ ...viewer, relation: 'blocked' }] };
    expect((await post('check:explain', blocked)).body).toMatchObject({
      decision: 'denied',
      missingTuple: null,
    });
    expect((await post('check', blocked)).body).toMatchObject({ allowed: false });
  });

  test('refuses what a check refuses', async () => {
    const wrong = await post('check:explain', { ...viewer, relation: 'reader' });
    expect(codes(wrong)).toEqual(['relation_not_found /relation']);
    const tooMany = { ...viewer, contextualTuples: [viewer, viewer, viewer] };
    expect(codes(await post('check:explain', tooMany))).toEqual([
      'max_contextual_tuples /contextualTuples',
    ]);
  });

  test('requires the scope to read, and sees no tuples of other tenants', async () => {
    const decider = await platform.api(tenant, ['tenant:fga.check']);
    expect(await decider.post(`${path}/check:explain`, { body: viewer })).toMatchObject({
      status: 403,
    });
    const other = await platform.api(platform.hub.tenant(`other${n}`));
    await other.post(`${path}/models`, { body: { dsl } });
    expect((await other.post(`${path}/check:explain`, { body: viewer })).body).toMatchObject({
      decision: 'denied',
    });
  });
});

describe('fgaModelValidate', () => {
  test('compares with the active model, and counts the tuples that no longer fit', async () => {
    const { status, body } = await post('models:validate', { dsl: stricter });
    expect({ status, valid: body.valid }).toEqual({ status: 200, valid: true });
    expect(body).toMatchObject({
      activeModelId: modelId,
      changes: [
        {
          name: 'document#viewer',
          kind: 'relation',
          change: 'changed',
          before: 'define viewer: [user, group#member] but not blocked',
          after: 'define viewer: [user] but not blocked',
        },
      ],
      tuples: {
        counted: 2,
        complete: true,
        unfit: 1,
        groups: [{ relation: 'document#viewer', subject: 'group#member', count: 1 }],
      },
      warnings: [{ code: 'subject_no_longer_allowed', path: 'document#viewer' }],
    });
    expect((await api.get(`${path}/models`)).body.data).toHaveLength(1);
  });

  test('runs tests in memory, and the assertions of the active model over the store', async () => {
    await api.put(`${path}/assertions`, { body: { assertions: [{ ...viewer, expect: true }] } });
    const tests = [
      { name: 'nobody', tuples: [], checks: [{ ...viewer, expect: true }] },
      { name: 'direct', tuples: [viewer], checks: [{ ...viewer, expect: true }] },
    ];
    expect((await post('models:validate', { dsl: stricter, tests })).body).toMatchObject({
      valid: false,
      tests: [
        { name: 'nobody', passed: false, failures: [expect.stringContaining('got denied')] },
        { name: 'direct', passed: true, failures: [] },
      ],
      assertions: [{ ...viewer, expect: true, decision: 'denied', passed: false }],
    });
    expect((await post('models:validate', { dsl, tests: [] })).body).toMatchObject({
      valid: true,
      changes: [],
      assertions: [{ decision: 'allowed', passed: true }],
    });
  });

  test('returns the lines of errors, of the syntax and of the rules', async () => {
    expect((await post('models:validate', { dsl: `${dsl}nonsense` })).body).toMatchObject({
      valid: false,
      errors: [{ pointer: '/dsl', line: 11 }],
    });
    const unknown = dsl.replace('[user] ', '[person] ').replace('blocked: [user]', 'blocked: [x]');
    expect((await post('models:validate', { dsl: unknown })).body).toMatchObject({
      valid: false,
      errors: [{ line: 9, detail: expect.stringContaining('document#blocked') }],
      dsl: null,
    });
  });

  test('works before the first model, and requires the scope to read', async () => {
    const other = platform.hub.tenant(`new${n}`);
    const theirs = await platform.api(other);
    expect((await theirs.post(`${path}/models:validate`, { body: { dsl } })).body).toMatchObject({
      valid: true,
      activeModelId: null,
      tuples: { counted: 0, unfit: 0 },
    });
    const decider = await platform.api(tenant, ['tenant:fga.check']);
    expect(await decider.post(`${path}/models:validate`, { body: { dsl } })).toMatchObject({
      status: 403,
    });
  });
});

describe('fgaAssertionsPut', () => {
  const assertion = { ...viewer, expect: true };
  const assertions = [{ ...assertion, contextualTuples: [{ ...viewer, relation: 'blocked' }] }];
  const put = (body: object, headers = {}) => api.put(`${path}/assertions`, { body, headers });

  test('replaces what is read again, and what the API of OpenFGA reads', async () => {
    expect(await put({ assertions })).toMatchObject({ status: 200, body: { modelId, assertions } });
    const read = await api.get(`${path}/assertions`);
    expect(read.body).toEqual({ modelId, assertions });
    expect(await put({ assertions: [] }, { 'if-match': read.headers.get('etag') })).toMatchObject({
      status: 200,
    });
    expect((await api.get(`${path}/assertions?modelId=${modelId}`)).body.assertions).toEqual([]);
  });

  test('refuses assertions that the model could never answer, and an outdated version', async () => {
    expect(codes(await put({ assertions: [{ ...assertion, relation: 'reader' }] }))).toEqual([
      'relation_not_found /assertions/0/relation',
    ]);
    const before = (await api.get(`${path}/assertions`)).headers.get('etag');
    await put({ assertions });
    expect(await put({ assertions: [] }, { 'if-match': before })).toMatchObject({ status: 412 });
  });

  test('requires the scope to write, and a model of the tenant', async () => {
    const reader = await platform.api(tenant, ['tenant:fga.read']);
    expect(await reader.put(`${path}/assertions`, { body: { assertions } })).toMatchObject({
      status: 403,
    });
    const other = await platform.api(platform.hub.tenant(`other${n}`));
    expect(await other.get(`${path}/assertions`)).toMatchObject({
      status: 409,
      body: { code: 'no_active_model' },
    });
    expect(await other.get(`${path}/assertions?modelId=${modelId}`)).toMatchObject({ status: 404 });
  });
});
