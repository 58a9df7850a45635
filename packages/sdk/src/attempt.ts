import { PlatformProblem, problemOf } from './problem.ts';
import type { ClientCode } from './problem.ts';
import type { PreparedRequest } from './request.ts';
import { responseWith } from './response.ts';
import type { CallResponse } from './response.ts';

/** Sends a request. The global `fetch`, or one that adds a session, a proxy or a recording. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>;

export interface AttemptInput {
  request: PreparedRequest;
  transport: Transport;
  headers: Headers;
  attempt: number;
  timeoutMs: number;
  /** Called with each response before its body is read. */
  onResponse: (response: Response) => void;
}

const longestTimerMs = 2 ** 31 - 1;

/** A signal that is aborted with the caller's signal or after a time, unless it is stopped before. */
function deadline(ms: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal?.reason);
  const expire = (): void => controller.abort(new Error(`no response in ${ms} ms`));
  // Longer delays would overflow, and end immediately.
  const timer = setTimeout(expire, Math.min(ms, longestTimerMs));
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    stopTimer: () => clearTimeout(timer),
    release: () => signal?.removeEventListener('abort', abort),
  };
}

async function valueOf({ request: { row } }: AttemptInput, response: Response): Promise<unknown> {
  if (row.file) return response;
  return response.status === 204 ? undefined : response.json();
}

function initOf({ request, headers }: AttemptInput, signal: AbortSignal): RequestInit {
  const { row, body } = request;
  return {
    method: row.method,
    headers,
    // A redirect would take the token to another address. `error` is not available in all runtimes.
    redirect: 'manual',
    signal,
    ...(body === undefined ? {} : { body }),
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  } as RequestInit;
}

/** Sends one request. Rejects with a `PlatformProblem`, or with the reason of the caller's signal. */
export async function sendAttempt(input: AttemptInput): Promise<CallResponse<unknown>> {
  const { request, attempt, timeoutMs } = input;
  const { row, options } = request;
  const context = { operation: row.name, attempts: attempt };
  const fail = (code: ClientCode, detail: string, status: number, cause?: unknown) =>
    new PlatformProblem(code, { detail }, { ...context, status, cause });
  const { signal, stopTimer, release } = deadline(timeoutMs, options.signal);
  let response: Response | undefined;
  try {
    response = await input.transport(request.url, initOf(input, signal));
    input.onResponse(response);
    if (!response.ok) throw await problemOf(response, context);
    return responseWith(await valueOf(input, response), response);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof PlatformProblem) throw error;
    if (signal.aborted) throw fail('timed_out', `no response in ${timeoutMs} ms`, 0, error);
    if (error instanceof SyntaxError)
      throw fail('unexpected_response', 'the response is not JSON', response?.status ?? 0, error);
    throw fail('connection_failed', 'the API cannot be reached', 0, error);
  } finally {
    stopTimer();
    // The body of a file is read later, until the caller aborts it.
    if (!row.file) release();
  }
}
