import { isProblem } from './problem.ts';
import type { ClientCode, Problem, ProblemCode } from './problem.ts';
import type { CallResponse } from './response.ts';

/** The value of a call, or its problem. */
export type Result<T, C extends ProblemCode> =
  { ok: true; value: T } | { ok: false; problem: Problem<C | ClientCode> };

type Recoveries<C extends ProblemCode> = {
  [K in C | ClientCode]?: (problem: Problem<K>) => unknown;
};

type Recovered<R> = {
  [K in keyof R]: R[K] extends (...input: never[]) => infer V ? Awaited<V> : never;
}[keyof R];

/** The codes that a method can fail with: `CodesOf<typeof platform.users.create>`. */
export type CodesOf<M extends (...input: never[]) => unknown> =
  ReturnType<M> extends Call<unknown, infer C> ? C | ClientCode : never;

/**
 * A call of the API. It is a promise of the value, which rejects with a `PlatformProblem`; {@link result}, {@link recover} and
 * {@link response} are other ways to read it. `C` are the codes of the problems that the method declares.
 */
export class Call<T, C extends ProblemCode> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call';
  /** Types only: carries `C`. */
  declare readonly codes: C;
  readonly #send: () => Promise<CallResponse<T>>;
  #sent: Promise<CallResponse<T>> | undefined;

  constructor(send: () => Promise<CallResponse<T>>) {
    this.#send = send;
  }

  /** The value with its ETag, request id and rate limit. */
  response(): Promise<CallResponse<T>> {
    return (this.#sent ??= this.#send());
  }

  /** The value or the problem, so that the compiler knows each code that is left to handle. Rejects only if the call is aborted or its input is invalid. */
  async result(): Promise<Result<T, C>> {
    try {
      return { ok: true, value: await this };
    } catch (error) {
      if (isProblem(error)) return { ok: false, problem: error as Problem<C | ClientCode> };
      throw error;
    }
  }

  /**
   * The value, or what the handler of the problem's code returns. A code that the method cannot fail with does not compile.
   * @example await platform.users.get(id).recover({ not_found: () => undefined });
   */
  async recover<const R extends Recoveries<C>>(
    handlers: R & { [K in Exclude<keyof R, C | ClientCode>]: never },
  ): Promise<T | Recovered<R>> {
    try {
      return await this;
    } catch (error) {
      if (!isProblem(error) || !Object.hasOwn(handlers, error.code)) throw error;
      const handler = (handlers as Record<string, (problem: Problem) => unknown>)[error.code]!;
      return (await handler(error)) as Recovered<R>;
    }
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise
  then<V = T, E = never>(
    onValue?: ((value: T) => V | PromiseLike<V>) | null,
    onError?: ((error: unknown) => E | PromiseLike<E>) | null,
  ): Promise<V | E> {
    return this.response()
      .then(({ value }) => value)
      .then(onValue, onError);
  }

  catch<E = never>(onError?: ((error: unknown) => E | PromiseLike<E>) | null): Promise<T | E> {
    return this.then(null, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.then(null).finally(onEnd);
  }
}
