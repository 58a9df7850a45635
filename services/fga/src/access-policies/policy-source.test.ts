import { expect, test } from 'vitest';
import type { Database } from '@platform/kit/database';
import fc from 'fast-check';
import { policySource } from './policy-source.ts';

const row = (revision: number) => ({
  id: `cap_${revision}`,
  name: 'p',
  mode: 'enabled',
  priority: 1,
  createdAt: new Date(0),
  body: { conditions: {}, controls: {} },
});

const happenings = fc.array(
  fc.constantFrom('ask' as const, 'answer' as const, 'change' as const, 'tick' as const),
  { minLength: 3, maxLength: 20 },
);

test('after a local change, no older policies are returned, even by reads that started before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), happenings, async (schedule, all) => {
      let revision = 1;
      let clock = 0;
      const read = async (_context: unknown, work: (tx: unknown) => Promise<unknown>) => {
        const seen = revision;
        await schedule.schedule(Promise.resolve(), 'snapshot');
        return work({
          context: { tenantId: 't' },
          row: async () => ({ revision: seen }),
          rows: async () => [row(seen)],
        });
      };
      const source = policySource({
        db: { read } as unknown as Database,
        bus: { follow: () => undefined },
        now: () => clock,
      });
      const idOf = async () => (await source.of('t', 'c'))[0]?.id;
      const asked: Promise<unknown>[] = [];
      for (const happening of all) {
        if (happening === 'change') {
          revision += 1;
          source.evict('t', 'c');
        } else if (happening === 'tick') clock += 300;
        else if (happening === 'answer') {
          if (schedule.count() > 0) await schedule.waitOne();
        } else {
          const least = revision;
          asked.push(
            idOf().then((id) => expect(Number(id?.slice(4))).toBeGreaterThanOrEqual(least)),
          );
        }
      }
      while (schedule.count() > 0) await schedule.waitOne();
      await Promise.all(asked);
    }),
    { numRuns: 500 },
  );
});
