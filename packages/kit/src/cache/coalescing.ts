import { AsyncResource } from 'node:async_hooks';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { outsideScope } from '../telemetry/request-scope.ts';

/** Options of {@link batched}. */
export interface BatchedOptions<K, T> {
  /** Answers several questions, in their order. An error is the answer to all of them. */
  work: (questions: readonly K[]) => Promise<readonly T[]>;
  /** Names what may be asked together, such as the tenant. Questions of different names never wait for each other. */
  nameOf: (question: K) => string;
  /** The most questions of one batch. Default 64. */
  most?: number;
  /** The least time in milliseconds between the starts of two batches of one name, so that they are larger under load. Default 0. */
  intervalMs?: number;
}

interface Waiting<K, T> {
  question: K;
  resolve: (answer: T) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches what is asked at the same time: questions of the same turn of the event loop, and then those that arrive while a batch is
 * being answered. A busy process handles many requests in one turn; an idle one begins immediately. Each batch begins after its
 * questions arrived, and belongs to no request.
 */
export function batched<K, T>({
  work,
  nameOf,
  most = 64,
  intervalMs = 0,
}: BatchedOptions<K, T>): (question: K) => Promise<T> {
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
 * As {@link batched}, for questions of a name that have the same answer: one call answers all that were asked before it began. It
 * belongs to the request that asked first.
 */
export function singleFlight<K, T>(
  work: (question: K) => Promise<T>,
  nameOf: (question: K) => string,
): (question: K) => Promise<T> {
  const ask = batched({
    async work(asked: readonly { run: () => Promise<T> }[]) {
      const answer = await asked[0]!.run();
      return asked.map(() => answer);
    },
    nameOf: ({ name }: { name: string; run: () => Promise<T> }) => name,
    most: Infinity,
  });
  return (question) => {
    // `AsyncResource.bind` would describe each function that it makes.
    const asker = new AsyncResource('SingleFlight');
    return ask({
      name: nameOf(question),
      run: () => asker.runInAsyncScope(work, undefined, question),
    });
  };
}

/** One piece of work that several ask for, with one call at a time. */
export interface SharedCall<T> {
  /** The call that is about to begin or in progress; begins one if there is none. */
  join(): Promise<T>;
  /** A call that begins after this, so that it sees what happened before; shared by all that ask until it begins. */
  next(): Promise<T>;
  isUnderWay(): boolean;
}

/** Shares the calls of `work`, which may take long or fail. */
export function sharedCall<T>(work: () => Promise<T>): SharedCall<T> {
  let running: Promise<T> | undefined;
  let following: Promise<T> | undefined;

  function begin(): Promise<T> {
    const call: Promise<T> = work().finally(() => {
      if (running === call) running = undefined;
    });
    running = call;
    return call;
  }

  function after(call: Promise<T>): Promise<T> {
    const begun = (): Promise<T> => {
      following = undefined;
      return begin();
    };
    return call.then(begun, begun);
  }

  return {
    join: () => following ?? running ?? begin(),
    next: () => following ?? (running ? (following = after(running)) : begin()),
    isUnderWay: () => running !== undefined || following !== undefined,
  };
}
