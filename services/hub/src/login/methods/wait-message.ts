import type { PageMessage } from '../flow/login-progress.ts';

const minuteMs = 60_000;

/** Says when another attempt is possible: in seconds below one minute, otherwise in minutes. */
export function waitMessage(retryAfterMs: number): PageMessage {
  if (retryAfterMs < minuteMs)
    return {
      key: 'error.too_many_attempts_seconds',
      values: { seconds: Math.max(1, Math.ceil(retryAfterMs / 1_000)) },
    };
  return {
    key: 'error.too_many_attempts',
    values: { minutes: Math.ceil(retryAfterMs / minuteMs) },
  };
}
