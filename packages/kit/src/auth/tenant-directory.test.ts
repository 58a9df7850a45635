import { beforeEach, describe, expect, test } from 'vitest';
import { tenantDirectory } from './tenant-directory.ts';
import type { DirectoryTenant } from './tenant-directory.ts';
import { codeOf } from './test-tokens.ts';

const id = 'tnt_01h455vb4pex5vsknk084sn02q';
const acme: DirectoryTenant = {
  id,
  slug: 'acme',
  name: 'Acme',
  mode: 'live',
  state: 'active',
  issuer: 'https://acme.platform.test',
  isDefault: false,
};
const minute = 60_000;

let nowMillis = 0;
let asked: string[] = [];
let answer: (name: string) => Promise<DirectoryTenant | null>;
const directory = (more: { ttlMillis?: number; max?: number } = {}) =>
  tenantDirectory({
    getTenant: (by) => {
      const name = 'slug' in by ? by.slug : by.id;
      asked.push(name);
      return answer(name);
    },
    now: () => nowMillis,
    ...more,
  });

beforeEach(() => {
  nowMillis = 1_800_000_000_000;
  asked = [];
  answer = async (name) => (name === 'acme' || name === id ? acme : null);
});
const away = () => {
  answer = async () => {
    throw new Error('away');
  };
};

