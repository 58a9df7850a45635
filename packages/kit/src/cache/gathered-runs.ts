import { AsyncResource } from 'node:async_hooks';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { outsideScope } from '../telemetry/request-scope.ts';

/** Options of {@link gatheredRuns}. */
export interface GatheredRunsOptions<K, T> {
  /** Answers several questions at once, in their order. An error is the answer to all of them. */
  work: (questions: readonly K[]) => Promise<readonly T[]>;
  /** Names what may be asked together, such as the tenant. Questions of different names never wait for each other. */
  nameOf: (question: K) => string;
  /** How many questions one run takes at most; default 64. */
  most?: number;
  /** The least time between the starts of two runs of one name, so that more is asked together under load; default 0. */
  intervalMs?: number;
}

interface Waiting<K, T> {
  question: K;
  resolve: (answer: T) => void;
  reject: (error: unknown) => void;
}

/**
 * Asks together what is asked at the same time: what comes in the same turn of the event loop, and then what comes while a run
 * is under way. A busy process handles many requests in one turn, an idle one begins at once. Each run begins after its questions
 * came. Runs belong to no request.
 */
export function gatheredRuns<K, T>({
  work,
  nameOf,
  most = 64,
  intervalMs = 0,
}: GatheredRunsOptions<K, T>): (question: K) => Promise<T> {
  const lines = new Map<string, Waiting<K, T>[]>();

  async function answer(together: readonly Waiting<K, T>[]): Promise<void> {
    try {
      const answers = await work(together.map(({ question }) => question));
      if (answers.length !== together.length)
        throw new Error(`${together.length} questions got ${answers.length} answers`);
      together.forEach(({ resolve }, i) => resolve(answers[i]!));
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  }

  async function serve(name: string, line: Waiting<K, T>[]): Promise<void> {
    await nextTurn();
    while (line.length > 0)
      await Promise.all([answer(line.splice(0, most)), intervalMs > 0 && delay(intervalMs)]);
    lines.delete(name);
  }

  return (question) =>
    new Promise((resolve, reject) => {
      const name = nameOf(question);
      const waiting = { question, resolve, reject };
      const line = lines.get(name);
      if (line) return void line.push(waiting);
      const begun = [waiting];
      lines.set(name, begun);
      void outsideScope(() => serve(name, begun));
    });
}

/**
 * As {@link gatheredRuns}, for questions of a name that have the same answer: each run answers all who asked before it began. It
 * belongs to the request that asked first.
 */
export function sharedRuns<K, T>(
  work: (question: K) => Promise<T>,
  nameOf: (question: K) => string,
): (question: K) => Promise<T> {
  const ask = gatheredRuns({
    async work(asked: readonly { run: () => Promise<T> }[]) {
      const answer = await asked[0]!.run();
      return asked.map(() => answer);
    },
    nameOf: ({ name }: { name: string; run: () => Promise<T> }) => name,
    most: Infinity,
  });
  return (question) => {
    // `AsyncResource.bind` would describe each function that it makes.
    const asker = new AsyncResource('SharedRun');
    return ask({
      name: nameOf(question),
      run: () => asker.runInAsyncScope(work, undefined, question),
    });
  };
}
