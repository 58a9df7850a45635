import { expect, test } from 'vitest';
import fc from 'fast-check';
import { shareOf } from './partition-share.ts';

test('partitions are soon divided equally and then stay, however pods come and go', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }), { minLength: 1 }),
      (count, generations) => {
        const holderOf = new Map<string, string | null>();
        for (let n = 0; n < count; n++) holderOf.set(String(n), null);
        const turn = (pod: string, pods: number): number => {
          const states = [...holderOf].map(([partition, holder]) => ({
            consumer: 'c',
            partition,
            holder,
            isHeld: holder !== null,
          }));
          const mine = states.filter(({ holder }) => holder === pod);
          const { take, giveUp } = shareOf(states, mine, pods);
          for (const { partition } of giveUp) holderOf.set(partition, null);
          for (const { partition } of take) holderOf.set(partition, pod);
          return take.length + giveUp.length;
        };
        for (const generation of generations) {
          const pods = [...new Set(generation)];
          for (const [partition, holder] of holderOf)
            if (holder && !pods.some((pod) => pod === holder)) holderOf.set(partition, null);
          for (let round = 0; round < 3; round++) for (const pod of pods) turn(pod, pods.length);
          const share = Math.ceil(count / pods.length);
          const holders = [...holderOf.values()];
          expect(holders).not.toContain(null);
          for (const pod of pods)
            expect(holders.filter((one) => one === pod).length).toBeLessThanOrEqual(share);
          expect(pods.map((pod) => turn(pod, pods.length))).toEqual(pods.map(() => 0));
        }
      },
    ),
  ));

test('a pod that cannot hold partitions releases all of them', () => {
  const mine = ['0', '1'].map((partition) => ({
    consumer: 'c',
    partition,
    holder: 'a',
    isHeld: true,
  }));
  expect(shareOf(mine, mine, 0)).toEqual({ take: [], giveUp: mine });
});
