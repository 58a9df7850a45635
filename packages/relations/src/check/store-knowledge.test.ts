import { expect, test } from 'vitest';
import type { Tx } from '@platform/kit/database';
import fc from 'fast-check';
import type { RevisionStep } from '../store/revision-hints.ts';
import { storeKnowledge } from './store-knowledge.ts';

const tenantId = 'tnt_one';
const relations = ['document#viewer', 'group#member'];

/** A store of which each commit touches one relation, and a transaction whose answers come when the schedule lets them. */
function storeUnder(schedule: fc.Scheduler) {
  const commits: { touched: string; told: boolean }[] = [];
  let hear: (tenantId: string, step: RevisionStep) => void = () => undefined;
  const knowledge = storeKnowledge({
    hints: {
      onStep: (listener) => {
        hear = listener;
      },
    },
    maxStalenessMs: 1_000,
    timeoutMs: 1_000,
    clock: () => 0,
  });
  const transaction = (): Tx => {
    const revision = commits.length;
    const touchedSince = (since: number): { relation: string }[] =>
      [...new Set(commits.slice(since, revision).map((c) => c.touched))].map((relation) => ({
        relation,
      }));
    return {
      context: { tenantId },
      prepared: () =>
        schedule.schedule(
          Promise.resolve([{ revision, activeModelId: 'fgm_one', now: 0 }]),
          'store row',
        ),
      rows: (_: string, [, since]: [string, number]) =>
        schedule.schedule(Promise.resolve(touchedSince(since)), 'touched relations'),
    } as unknown as Tx;
  };
  return {
    knowledge,
    transaction,
    commits,
    commit(touched: string, told: boolean): void {
      commits.push({ touched, told });
      if (told)
        hear(tenantId, { from: commits.length - 1, to: commits.length, touched: [touched] });
    },
  };
}

const happenings = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.constant('read' as const) },
    { weight: 2, arbitrary: fc.constant('answer' as const) },
    {
      weight: 3,
      arbitrary: fc.record({ touched: fc.constantFrom(...relations), told: fc.boolean() }),
    },
  ),
  { minLength: 3, maxLength: 14 },
);

test('an earlier read never overrides newer information, and no change to a relation is missed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), happenings, async (schedule, all) => {
      const { knowledge, transaction, commits, commit } = storeUnder(schedule);
      const hold = (): void => {
        const fresh = knowledge.fresh(tenantId);
        if (!fresh) return;
        expect(fresh.revision).toBeGreaterThan(commits.findLastIndex((c) => c.told));
        commits
          .slice(0, fresh.revision)
          .forEach(({ touched }, before) =>
            expect(knowledge.isUntouchedSince(tenantId, before, new Set([touched]))).toBe(false),
          );
      };
      const reads: Promise<unknown>[] = [];
      for (const happening of all) {
        if (happening === 'read') reads.push(knowledge.read(transaction()));
        else if (happening !== 'answer') commit(happening.touched, happening.told);
        else if (schedule.count() > 0) await schedule.waitOne();
        hold();
      }
      await schedule.waitAll();
      await Promise.all(reads);
      hold();
      // Whoever reads now knows all.
      const last = knowledge.read(transaction());
      await schedule.waitAll();
      await last;
      expect(knowledge.fresh(tenantId)?.revision).toBe(commits.length);
    }),
    { numRuns: 500 },
  );
});
