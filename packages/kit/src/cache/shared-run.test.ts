import { expect, test, vi } from 'vitest';
import fc from 'fast-check';
import { sharedRun, sharedRuns } from './shared-run.ts';

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
      const runs = sharedRun(async () => {
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
            runs.anew().then(
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

test('those who ask with one key share the next run, and keys do not wait for each other', async () => {
  const begun: string[] = [];
  const gates = new Map<string, () => void>();
  const ask = sharedRuns(
    async ({ key }: { key: string }) => {
      begun.push(key);
      await new Promise<void>((resolve) => gates.set(key, resolve));
      return begun.length;
    },
    ({ key }) => key,
  );
  const first = ask({ key: 'a' });
  const others = [ask({ key: 'a' }), ask({ key: 'a' })];
  const elsewhere = ask({ key: 'b' });
  expect(begun).toEqual(['a', 'b']);
  gates.get('a')!();
  await first;
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b', 'a']));
  gates.get('a')!();
  gates.get('b')!();
  expect(await Promise.all(others)).toEqual([3, 3]);
  await elsewhere;
  const later = ask({ key: 'a' });
  expect(begun).toHaveLength(4);
  gates.get('a')!();
  await later;
});
