import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { currentScope, withinScope } from '../request-scope/request-scope.ts';
import { gatheredRuns } from './gathered-runs.ts';

/** Runs that each wait until they are told to end. */
function heldRuns(most?: number) {
  const runs: { questions: readonly string[]; end: (fault?: Error) => void }[] = [];
  const ask = gatheredRuns({
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
  test('take what came while another was under way', async () => {
    const { runs, ask, begun } = heldRuns();
    const answers = ['a1', 'a2', 'a3'].map(ask);
    expect(runs.map(({ questions }) => questions)).toEqual([['a1']]);
    runs[0]!.end();
    expect(await answers[0]).toBe('A1');
    await begun(2);
    expect(runs[1]!.questions).toEqual(['a2', 'a3']);
    runs[1]!.end();
    expect(await Promise.all(answers)).toEqual(['A1', 'A2', 'A3']);
  });

  test('of other names do not wait', () => {
    const { runs, ask } = heldRuns();
    void ask('a1');
    void ask('b1');
    expect(runs.map(({ questions }) => questions)).toEqual([['a1'], ['b1']]);
  });

  test('have a maximum size', async () => {
    const { runs, ask, begun } = heldRuns(2);
    const answers = ['a1', 'a2', 'a3', 'a4'].map(ask);
    for (const at of [0, 1, 2]) {
      await begun(at + 1);
      runs[at]!.end();
    }
    expect(await Promise.all(answers)).toEqual(['A1', 'A2', 'A3', 'A4']);
    expect(runs.map(({ questions }) => questions)).toEqual([['a1'], ['a2', 'a3'], ['a4']]);
  });

  test('that fail are the error of those who asked, and of nobody after them', async () => {
    const { runs, ask, begun } = heldRuns();
    const [first, second] = [ask('a1'), ask('a2')];
    runs[0]!.end(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await begun(2);
    runs[1]!.end();
    expect(await second).toBe('A2');
    void ask('a3');
    await begun(3);
  });

  test('belong to no request', async () => {
    const ask = gatheredRuns({
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
        const ask = gatheredRuns({
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
