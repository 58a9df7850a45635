import fc from 'fast-check';
import { expect, it } from 'vitest';
import { closedNetwork, kneeOf, limitOf } from './queueing.ts';

it('a single client never waits for a processor', () => {
  const { perSecond, ms } = closedNetwork({ cpuMs: 4, waitMs: 6 }, { cores: 2, clients: 1 });
  expect(ms).toBeCloseTo(10);
  expect(perSecond).toBeCloseTo(100);
});

it('clients that find a free core each do not wait for one another', () => {
  const { perSecond } = closedNetwork({ cpuMs: 5, waitMs: 0 }, { cores: 2, clients: 2 });
  expect(perSecond).toBeCloseTo(400);
});

it('equals the formula of a single core without waits, where the clients share its rate', () => {
  const { perSecond, ms } = closedNetwork({ cpuMs: 2, waitMs: 0 }, { cores: 1, clients: 10 });
  expect(perSecond).toBeCloseTo(500);
  expect(ms).toBeCloseTo(20);
});

it('equals the known figures of a core and a wait of the same length', () => {
  // Two clients, one core: by hand, 1/(D + Z) for one, then D (1 + Q) with Q = 1/2.
  const { perSecond } = closedNetwork({ cpuMs: 10, waitMs: 10 }, { cores: 1, clients: 2 });
  expect(perSecond).toBeCloseTo(2_000 / 25);
});

it('never exceeds the limit, never falls as clients are added, and keeps Little’s law', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.1, max: 50, noNaN: true }),
      fc.double({ min: 0, max: 50, noNaN: true }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 40 }),
      (cpuMs, waitMs, cores, clients) => {
        const demand = { cpuMs, waitMs };
        const [one, more] = [clients, clients + 1].map((n) =>
          closedNetwork(demand, { cores, clients: n }),
        ) as [ReturnType<typeof closedNetwork>, ReturnType<typeof closedNetwork>];
        expect(more.perSecond).toBeGreaterThanOrEqual(one.perSecond * 0.999_999);
        expect(one.perSecond).toBeLessThanOrEqual(
          limitOf({ cpuMs, threadMs: 0 }, cores) * 1.000_001,
        );
        expect((one.perSecond * one.ms) / 1_000).toBeCloseTo(clients, 3);
      },
    ),
  );
});

it('a process with one thread limits a machine of many cores', () => {
  expect(limitOf({ cpuMs: 4, threadMs: 2 }, 8)).toBe(500);
  expect(limitOf({ cpuMs: 4, threadMs: 2 }, 1)).toBe(250);
});

it('the knee is the fewest clients that get nine tenths of the greatest rate', () => {
  const rates = [
    { clients: 8, perSecond: 100 },
    { clients: 1, perSecond: 40 },
    { clients: 4, perSecond: 92 },
  ];
  expect(kneeOf(rates)).toEqual({ clients: 4, perSecond: 92 });
});
