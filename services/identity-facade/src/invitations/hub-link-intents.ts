import { randomUUID } from 'node:crypto';
import { CreatedAccountLinkIntent } from '@platform/contracts';
import type { CreatedLinkIntent } from '@platform/contracts';
import { breaker } from '@platform/kit/breaker';
import { EgressFailed } from '@platform/kit/egress';
import type { Egress } from '@platform/kit/egress';
import { problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';

export interface HubLinkIntentsOptions {
  egress: Pick<Egress, 'request'>;
  baseUrl: string;
  /** Returns the projected token for the hub's account channels. @throws 503 without one */
  token: () => Promise<string>;
}

/** An invitation to accept. */
export interface IntendedInvitation {
  tenantId: string;
  invitationId: string;
  organizationId: string;
  email: string;
  /** The expected user. */
  userId?: string | undefined;
  /** The same key returns the same intent. */
  idempotencyKey?: string | undefined;
}

const timeoutMs = 3_000;
const openMs = 5_000;

const unavailable = (retryAfterSeconds: number, cause?: unknown): Problem =>
  problem('upstream_unavailable', {
    detail: 'The authorization server is unavailable',
    headers: { 'retry-after': String(retryAfterSeconds) },
    cause,
  });

/** Maps a failure of the hub, or to reach it, to a problem. */
function outage(error: unknown): unknown {
  if (!(error instanceof EgressFailed)) return error;
  return error.code === 'timeout'
    ? problem('upstream_timeout', {
        detail: 'The authorization server did not respond in time',
        cause: error,
      })
    : unavailable(openMs / 1_000, error);
}

/** Creates link intents at the hub, over its account-linking channel. */
export function hubLinkIntents({ egress, baseUrl, token }: HubLinkIntentsOptions) {
  const guard = breaker({
    errorPercent: 50,
    volume: 20,
    windowMs: 10_000,
    openMs,
    refusal: unavailable,
  });

  async function send(
    { tenantId, idempotencyKey = randomUUID() }: IntendedInvitation,
    body: object,
  ): Promise<CreatedLinkIntent> {
    const authorization = `Bearer ${await token()}`;
    const { status, body: answer } = await egress.request({
      tenantId,
      method: 'POST',
      url: `${baseUrl.replace(/\/$/, '')}/internal/account-link-intents`,
      headers: {
        authorization,
        'content-type': 'application/json',
        'x-platform-tenant': tenantId,
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify(body),
      timeoutMs,
    });
    if (status !== 200)
      throw problem('upstream_failed', {
        detail: 'The authorization server did not create a link intent',
        cause: new Error(`the hub responded with ${status}`),
      });
    return CreatedAccountLinkIntent.parse(JSON.parse(answer.toString('utf8')));
  }

  return {
    async create(invitation: IntendedInvitation): Promise<CreatedLinkIntent> {
      const { invitationId, organizationId, email, userId } = invitation;
      try {
        return await guard.run(() =>
          send(invitation, { invitationId, organizationId, email, userId }),
        );
      } catch (error) {
        throw outage(error);
      }
    },
    stop: () => guard.stop(),
  };
}

/** See {@link hubLinkIntents}. */
export type HubLinkIntents = ReturnType<typeof hubLinkIntents>;
