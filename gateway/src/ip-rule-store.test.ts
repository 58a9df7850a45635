import { describe, expect, it } from 'vitest';
import { silentLog } from '@platform/kit/telemetry';
import { ipRuleStore } from './ip-rule-store.ts';
import type { IpRuleSet } from './ip-rule-store.ts';

const set = (version: number, cidr: string): IpRuleSet => ({
  version,
  rules: [{ id: `r${version}`, action: 'deny', cidr, expiresAt: null }],
});

/** A store over a bucket and a hub that the test controls. */
function held(options: { max?: number } = {}) {
  const bucket = new Map<string, IpRuleSet>();
  const asked: string[] = [];
  let see: (key: string, value: IpRuleSet | undefined) => void = () => undefined;
  let reset = (): void => undefined;
  const world = {
    gate: Promise.resolve(),
    isAway: false,
    isWhole: true,
    hub: async (_id: string): Promise<IpRuleSet> => set(9, '9.9.9.9/32'),
  };
  const store = ipRuleStore({
    log: silentLog,
    ...options,
    bus: {
      lookUp: (async (_bucket: string, key: string) => {
        asked.push(key);
        const value = bucket.get(key);
        await world.gate;
        if (world.isAway || (value === undefined && !world.isWhole)) throw new Error('away');
        return value;
      }) as never,
      watch: ((_bucket: string, onValue: typeof see, onReset: typeof reset) => {
        see = onValue;
        reset = onReset;
      }) as never,
    },
    snapshot: (id) => world.hub(id),
  });
  const idsOf = async (tenantId: string) => (await store.rulesOf(tenantId)).map(({ id }) => id);
  return {
    bucket,
    asked,
    world,
    idsOf,
    store,
    see: (key: string, value?: IpRuleSet) => see(key, value),
    reset: () => reset(),
  };
}

describe('ipRuleStore', () => {
  it('loads a tenant only once for concurrent requests, even if it has no rules', async () => {
    const { asked, idsOf, store } = held();
    await Promise.all([idsOf('a'), idsOf('a'), idsOf('a')]);
    expect(asked).toEqual(['a']);
    expect(store.rulesOf('a')).toEqual([]);
  });

  it('applies a change, but never an older version', async () => {
    const { bucket, idsOf, see } = held();
    bucket.set('a', set(2, '2.2.2.2/32'));
    expect(await idsOf('a')).toEqual(['r2']);
    see('a', set(1, '1.1.1.1/32'));
    expect(await idsOf('a')).toEqual(['r2']);
    see('a', set(3, '3.3.3.3/32'));
    expect(await idsOf('a')).toEqual(['r3']);
  });

  it('does not mistake a bucket that lost its rules for a tenant without rules', async () => {
    const { bucket, world, idsOf, see, reset } = held();
    bucket.set('a', set(2, '2.2.2.2/32'));
    expect(await idsOf('a')).toEqual(['r2']);
    bucket.clear();
    world.isWhole = false;
    expect(await idsOf('b')).toEqual(['r9']);
    see('a');
    expect(await idsOf('a')).toEqual(['r2']);
    reset();
    expect(await idsOf('a')).toEqual(['r2']);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await idsOf('a')).toEqual(['r9']);
  });

  it('does not lose a change that arrives while the rules are being loaded', async () => {
    const { bucket, world, idsOf, see } = held();
    let open = (): void => undefined;
    world.gate = new Promise((resolve) => (open = resolve));
    bucket.set('a', set(1, '1.1.1.1/32'));
    const first = idsOf('a');
    see('a', set(2, '2.2.2.2/32'));
    open();
    expect(await first).toEqual(['r2']);
    expect(await idsOf('a')).toEqual(['r2']);
  });

  it('asks the hub while the bucket is unavailable; if that fails too, only this tenant is affected', async () => {
    const { world, idsOf } = held();
    world.isAway = true;
    expect(await idsOf('a')).toEqual(['r9']);
    world.hub = async () => {
      throw new Error('away');
    };
    await expect(idsOf('b')).rejects.toMatchObject({ code: 'upstream_unavailable' });
    expect(await idsOf('a')).toEqual(['r9']);
  });

  it('reloads after a reconnect, and uses the known rules until then', async () => {
    const { bucket, world, asked, idsOf, reset } = held();
    bucket.set('a', set(2, '2.2.2.2/32'));
    await idsOf('a');
    bucket.set('a', set(1, '1.1.1.1/32'));
    world.isAway = true;
    world.hub = async () => {
      throw new Error('away');
    };
    reset();
    expect(await idsOf('a')).toEqual(['r2']);
    await new Promise(setImmediate);
    expect(await idsOf('a')).toEqual(['r2']);
    // The hub wins, even if it was restored from a backup.
    world.isAway = false;
    world.hub = async () => set(1, '1.1.1.1/32');
    await new Promise(setImmediate);
    await idsOf('a');
    await new Promise(setImmediate);
    expect(await idsOf('a')).toEqual(['r1']);
    expect(asked.length).toBeGreaterThan(1);
  });

  it('never returns to the outdated state of a bucket that lost entries in a crash', async () => {
    const { bucket, world, idsOf, see, reset } = held();
    bucket.set('a', set(2, '2.2.2.2/32'));
    await idsOf('a');
    world.hub = async () => set(2, '2.2.2.2/32');
    bucket.set('a', set(1, '1.1.1.1/32'));
    reset();
    see('a', set(1, '1.1.1.1/32'));
    for (let i = 0; i < 5; i++) {
      expect(await idsOf('a')).toEqual(['r2']);
      await new Promise(setImmediate);
    }
    // An entry that the bucket audit writes is loaded again.
    see('a', set(3, '3.3.3.3/32'));
    expect(await idsOf('a')).toEqual(['r3']);
  });

  it('keeps its rules when it receives rules that it cannot parse', async () => {
    const { bucket, idsOf, see } = held();
    bucket.set('a', set(1, '1.1.1.1/32'));
    await idsOf('a');
    see('a', set(2, 'nonsense'));
    expect(await idsOf('a')).toEqual(['r1']);
  });
});
