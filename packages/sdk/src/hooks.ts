import type { PlatformProblem } from './problem.ts';

/** One request of a call. */
export interface Attempt {
  /** The method, such as `users.list`. */
  operation: string;
  method: string;
  url: string;
  /** 1 for the first request; retries count up. */
  attempt: number;
}

/** Functions that observe calls: for logs, metrics and traces. An error that they throw fails the call. */
export interface Hooks {
  /** Called before each request. Headers can be added, such as `traceparent`. */
  request?(attempt: Attempt & { headers: Headers }): void;
  /** Called after each response, whatever its status. */
  response?(
    attempt: Attempt & { status: number; requestId: string | undefined; durationMs: number },
  ): void;
  /** Called after each request that failed. `retryInMs` is undefined if it is not repeated. */
  failure?(attempt: Attempt & { problem: PlatformProblem; retryInMs: number | undefined }): void;
  /** Wraps a call with its retries, for a span: it must return the result of `run`. `path` is the template. */
  around?<T>(
    operation: { operation: string; method: string; path: string },
    run: () => Promise<T>,
  ): Promise<T>;
}
