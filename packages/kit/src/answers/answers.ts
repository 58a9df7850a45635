import { LRUCache } from 'lru-cache';

export { sharedRun } from './shared-run.ts';
export type { SharedRun } from './shared-run.ts';

/** What {@link answers} needs. Times in milliseconds of a clock that never goes back. */
export interface AnswersOptions<Q, A> {
  /** Asks whoever knows. What it rejects with is the caller's: nothing old stands in. */
  ask: (question: Q) => Promise<A>;
  /** What tells questions apart. */
  keyOf: (question: Q) => string;
  /** Further names by which answers are dropped: that of the tenant, of a person. */
  namesOf?: (question: Q) => readonly string[];
  /** How long an answer is kept, counted from when it was asked for; 0: not at all. */
  lifeMs: number | ((answer: A) => number);
  /** From this age on an answer is asked for anew while it still serves, so that nobody waits. None: only when it has ended. */
  refreshMs?: (answer: A) => number;
  /** Answers that are kept at the same time. */
  max?: number;
  now?: () => number;
}

/** Answers of somebody else, kept for a while. */
export interface Answers<Q, A> {
  /** The answer; a promise only when it must be asked for first. Asked for once, however many wait. */
  of(question: Q): A | Promise<A>;
  /** Forgets every answer of this key or name. What is under way is given to those who wait for it and not kept: it may be older than the change. */
  drop(name: string): void;
}

interface Kept<A> {
  answer: A;
  names: readonly string[];
  until: number;
  refreshAt: number;
}
interface Flight<A> {
  result: Promise<A>;
  names: readonly string[];
}

/** A refresh that fails is tried again after so long. */
const retryMs = 1_000;

/** Keeps answers by key, and finds them by the names of what they tell of. */
export function answers<Q, A>({
  ask,
  keyOf,
  namesOf = () => [],
  lifeMs,
  refreshMs = () => Infinity,
  max = 10_000,
  now = () => performance.now(),
}: AnswersOptions<Q, A>): Answers<Q, A> {
  const keysOfName = new Map<string, Set<string>>();
  const kept = new LRUCache<string, Kept<A>>({
    max,
    dispose: ({ names }, key) => names.forEach((name) => unlink(name, key)),
  });
  const flights = new Map<string, Flight<A>>();
  const lifeOf = typeof lifeMs === 'number' ? () => lifeMs : lifeMs;

  function unlink(name: string, key: string): void {
    const keys = keysOfName.get(name);
    keys?.delete(key);
    if (keys?.size === 0) keysOfName.delete(name);
  }

  function keep(key: string, names: readonly string[], answer: A, asked: number): void {
    kept.delete(key);
    const life = lifeOf(answer);
    if (life <= 0) return;
    kept.set(key, { answer, names, until: asked + life, refreshAt: asked + refreshMs(answer) });
    for (const name of names) {
      const keys = keysOfName.get(name);
      if (keys) keys.add(key);
      else keysOfName.set(name, new Set([key]));
    }
  }

  function load(key: string, question: Q): Promise<A> {
    const running = flights.get(key);
    if (running) return running.result;
    const asked = now();
    const names = [key, ...namesOf(question)];
    const isCurrent = (): boolean => flights.get(key) === flight;
    const result = ask(question)
      .then((answer) => {
        if (isCurrent()) keep(key, names, answer, asked);
        return answer;
      })
      .finally(() => {
        if (isCurrent()) flights.delete(key);
      });
    const flight = { result, names };
    flights.set(key, flight);
    return result;
  }

  return {
    of(question) {
      const key = keyOf(question);
      const found = kept.get(key);
      const at = now();
      if (!found || at >= found.until) return load(key, question);
      if (at >= found.refreshAt) {
        found.refreshAt = at + retryMs;
        load(key, question).catch(() => undefined);
      }
      return found.answer;
    },
    drop(name) {
      for (const [key, { names }] of flights) if (names.includes(name)) flights.delete(key);
      for (const key of keysOfName.get(name) ?? []) kept.delete(key);
    },
  };
}
