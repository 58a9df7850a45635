import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { currentScope, withinScope } from '../telemetry/request-scope.ts';
import { batched, singleFlight } from './coalescing.ts';

/** Runs that each wait until they are told to end. */
function heldRuns(most?: number) {
  const runs: { questions: readonly string[]; end: (fault?: Error) => void }[] = [];
  const ask = batched({
    work: (questions: readonly string[]) =>
      new Promise<readonly string[]>((resolve, reject) =>
        runs.push({
          questions,
          end: (fault) =>
            fault ? reject(fault) : resolve(questions.map((one) => one.toUpperCase())),
        }),
      ),
    nameOf: (question) => question[0]!,
    ...(most === undefined ? {} : { most }),
  });
  const begun = (count: number) => vi.waitFor(() => expect(runs).toHaveLength(count));
  return { runs, ask, begun };
}

describe('runs', () => {
  test('take what came in one turn of the event loop, and what came while another was under way', async () => {
    const { runs, ask, begun } = heldRuns();
    const first = [ask('a1')];
    process.nextTick(() => first.push(ask('a2')));
    await begun(1);
    expect(runs[0]!.questions).toEqual(['a1', 'a2']);
    const later = ['a3', 'a4'].map(ask);
    runs[0]!.end();
    expect(await Promise.all(first)).toEqual(['A1', 'A2']);
    await begun(2);
    expect(runs[1]!.questions).toEqual(['a3', 'a4']);
    runs[1]!.end();
    expect(await Promise.all(later)).toEqual(['A3', 'A4']);
  });

  test('with an interval take what comes until it has passed, and the first does not wait', async () => {
    const intervalMs = 1_000;
    const runs: { at: number; questions: readonly string[] }[] = [];
    const ask = batched({
      work: async (questions: readonly string[]) => {
        runs.push({ at: performance.now(), questions });
        return questions;
      },
      nameOf: (question) => question[0]!,
      intervalMs,
    });
    const asked = performance.now();
    await ask('a1');
    expect(performance.now() - asked).toBeLessThan(intervalMs);
    const second = ask('a2');
    await pause(intervalMs / 4);
    await Promise.all([second, ask('a3')]);
    expect(runs.map(({ questions }) => questions)).toEqual([['a1'], ['a2', 'a3']]);
    expect(runs[1]!.at - runs[0]!.at).toBeGreaterThanOrEqual(intervalMs - 1);
  });

  test('of other names do not wait', async () => {
    const { runs, ask, begun } = heldRuns();
    void ask('a1');
    void ask('b1');
    await begun(2);
    expect(runs.map(({ questions }) => questions)).toEqual([['a1'], ['b1']]);
  });

  test('have a maximum size', async () => {
    const { runs, ask, begun } = heldRuns(2);
    const answers = ['a1', 'a2', 'a3', 'a4'].map(ask);
    for (const at of [0, 1]) {
      await begun(at + 1);
      runs[at]!.end();
    }
    expect(await Promise.all(answers)).toEqual(['A1', 'A2', 'A3', 'A4']);
    expect(runs.map(({ questions }) => questions)).toEqual([
      ['a1', 'a2'],
      ['a3', 'a4'],
    ]);
  });

  test('that fail are the error of those who asked, and of nobody after them', async () => {
    const { runs, ask, begun } = heldRuns();
    const first = ask('a1');
    await begun(1);
    const second = ask('a2');
    runs[0]!.end(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await begun(2);
    runs[1]!.end();
    expect(await second).toBe('A2');
    void ask('a3');
    await begun(3);
  });

  test('belong to no request', async () => {
    const ask = batched({
      work: async (questions: readonly string[]) => questions.map(() => currentScope()),
      nameOf: () => 'all',
    });
    const scope = { requestId: 'req_1', access: {} } as never;
    expect(await withinScope(scope, () => ask('one'))).toBeUndefined();
  });

  test('answer everybody, each once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(fc.nat(9), { maxLength: 30 }), async (s, asked) => {
        let runs = 0;
        const ask = batched({
          work: async (questions: readonly number[]) => {
            runs += 1;
            await s.schedule(Promise.resolve());
            return questions.map((n) => n + 100);
          },
          nameOf: (n) => String(n % 2),
          most: 4,
        });
        const answers = Promise.all(asked.map(ask));
        await s.waitFor(answers);
        expect(await answers).toEqual(asked.map((n) => n + 100));
        expect(runs).toBeLessThanOrEqual(asked.length);
      }),
    );
  });
});

test('those who share runs get the answer of one that began after they asked, and names do not wait for each other', async () => {
  const begun: string[] = [];
  const gates = new Map<string, () => void>();
  const hasBegun = (...runs: string[]) => vi.waitFor(() => expect(begun).toEqual(runs));
  const ask = singleFlight(
    async ({ key }: { key: string }) => {
      begun.push(key);
      await new Promise<void>((resolve) => gates.set(key, resolve));
      return begun.length;
    },
    ({ key }) => key,
  );
  const first = [ask({ key: 'a' }), ask({ key: 'a' })];
  const elsewhere = ask({ key: 'b' });
  await hasBegun('a', 'b');
  const others = [ask({ key: 'a' }), ask({ key: 'a' })];
  gates.get('a')!();
  expect(await Promise.all(first)).toEqual([2, 2]);
  await hasBegun('a', 'b', 'a');
  gates.get('a')!();
  gates.get('b')!();
  expect(await Promise.all(others)).toEqual([3, 3]);
  await elsewhere;
  const later = ask({ key: 'a' });
  await hasBegun('a', 'b', 'a', 'a');
  gates.get('a')!();
  expect(await later).toBe(4);
});

test('a shared run belongs to the request that asked first', async () => {
  const ask = singleFlight(
    async () => currentScope()?.requestId,
    () => 'all',
  );
  const as = (requestId: string) =>
    withinScope({ requestId, access: {} } as never, () => ask('who'));
  expect(await Promise.all([as('req_1'), as('req_2')])).toEqual(['req_1', 'req_1']);
});
