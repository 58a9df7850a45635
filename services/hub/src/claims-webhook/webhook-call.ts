import { ClaimsAnswer } from '@platform/contracts';
import type { ClaimsAnswerBody, ClaimsCallBody } from '@platform/contracts';
import { parseClaims } from '@platform/siblings/claims';
import { EgressFailed } from '@platform/kit/egress';
import type { Egress, EgressResponse } from '@platform/kit/egress';
import { newId } from '@platform/kit/ids';
import { sign } from '@platform/kit/webhook-signature';
import { EnrichmentFailed } from './enrichment-failed.ts';

/** The receiver of a call. */
export interface WebhookTarget {
  url: string;
  secret: string;
  timeoutMilliseconds: number;
  /** Whether the receiver is the platform's own enrichment. */
  isPlatform?: boolean;
}

/** The request to a receiver. Each attempt adds its own id. */
export type ClaimsQuestion = Omit<ClaimsCallBody, 'requestId'>;

export interface WebhookCallOptions {
  egress: Pick<Egress, 'request'>;
  maxResponseBytes: number;
  now?: () => Date;
}

/** Failures before anything was sent. */
const unwritten: ReadonlySet<string> = new Set(['connect_failed', 'connect_timeout', 'tls_failed']);

function parsed(body: Buffer): unknown {
  try {
    return parseClaims(body);
  } catch (cause) {
    throw new EnrichmentFailed('answer_invalid', cause);
  }
}

/** Whether a response is a problem (RFC 9457) with the code `claim_unmet` in `errors`. */
function isUnmet({ status, body }: EgressResponse): boolean {
  if (status !== 502) return false;
  try {
    const { errors } = parseClaims(body) as { errors?: unknown };
    return (
      Array.isArray(errors) &&
      errors.some((error: { code?: unknown } | null) => error?.code === 'claim_unmet')
    );
  } catch {
    return false;
  }
}

function answerOf(response: EgressResponse): ClaimsAnswerBody {
  const { status, body, truncated } = response;
  if (isUnmet(response)) throw new EnrichmentFailed('claim_unmet');
  if (status !== 200)
    throw new EnrichmentFailed('status_not_ok', new Error(`it answered ${status}`));
  if (truncated) throw new EnrichmentFailed('answer_too_large');
  const answer = ClaimsAnswer.safeParse(parsed(body));
  if (!answer.success) throw new EnrichmentFailed('answer_invalid', answer.error);
  return answer.data;
}

/**
 * Requests claims from a receiver. Retries once if the connection failed before anything was sent. The time limit applies
 * to both attempts together.
 */
export function webhookCall({
  egress,
  maxResponseBytes,
  now = () => new Date(),
}: WebhookCallOptions) {
  const attempt = (
    question: ClaimsQuestion,
    { url, secret, isPlatform = false }: WebhookTarget,
    timeoutMs: number,
  ): Promise<EgressResponse> => {
    // Receivers reject replays, so every attempt has its own id and signature.
    const requestId = newId('request');
    const body = JSON.stringify({ requestId, ...question } satisfies ClaimsCallBody);
    return egress
      .request({
        tenantId: question.tenantId,
        method: 'POST',
        url,
        body,
        timeoutMs,
        maxResponseBytes,
        isOwn: isPlatform,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          accept: 'application/json',
          'user-agent': 'Platform-Webhooks/1',
          ...sign(requestId, body, [secret], now()),
        },
      })
      .catch((cause: unknown) => {
        // Any other connection error counts as a failure of the receiver.
        throw cause instanceof EgressFailed
          ? cause
          : new EgressFailed('connection_reset', { cause });
      });
  };

  return async function ask(
    question: ClaimsQuestion,
    target: WebhookTarget,
  ): Promise<ClaimsAnswerBody> {
    const deadline = performance.now() + target.timeoutMilliseconds;
    const left = (): number => Math.max(1, Math.floor(deadline - performance.now()));
    try {
      const response = await attempt(question, target, left()).catch((error: unknown) => {
        if (
          !(error instanceof EgressFailed && unwritten.has(error.code)) ||
          performance.now() >= deadline
        )
          throw error;
        return attempt(question, target, left());
      });
      return answerOf(response);
    } catch (error) {
      throw error instanceof EgressFailed ? new EnrichmentFailed(error.code, error) : error;
    }
  };
}

export type WebhookCall = ReturnType<typeof webhookCall>;
