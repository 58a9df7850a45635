import { outsideScope } from '../request-scope/request-scope.ts';

/** What {@link gatheredRuns} needs. */
export interface GatheredRunsOptions<K, T> {
  /** Answers several questions at once, in their order. An error is the answer to all of them. */
  work: (questions: readonly K[]) => Promise<readonly T[]>;
  /** Names what may be asked together, such as the tenant. Questions of different names never wait for each other. */
  nameOf: (question: K) => string;
  /** How many questions one run takes at most; default 64. */
  most?: number;
}

interface Waiting<K, T> {
  question: K;
  resolve: (answer: T) => void;
  reject: (error: unknown) => void;
}

/**
 * Asks together what is asked at the same time. A question that comes while nothing is under way is asked at once; those that
 * come meanwhile are gathered, and asked together when that run ends. So each run begins after its questions came, and whoever asks
 * alone waits for nobody. Runs belong to no request.
 */
export function gatheredRuns<K, T>({
  work,
  nameOf,
  most = 64,
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
    while (line.length > 0) await answer(line.splice(0, most));
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
