import { sendAttempt } from './attempt.ts';
import type { Transport } from './attempt.ts';
import type { Hooks } from './hooks.ts';
import { PlatformProblem, isProblem } from './problem.ts';
import type { PreparedRequest } from './request.ts';
import type { CallResponse } from './response.ts';
import { retryDelayMs, sleep } from './retry.ts';
import type { TokenSource } from './token-source.ts';

/** How a client sends requests. */
export interface Sender {
  transport: Transport;
  token: string | TokenSource | undefined;
  timeoutMs: number;
  retries: number;
  hooks: Hooks;
  userAgent: string | undefined;
}

async function tokenOf(
  { token }: Sender,
  { row, options: { signal } }: PreparedRequest,
  attempts: number,
  rejected?: string,
): Promise<string | undefined> {
  if (typeof token !== 'function') return token;
  try {
    return await token({ ...(signal && { signal }), ...(rejected && { rejected }) });
  } catch (cause) {
    signal?.throwIfAborted();
    const detail = `no access token: ${cause instanceof Error ? cause.message : String(cause)}`;
    const context = { operation: row.name, status: 0, attempts, cause };
    throw new PlatformProblem('token_unavailable', { detail }, context);
  }
}

/** The time that an attempt can take: longer for operations that wait, such as a long poll, and unlimited for uploads. */
function timeoutOf({ timeoutMs }: Sender, { row, options }: PreparedRequest): number {
  if (options.timeoutMs !== undefined) return options.timeoutMs;
  if (row.octets) return Infinity;
  return row.seconds === undefined ? timeoutMs : Math.max(timeoutMs, (row.seconds + 5) * 1000);
}

const isStale = (problem: PlatformProblem): boolean =>
  isProblem(problem, 'token_expired', 'token_invalid');

/** Sends a request until it succeeds or must not be repeated. */
export async function send(
  sender: Sender,
  request: PreparedRequest,
): Promise<CallResponse<unknown>> {
  const { hooks } = sender;
  const { row, url, options, body, isGuarded } = request;
  const retries = body instanceof ReadableStream ? 0 : (options.retries ?? sender.retries);
  let hasNewToken = false;
  let token = await tokenOf(sender, request, 0);
  for (let attempt = 1, failures = 0; ; attempt++) {
    const about = { operation: row.name, method: row.method, url, attempt };
    const headers = new Headers(request.headers);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    if (sender.userAgent !== undefined) headers.set('user-agent', sender.userAgent);
    hooks.request?.({ ...about, headers });
    const since = Date.now();
    const onResponse = ({ status, headers: received }: Response): void => {
      const requestId = received.get('x-request-id') ?? undefined;
      hooks.response?.({ ...about, status, requestId, durationMs: Date.now() - since });
    };
    const { transport } = sender;
    const timeoutMs = timeoutOf(sender, request);
    try {
      return await sendAttempt({ request, transport, headers, attempt, timeoutMs, onResponse });
    } catch (problem) {
      if (!(problem instanceof PlatformProblem)) throw problem;
      const mayRenew = isStale(problem) && typeof sender.token === 'function' && !hasNewToken;
      if (mayRenew && !(body instanceof ReadableStream)) {
        hooks.failure?.({ ...about, problem, retryInMs: 0 });
        hasNewToken = true;
        token = await tokenOf(sender, request, attempt, token);
        continue;
      }
      const retryInMs =
        failures++ < retries
          ? retryDelayMs({ row, problem, attempt: failures, isGuarded, random: Math.random })
          : undefined;
      hooks.failure?.({ ...about, problem, retryInMs });
      if (retryInMs === undefined) throw problem;
      await sleep(retryInMs, options.signal);
    }
  }
}
