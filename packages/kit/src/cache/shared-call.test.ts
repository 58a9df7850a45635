import { expect, test } from 'vitest';
import fc from 'fast-check';
import { sharedCall } from './coalescing.ts';

const happenings = fc.array(
  fc.constantFrom('change' as const, 'join' as const, 'answer' as const, 'fail' as const),
  { minLength: 2, maxLength: 20 },
);

test('callers after a change see it, with one run at a time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), happenings, async (schedule, all) => {
      let version = 0;
      let atOnce = 0;
      let fails = false;
      const runs = sharedCall(async () => {
        expect(++atOnce).toBe(1);
        const [read, isBroken] = [version, fails];
        fails = false;
        await schedule.schedule(Promise.resolve(), 'answer');
        atOnce -= 1;
        if (isBroken) throw new Error('broken');
        return read;
      });
      const asked: Promise<unknown>[] = [];
      for (const happening of all) {
        if (happening === 'change') {
          const changed = ++version;
          asked.push(
            runs.next().then(
              (seen) => expect(seen).toBeGreaterThanOrEqual(changed),
              (error: Error) => expect(error.message).toBe('broken'),
            ),
          );
        } else if (happening === 'join')
          asked.push(runs.join().catch((error: Error) => expect(error.message).toBe('broken')));
        else if (happening === 'fail') fails = true;
        else if (schedule.count() > 0) await schedule.waitOne();
      }
      while (schedule.count() > 0 || runs.isUnderWay()) {
        if (schedule.count() > 0) await schedule.waitOne();
        else await Promise.resolve();
      }
      await Promise.all(asked);
    }),
    { numRuns: 500 },
  );
});
