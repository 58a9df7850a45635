import type { SinkErrorCode } from '@platform/contracts';
import { EgressFailed } from '@platform/kit/egress';
import type { EgressResponse } from '@platform/kit/egress';
import { requestedPauseMs } from '../../attempts/attempt-record.ts';

/** Why a batch was not taken. */
export class SinkFault extends Error {
  readonly code: SinkErrorCode;
  /** HTTP status, where one came. */
  readonly status: number | null;
  /** From the destination's answer. */
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

/** `rejected`: these events are at fault, others may pass. */
export type Judgement = 'rejected' | 'unauthorized' | 'http_status' | 'malformed_response';

/** A response that does not confirm the batch. */
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

/** Any error of a call as a fault; what is unknown is the caller's. */
export function asSinkFault(error: unknown): SinkFault {
  if (error instanceof SinkFault) return error;
  if (error instanceof EgressFailed) return new SinkFault(error.code, { cause: error });
  throw error;
}
