import type { SinkErrorCode } from '@platform/contracts';
import { EgressFailed } from '@platform/kit/egress';
import type { EgressResponse } from '@platform/kit/egress';
import { requestedPauseMs } from '../../attempts/attempt-record.ts';

/** The reason why a batch was not confirmed. */
export class SinkFault extends Error {
  readonly code: SinkErrorCode;
  /** HTTP status, if there is one. */
  readonly status: number | null;
  /** From the destination's response. */
  readonly detail: string | null;
  /** How long the destination asks to be left alone. */
  readonly retryAfterMs: number | null;

  constructor(
    code: SinkErrorCode,
    {
      status = null,
      detail = null,
      retryAfterMs = null,
      cause,
    }: {
      status?: number | null;
      detail?: string | null;
      retryAfterMs?: number | null;
      cause?: unknown;
    } = {},
  ) {
    super(code, cause === undefined ? undefined : { cause });
    this.name = 'SinkFault';
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.retryAfterMs = retryAfterMs;
  }
}

/** `rejected`: these events are at fault, others may succeed. */
export type Judgement = 'rejected' | 'unauthorized' | 'http_status' | 'malformed_response';

/** Returns the fault of a response that does not confirm the batch. */
export function faultOf(response: EgressResponse, judgement?: Judgement): SinkFault {
  const { status, body } = response;
  const byStatus = (): Judgement => {
    if (status === 401 || status === 403) return 'unauthorized';
    return status === 400 || status === 413 ? 'rejected' : 'http_status';
  };
  const text = new TextDecoder().decode(body.subarray(0, 2048)).replaceAll('\0', '');
  return new SinkFault(judgement ?? byStatus(), {
    status,
    detail: text === '' ? null : text,
    retryAfterMs: requestedPauseMs(response, Date.now()),
  });
}

/** Converts any error of a call to a fault; rethrows unknown ones. */
export function asSinkFault(error: unknown): SinkFault {
  if (error instanceof SinkFault) return error;
  if (error instanceof EgressFailed) return new SinkFault(error.code, { cause: error });
  throw error;
}
