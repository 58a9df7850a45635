import { describe, expect, test } from 'vitest';
import { heldLeases, leaseLost } from './leases.ts';

/** Leases of 30 ms on a fake clock, and the reasons with which their work was aborted. */
function holderOf(
  renew: (held: readonly { id: string }[]) => Promise<Map<{ id: string }, object>>,
) {
  let now = 0;
  const ends: string[] = [];
  const held = heldLeases<{ id: string }, object>({
    renew,
    leaseMsOf: () => 30,
    now: () => now,
  });
  return {
    ...held,
    ends,
    pass: (ms: number) => void (now += ms),
    hold(id: string) {
      const one = { id };
      held.begin(
        one,
        (signal) =>
          new Promise<void>((resolve) => {
            signal.addEventListener('abort', () => {
              ends.push(`${id} ${String(signal.reason)}`);
              resolve();
            });
          }),
      );
      return one;
    },
  };
}

describe('the work of a held row', () => {
  test('is aborted when a renewal finds that the row belongs to another pod', async () => {
    const holder = holderOf(async (held) => new Map(held.slice(1).map((one) => [one, {}])));
    holder.hold('a');
    const b = holder.hold('b');
    await holder.renew();
    expect(holder.ends).toEqual([`a ${leaseLost}`]);
    await expect.poll(holder.list).toEqual([b]);
  });

  test('is aborted when the lease expires before it could be renewed', async () => {
    const holder = holderOf(() => Promise.reject(new Error('the database is away')));
    holder.hold('a');
    holder.pass(30);
    await expect(holder.renew()).rejects.toThrow('the database is away');
    expect(holder.ends).toEqual([]);
    holder.pass(1);
    await expect(holder.renew()).rejects.toThrow('the database is away');
    expect(holder.ends).toEqual([`a ${leaseLost}`]);
  });

  test('continues as long as its lease is renewed', async () => {
    const holder = holderOf(async (held) => new Map(held.map((one) => [one, {}])));
    holder.hold('a');
    for (let renewals = 0; renewals < 5; renewals++) {
      holder.pass(20);
      await holder.renew();
    }
    expect(holder.ends).toEqual([]);
  });

  test('is aborted at a shutdown after the grace period, and has ended before the shutdown continues', async () => {
    const holder = holderOf(async () => new Map());
    holder.hold('a');
    await holder.close('shutdown', { graceMs: 1, abortMs: 10_000 });
    expect([holder.ends, holder.list()]).toEqual([['a shutdown'], []]);
  });
});
