import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApi } from '@platform/testkit/service';
import { compliancePlatform, errorOf, grant, ok, compliancePaths } from './compliance-fixtures.ts';
import type { ComplianceTestPlatform } from './compliance-fixtures.ts';

let under: ComplianceTestPlatform;
let api: TestApi;

beforeAll(async () => {
  under = await compliancePlatform();
  ({ api } = await under.tenant());
});
afterAll(() => under.stop());

const at = (key: string): string => `${compliancePaths.purposes}/${key}`;
const put = (key: string, body: Record<string, unknown> = {}, headers = {}) =>
  api.put(at(key), { body: { name: key, ...body }, headers });

describe('consentPurposePut', () => {
  test('creates with the defaults', async () => {
    const answer = await put('created');
    expect(answer.body).toEqual({
      id: 'created',
      purposeKey: 'created',
      version: 1,
      minVersion: 1,
      state: 'active',
      source: 'declared',
      name: 'created',
      description: null,
      legalBasis: 'consent',
      purposeType: null,
      personalDataCategories: [],
      processingMethods: [],
      storageLocations: [],
      processingLocations: [],
      retention: null,
      recipients: [],
      services: [],
      withdrawalMethod: null,
      jurisdiction: null,
      validitySeconds: null,
      translations: {},
      requiresReconsent: false,
      effectiveAt: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const read = await api.get(at('created'));
    expect([read.body, read.headers.get('etag')]).toEqual([
      answer.body,
      answer.headers.get('etag'),
    ]);
  });

  test('creates a version for a change, but not for identical content or translations', async () => {
    const first = ok(await put('versions', { recipients: [{ name: 'R', role: 'processor' }] }));
    expect(ok(await put('versions', { recipients: [{ name: 'R', role: 'processor' }] }))).toEqual(
      first,
    );
    const translated = ok(
      await put('versions', {
        recipients: [{ name: 'R', role: 'processor' }],
        translations: { 'de-ch': { name: 'Zweck' } },
      }),
    );
    expect(translated).toMatchObject({ version: 1, translations: { 'de-CH': { name: 'Zweck' } } });
    expect(ok(await put('versions', { name: 'Other' }))).toMatchObject({
      version: 2,
      minVersion: 1,
    });
    expect(ok(await put('versions', { name: 'Third', requiresReconsent: true }))).toMatchObject({
      version: 3,
      minVersion: 3,
    });
    expect(ok(await api.get(`${at('versions')}?version=1`))).toMatchObject({
      name: 'versions',
      version: 1,
      minVersion: 3,
    });
    expect((await api.get(`${at('versions')}?version=4`)).status).toBe(404);
  });

  test('declares a purpose that a consent registered', async () => {
    ok(await grant(api, { purposeKey: 'implicit', version: 4 }));
    expect(ok(await api.get(at('implicit')))).toMatchObject({
      source: 'implicit',
      version: 4,
      minVersion: 1,
    });
    expect(ok(await put('implicit', { description: 'declared' }))).toMatchObject({
      source: 'declared',
      version: 5,
    });
  });

  test('revives a retired purpose with a new version', async () => {
    ok(await put('revived'));
    expect(ok(await api.delete(at('revived')))).toEqual({ id: 'revived', deleted: true });
    expect(ok(await api.get(at('revived'))).state).toBe('retired');
    expect(ok(await api.delete(at('revived')))).toEqual({ id: 'revived', deleted: true });
    expect(ok(await put('revived'))).toMatchObject({ state: 'active', version: 2 });
  });

  test('only one of two changes with the same If-Match succeeds', async () => {
    const { headers } = await put('raced');
    const ifMatch = { 'if-match': headers.get('etag') ?? '' };
    const answers = await Promise.all([
      put('raced', { name: 'a' }, ifMatch),
      put('raced', { name: 'b' }, ifMatch),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test('creates one purpose from concurrent requests', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => put('once')));
    expect(answers.map(({ status, body }) => [status, body.version])).toEqual(
      Array(4).fill([200, 1]),
    );
  });

  test.each<[string, string, Record<string, unknown>, unknown[]]>([
    ['a key that cannot be one', 'Key', {}, [400, 'invalid_parameter']],
    ['a name that is too long', 'a', { name: 'x'.repeat(201) }, [422, 'validation_failed']],
    ['a validity that is too short', 'a', { validitySeconds: 60 }, [422, 'validation_failed']],
    ['an unknown country', 'a', { storageLocations: ['Swiss'] }, [422, 'validation_failed']],
  ])('rejects %s', async (_name, key, body, expected) => {
    expect(errorOf(await put(key, body)).slice(0, 2)).toEqual(expected);
  });

  test('limits a tenant to 500', async () => {
    const { tenant, api: other } = await under.tenant();
    await under.sql(
      `INSERT INTO consent_purposes (tenant_id, purpose_key, state, source, version, min_version)
       SELECT $1, 'k' || n, 'active', 'declared', 1, 1 FROM generate_series(1, 500) n`,
      [tenant.id],
    );
    const answers = [
      await other.put(at('more'), { body: { name: 'more' } }),
      await grant(other, { purposeKey: 'more' }),
    ];
    for (const answer of answers) expect(answer.body.code).toBe('limit_exceeded');
  });
});

test('consentPurposeList: newest first, by state, in pages', async () => {
  const { api: other } = await under.tenant();
  for (const key of ['a', 'b', 'c']) ok(await other.put(at(key), { body: { name: key } }));
  ok(await other.delete(at('b')));
  const keysOf = (body: any) => body.data.map(({ purposeKey }: any) => purposeKey);
  const first = ok(await other.get(`${compliancePaths.purposes}?limit=2`));
  const second = ok(
    await other.get(`${compliancePaths.purposes}?limit=2&cursor=${first.nextCursor}`),
  );
  expect([keysOf(first), keysOf(second)]).toEqual([['c', 'b'], ['a']]);
  expect(keysOf(ok(await other.get(`${compliancePaths.purposes}?state=retired`)))).toEqual(['b']);
});

describe('the compliance profile', () => {
  test('is empty until it is saved', async () => {
    const { api: other } = await under.tenant();
    const empty = ok(await other.get(compliancePaths.profile));
    expect(new Set(Object.values(empty))).toEqual(new Set([null]));
    const saved = await other.put(compliancePaths.profile, {
      body: { controllerName: 'Example AG', defaultLocale: 'de-ch' },
    });
    expect(saved.body).toMatchObject({
      controllerName: 'Example AG',
      defaultLocale: 'de-CH',
      phone: null,
      createdAt: expect.any(String),
    });
    const read = await other.get(compliancePaths.profile);
    expect([read.body, read.headers.get('etag')]).toEqual([saved.body, saved.headers.get('etag')]);
    expect(ok(await other.put(compliancePaths.profile, { body: {} })).controllerName).toBeNull();
    const stale = { 'if-match': saved.headers.get('etag') ?? '' };
    expect((await other.put(compliancePaths.profile, { body: {}, headers: stale })).status).toBe(
      412,
    );
  });
});

test('is hidden from other tenants', async () => {
  ok(await put('own'));
  const { api: stranger } = await under.tenant();
  expect((await stranger.get(at('own'))).status).toBe(404);
  expect((await stranger.delete(at('own'))).status).toBe(404);
  expect(ok(await stranger.get(compliancePaths.purposes)).data).toEqual([]);
});

test('rejects consents to unregistered purposes if registration is required', async () => {
  const strict = await compliancePlatform({
    'platform.consents.require-registered-purpose': 'true',
  });
  try {
    const { api: one } = await strict.tenant();
    expect(errorOf(await grant(one))).toEqual([
      422,
      'validation_failed',
      '/purposeKey',
      'not_found',
    ]);
    ok(await one.put(at('newsletter'), { body: { name: 'Newsletter' } }));
    ok(await grant(one));
  } finally {
    await strict.stop();
  }
});
