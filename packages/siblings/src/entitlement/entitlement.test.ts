import { afterEach, describe, expect, test } from 'vitest';
import type { EventListener } from '@platform/kit/bus';
import { entitlementCache } from './entitlement.ts';

const tenant = 'tnt_a';
const answer = (off: boolean) => ({
  revision: 1,
  families: [
    { family: 'directory', entitled: !off, areas: ['users', 'orgs'] },
    { family: 'fga', entitled: true, areas: ['fga'] },
  ],
});

/** A cache with responses and a clock under the test's control. */
function staged() {
  const stage = {
    now: 0,
    asked: 0,
    isOff: false,
    isAway: false,
    bucket: undefined as unknown,
    gate: undefined as Promise<void> | undefined,
    changed: (async () => undefined) as (tenantId: string) => Promise<void>,
  };
  const cache = entitlementCache({
    now: () => stage.now,
    fga: () =>
      ({
        service: () => ({
          Get: async () => {
            stage.asked += 1;
            const { isOff } = stage;
            await stage.gate;
            if (stage.isAway) throw new Error('away');
            return answer(isOff);
          },
        }),
      }) as never,
    bus: {
      get: async () => stage.bucket as never,
      follow: (_types: readonly string[], see: EventListener) =>
        void (stage.changed = (tenantId) => see({ tenantId } as never)),
    },
  });
  return { stage, cache, off: async () => [...(await cache.offAreas(tenant)).keys()] };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
afterEach(settled);

describe('entitlementCache', () => {
  test('looks up once for concurrent callers, then responds from the cache', async () => {
    const { stage, cache, off } = staged();
    expect(await Promise.all([off(), off(), off()])).toEqual([[], [], []]);
    expect(stage.asked).toBe(1);
    expect(cache.offAreas(tenant)).toBeInstanceOf(Map);
    expect(stage.asked).toBe(1);
  });

  test('names the areas of families that are off', async () => {
    const { stage, cache } = staged();
    stage.isOff = true;
    expect([...(await cache.offAreas(tenant))]).toEqual([
      ['users', 'directory'],
      ['orgs', 'directory'],
    ]);
  });

  test('refreshes before the ten seconds end, and blocks after they have', async () => {
    const { stage, cache, off } = staged();
    await off();
    stage.now = 7_999;
    void cache.offAreas(tenant);
    expect(stage.asked).toBe(1);
    stage.now = 8_000;
    stage.isOff = true;
    expect([...(cache.offAreas(tenant) as ReadonlyMap<string, string>)]).toEqual([]);
    await settled();
    expect([stage.asked, await off()]).toEqual([2, ['users', 'orgs']]);
    stage.now = 18_000;
    expect(cache.offAreas(tenant)).toBeInstanceOf(Promise);
  });

  test('is invalidated by a change, and does not cache earlier lookups', async () => {
    const { stage, off } = staged();
    let open = (): void => undefined;
    stage.gate = new Promise((resolve) => (open = resolve));
    const early = off();
    stage.isOff = true;
    await stage.changed(tenant);
    const late = off();
    open();
    expect([await early, await late]).toEqual([[], ['users', 'orgs']]);
    expect(await off()).toEqual(['users', 'orgs']);
  });

  test('uses the bucket while the service is unavailable, and returns 503 if it is empty', async () => {
    const { stage, off } = staged();
    stage.isAway = true;
    await expect(off()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    stage.bucket = { version: 3, ...answer(true) };
    expect(await off()).toEqual(['users', 'orgs']);
    stage.isAway = false;
    stage.now = 1_000;
    await off();
    await settled();
    expect(await off()).toEqual([]);
  });

  test('uses known entitlements until they expire', async () => {
    const { stage, off } = staged();
    await off();
    stage.isAway = true;
    stage.now = 9_999;
    expect(await off()).toEqual([]);
    await settled();
    stage.now = 10_000;
    await expect(off()).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });
});
