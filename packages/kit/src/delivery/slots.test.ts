import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { slowMs } from './priority-class.ts';
import type { PriorityClass } from './priority-class.ts';
import { sharedSlots } from './slots.ts';
import type { Slot } from './slots.ts';

function podOf(maxInFlight: number, maxInFlightPerTenant: number) {
  let now = 0;
  let endpoints = 0;
  const pod = sharedSlots({ maxInFlight, maxInFlightPerTenant }, () => now);
  const takenOf = (found: (Slot | undefined)[]): Slot[] => {
    const taken = found.filter((slot) => slot !== undefined);
    for (const slot of taken) slot.begin();
    return taken;
  };
  return {
    ...pod,
    pass: (ms: number) => void (now += ms),
    /** Takes one slot for each of `count` destinations. */
    firsts: (count: number, priorityClass: PriorityClass, tenantId?: string): Slot[] =>
      takenOf(
        Array.from({ length: count }, () => {
          endpoints += 1;
          const destinationId = `e${endpoints}`;
          return pod.take({ tenantId: tenantId ?? `t${endpoints}`, destinationId, priorityClass });
        }),
      ),
    /** Takes several slots for one endpoint. */
    slotsOf: (
      tenantId: string,
      destinationId: string,
      count: number,
      priorityClass: PriorityClass = 'good',
    ): Slot[] =>
      takenOf(
        Array.from({ length: count }, () => pod.take({ tenantId, destinationId, priorityClass })),
      ),
  };
}

describe('slots of a pod', () => {
  test('at most a quarter goes to failing and slow lanes, and a quarter is reserved for fast ones', () => {
    const pod = podOf(16, 16);
    expect(pod.firsts(10, 'poor')).toHaveLength(4);
    const fresh = pod.firsts(20, 'new');
    expect(fresh).toHaveLength(8);
    const good = pod.firsts(20, 'good');
    expect(good).toHaveLength(4);
    expect([pod.used(), pod.free('good')]).toEqual([16, 0]);
    for (const slot of [...good, ...fresh, ...fresh]) slot.release();
    expect(pod.used()).toBe(4);
  });

  test('an attempt counts as slow after 5 s', () => {
    const pod = podOf(8, 8);
    const [first] = pod.firsts(2, 'good');
    expect(pod.free('poor')).toBe(2);
    pod.pass(slowMs);
    expect(pod.free('poor')).toBe(0);
    first!.release();
    expect(pod.free('poor')).toBe(1);
  });

  test('half is reserved for the first attempts of endpoints', () => {
    const pod = podOf(16, 100);
    for (let i = 0; i < 4; i++) pod.slotsOf(`t${i}`, `many${i}`, 4);
    expect(pod.used()).toBe(12);
    expect(pod.firsts(4, 'good')).toHaveLength(4);
  });
});

describe('slots of a tenant', () => {
  test('endpoints with full concurrency leave room for the first attempts of others', () => {
    const pod = podOf(256, 32);
    const hanging = Array.from({ length: 8 }, (_, i) => pod.slotsOf('t', `hanging${i}`, 4)).flat();
    expect(hanging).toHaveLength(24);
    expect(pod.firsts(10, 'good', 't')).toHaveLength(8);
    expect(pod.fullTenants()).toEqual(
      ['good', 'new', 'poor'].map((priorityClass) => ({ tenantId: 't', priorityClass })),
    );
    expect(pod.firsts(1, 'good', 'another')).toHaveLength(1);
  });

  test('overdue attempts get additional slots, up to the same number again', () => {
    const pod = podOf(256, 8);
    expect(pod.firsts(20, 'good', 't')).toHaveLength(8);
    pod.pass(slowMs);
    expect(pod.firsts(20, 'good', 't')).toHaveLength(8);
    pod.pass(slowMs);
    expect(pod.firsts(1, 'good', 't')).toHaveLength(0);
  });

  test('slow lanes get at most half, and a quarter is reserved for fast ones', () => {
    const pod = podOf(256, 8);
    expect(pod.firsts(20, 'poor', 't')).toHaveLength(4);
    expect(pod.firsts(20, 'new', 't')).toHaveLength(2);
    expect(pod.firsts(20, 'good', 't')).toHaveLength(2);
  });

  test('a single slot is available to all', () => {
    for (const priorityClass of ['good', 'new', 'poor'] as const)
      expect(podOf(1, 1).firsts(2, priorityClass, 't')).toHaveLength(1);
  });
});

test('limits are never exceeded, and a first slot stays free while the others respond in time', () => {
  const asked = fc.record({
    tenant: fc.integer({ min: 0, max: 3 }),
    endpoint: fc.integer({ min: 0, max: 5 }),
    priorityClass: fc.constantFrom<PriorityClass>('good', 'new', 'poor'),
    pass: fc.constantFrom(0, 1_000, slowMs),
  });
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 120 }), (wishes) => {
      const pod = podOf(32, 8);
      const byTenant = new Map<string, number>();
      for (const { tenant, endpoint, priorityClass, pass } of wishes) {
        pod.pass(pass);
        const tenantId = `t${tenant}`;
        const got = pod.slotsOf(tenantId, `${tenantId} e${endpoint}`, 1, priorityClass).length;
        byTenant.set(tenantId, (byTenant.get(tenantId) ?? 0) + got);
      }
      expect(pod.used()).toBeLessThanOrEqual(32);
      for (const count of byTenant.values()) expect(count).toBeLessThanOrEqual(16);
    }),
  );
});