describe('tenantDirectory', () => {
  test('returns fresh entries immediately, without a lookup', async () => {
    const tenants = directory();
    expect([tenants.known('acme'), tenants.known(id)]).toEqual([undefined, undefined]);
    await tenants.byId(id);
    await tenants.bySlug('nobody');
    expect([tenants.known('acme'), tenants.known(id), tenants.known('nobody')]).toEqual([
      acme,
      acme,
      undefined,
    ]);
    nowMillis += minute;
    expect([tenants.known('acme'), tenants.known(id)]).toEqual([undefined, undefined]);
    await tenants.byId(id);
    tenants.drop('acme');
    expect([tenants.known('acme'), tenants.known(id)]).toEqual([undefined, undefined]);
    expect(asked).toEqual([id, 'nobody', id]);
  });

  test('one lookup serves both names for a minute', async () => {
    const tenants = directory();
    expect(await tenants.bySlug('acme')).toEqual(acme);
    nowMillis += minute - 1;
    expect(await tenants.byId(id)).toEqual(acme);
    expect(await tenants.bySlug('acme')).toEqual(acme);
    expect(asked).toEqual(['acme']);
    nowMillis += 1;
    await tenants.byId(id);
    await tenants.bySlug('acme');
    expect(asked).toEqual(['acme', id]);
  });

  test('a test tenant is not confused with its parent', async () => {
    const twin: DirectoryTenant = { ...acme, id: 'tnt_01h455vb4pex5vsknk084sn02r', mode: 'test' };
    answer = async (name) => (name === 'acme--test' || name === twin.id ? twin : acme);
    const tenants = directory();
    expect(await tenants.bySlug('acme--test')).toEqual(twin);
    expect(await tenants.bySlug('acme')).toEqual(acme);
    expect(await tenants.bySlug('acme--test')).toEqual(twin);
    expect(asked).toEqual(['acme--test', 'acme']);
  });

  test('negative results are cached for the same time', async () => {
    const tenants = directory();
    expect(await tenants.bySlug('nobody')).toBeNull();
    nowMillis += minute - 1;
    expect(await tenants.bySlug('nobody')).toBeNull();
    expect(asked).toEqual(['nobody']);
    nowMillis += 1;
    await tenants.bySlug('nobody');
    expect(asked).toEqual(['nobody', 'nobody']);
  });

  test('concurrent misses share one call and its failure', async () => {
    const tenants = directory();
    await Promise.all([1, 2, 3].map(() => tenants.bySlug('acme')));
    expect(asked).toEqual(['acme']);
    away();
    expect(await Promise.all([1, 2].map(() => codeOf(tenants.bySlug('other'))))).toEqual([
      'upstream_unavailable',
      'upstream_unavailable',
    ]);
    expect(asked).toEqual(['acme', 'other']);
  });

  test('while the hub is unavailable, an expired tenant is used for 10 more minutes; an unknown one returns 503', async () => {
    const tenants = directory();
    await tenants.bySlug('acme');
    await tenants.bySlug('nobody');
    away();
    nowMillis += 11 * minute - 1;
    expect(await tenants.bySlug('acme')).toEqual(acme);
    expect(await tenants.byId(id)).toEqual(acme);
    expect(await codeOf(tenants.bySlug('nobody'))).toBe('upstream_unavailable');
    nowMillis += 1;
    expect(await codeOf(tenants.bySlug('acme'))).toBe('upstream_unavailable');
  });

  test('a deleted tenant does not reappear from a stale entry', async () => {
    const tenants = directory();
    await tenants.bySlug('acme');
    nowMillis += minute;
    answer = async () => null;
    expect(await tenants.bySlug('acme')).toBeNull();
    away();
    nowMillis += minute;
    expect(await codeOf(tenants.byId(id))).toBe('upstream_unavailable');
  });

  test.each([id, 'acme'])('drop(%s) takes effect immediately, under both names', async (name) => {
    const tenants = directory();
    await tenants.bySlug('acme');
    tenants.drop(name);
    answer = async () => ({ ...acme, state: 'suspended' });
    expect((await tenants.byId(id))?.state).toBe('suspended');
    expect((await tenants.bySlug('acme'))?.state).toBe('suspended');
    tenants.drop(name);
    away();
    expect(await codeOf(tenants.bySlug('acme'))).toBe('upstream_unavailable');
  });

  test('expire() triggers a new lookup, and keeps the old entry while the hub is unavailable', async () => {
    const tenants = directory();
    await tenants.bySlug('acme');
    tenants.expire();
    expect(tenants.known(id)).toBeUndefined();
    const found = answer;
    away();
    expect(await tenants.byId(id)).toEqual(acme);
    answer = async () => ({ ...acme, state: 'suspended' });
    expect((await tenants.byId(id))?.state).toBe('suspended');
    answer = async () => null;
    expect(await tenants.bySlug('later')).toBeNull();
    tenants.expire();
    answer = found;
    expect(await tenants.bySlug('acme')).toEqual(acme);
    expect(asked).toEqual(['acme', id, id, 'later', 'acme']);
  });

  test('a new tenant is accepted after its negative entry has been dropped', async () => {
    const tenants = directory();
    const found = answer;
    answer = async () => null;
    expect(await tenants.bySlug('acme')).toBeNull();
    answer = found;
    tenants.drop('acme');
    expect(await tenants.bySlug('acme')).toEqual(acme);
  });

  test('a lookup in progress during expire() is repeated, and serves while the hub is unavailable', async () => {
    const tenants = directory();
    let release: (tenant: DirectoryTenant) => void = () => {};
    answer = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const first = tenants.bySlug('acme');
    tenants.expire();
    release(acme);
    expect(await first).toEqual(acme);
    expect(tenants.known(id)).toBeUndefined();
    away();
    expect(await tenants.bySlug('acme')).toEqual(acme);
  });

  test('a lookup in progress during a drop is not cached', async () => {
    const tenants = directory();
    let release: (tenant: DirectoryTenant) => void = () => {};
    answer = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const first = tenants.bySlug('acme');
    tenants.drop(id);
    release(acme);
    await first;
    answer = async () => ({ ...acme, state: 'suspended' });
    expect((await tenants.bySlug('acme'))?.state).toBe('suspended');
  });

  test('keeps the most recent names within its limit', async () => {
    const tenants = directory({ max: 2 });
    for (const slug of ['x1', 'x2', 'x3', 'x3', 'x1']) await tenants.bySlug(slug);
    expect(asked).toEqual(['x1', 'x2', 'x3', 'x1']);
  });

  test('a TTL of 0 turns the cache off, and a negative one prevents startup', async () => {
    const tenants = directory({ ttlMillis: 0 });
    await tenants.bySlug('acme');
    away();
    expect(await codeOf(tenants.bySlug('acme'))).toBe('upstream_unavailable');
    expect(() => directory({ ttlMillis: -1 })).toThrow('negative');
    expect(() => directory({ ttlMillis: NaN })).toThrow('negative');
  });
});
