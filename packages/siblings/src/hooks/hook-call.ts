import type { HookCallBody } from '@platform/contracts';
import { EgressFailed } from '@platform/kit/egress';
import type { Egress, EgressErrorCode, EgressResponse } from '@platform/kit/egress';
import { newId } from '@platform/kit/ids';
import { sign } from '@platform/kit/webhook-signature';
import { readHookAnswer } from './hook-answer.ts';
import type { HookVerdict } from './hook-answer.ts';

/** The URL of a hook, and the secrets and headers of its calls. */
export interface HookTarget {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Valid secrets, newest first; at least one. */
  secrets: readonly string[];
  /** Time limit of the whole call, in milliseconds. */
  timeoutMs: number;
}

/** Why a hook gave no valid response. */
export type HookFailure =
  EgressErrorCode | 'http_status' | 'answer_too_large' | 'answer_invalid' | 'secret_unavailable';

/**
 * Thrown if a hook could not be called or its response was invalid. `response` is present if there
 * was one.
 */
export class HookFailed extends Error {
  readonly code: HookFailure;
  readonly response: EgressResponse | undefined;

  constructor(
    code: HookFailure,
    { cause, response }: { cause?: unknown; response?: EgressResponse } = {},
  ) {
    super(code, cause === undefined ? undefined : { cause });
    this.name = 'HookFailed';
    this.code = code;
    this.response = response;
  }
}

/** A parsed response. */
export interface HookAnswered extends HookVerdict {
  response: EgressResponse;
}

/** The content of a call; its id is generated. */
export interface HookQuestion extends Omit<HookCallBody, 'requestId'> {
  /** Marks the call as a test: `X-Platform-Test: true`. */
  isTest?: boolean;
  signal?: AbortSignal;
}

/** Connection failures before anything was sent. */
const unwritten: ReadonlySet<string> = new Set(['connect_failed', 'connect_timeout', 'tls_failed']);

function answerOf({ stage }: HookQuestion, response: EgressResponse): HookAnswered {
  const { status, truncated, body } = response;
  if (status === 204) return { commands: [], ignored: 0, response };
  if (status !== 200) throw new HookFailed('http_status', { response });
  if (truncated) throw new HookFailed('answer_too_large', { response });
  try {
    return { ...readHookAnswer(stage, body), response };
  } catch (cause) {
    throw new HookFailed('answer_invalid', { cause, response });
  }
}

/**
 * Calls inline hooks: one signed POST, repeated once if the connection failed before the request
 * was written. Every attempt has an id of its own, so that receivers can reject ids that they have
 * seen; the time limit covers both attempts. The returned function throws {@link HookFailed}, and
 * the reason of an aborted `signal`.
 */
export function hookCall({
  egress,
  now = () => new Date(),
}: {
  egress: Pick<Egress, 'request'>;
  now?: () => Date;
}) {
  async function attempt(
    question: HookQuestion,
    { url, headers, secrets }: HookTarget,
    timeoutMs: number,
  ): Promise<EgressResponse> {
    const { isTest = false, signal, ...content } = question;
    const requestId = newId('request');
    const body = JSON.stringify({ requestId, ...content } satisfies HookCallBody);
    return egress.request({
      tenantId: question.tenantId,
      method: 'POST',
      url,
      body,
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
      headers: {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        accept: 'application/json',
        'user-agent': 'Platform-Webhooks/1',
        ...(isTest ? { 'X-Platform-Test': 'true' } : {}),
        ...sign(requestId, body, secrets, now()),
      },
    });
  }

  return async function call(question: HookQuestion, target: HookTarget): Promise<HookAnswered> {
    if (target.secrets.length === 0) throw new HookFailed('secret_unavailable');
    const deadline = performance.now() + target.timeoutMs;
    const left = (): number => Math.max(1, Math.floor(deadline - performance.now()));
    try {
      const response = await attempt(question, target, left()).catch((error: unknown) => {
        const mayRepeat =
          error instanceof EgressFailed &&
          unwritten.has(error.code) &&
          performance.now() < deadline;
        if (!mayRepeat) throw error;
        return attempt(question, target, left());
      });
      return answerOf(question, response);
    } catch (cause) {
      if (!(cause instanceof EgressFailed)) throw cause;
      const { code, response } = cause;
      throw new HookFailed(code, { cause, ...(response && { response }) });
    }
  };
}

/** See {@link hookCall}. */
export type CallHook = ReturnType<typeof hookCall>;
