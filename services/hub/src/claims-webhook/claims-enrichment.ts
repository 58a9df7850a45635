import type { ClaimsCallBody } from '@platform/contracts';
import type { BreakerFamily } from '@platform/kit/breaker';
import type { ClaimSchemasOf, ClaimValidatorOf } from '@platform/siblings/claims';
import type { Metrics } from '@platform/kit/telemetry';
import type { SecretBox } from '@platform/kit/secrets';
import type { ClaimSchema } from '@platform/protos';
import { webhookSecretContext } from '../applications/claims-webhooks.ts';
import { choosePlatformClaims, chooseDeclaredClaims, fittingSchemas } from './claim-choice.ts';
import type { ClaimChoice } from './claim-choice.ts';
import { EnrichmentFailed } from './enrichment-failed.ts';
import type { FailureNotice } from './failure-notice.ts';
import type { ClaimsQuestion, WebhookCall } from './webhook-call.ts';

/** The settings for calling a client's claims webhook. */
export interface ClientWebhook {
  url: string;
  secretSealed: string;
  tokenTypes: readonly ClaimsCallBody['tokenType'][];
  failureMode: 'omit' | 'deny';
  timeoutMilliseconds: number;
}

/** The claims that a webhook adds to a token. */
export interface Enrichment {
  claims: Record<string, unknown>;
  /** The time at which the token must end, in seconds since the epoch; absent if the webhook does not limit it. */
  endsAt?: number;
}

export interface ClaimsEnrichmentOptions {
  ask: WebhookCall;
  schemasOf: ClaimSchemasOf<ClaimSchema>;
  validatorOf: ClaimValidatorOf;
  breakers: BreakerFamily;
  notice: FailureNotice;
  secrets: Pick<SecretBox, 'open'>;
  /** The URLs of the platform's own enrichment, compared exactly. */
  platformUrls: ReadonlySet<string>;
  /** Without a leading dot. */
  platformDomain: string;
  maxClaimsBytes: number;
  metrics: Metrics;
  now?: () => number;
}

/**
 * Calls the client's webhook for the claims of a token. Responses are not cached, and no database connection is in use during
 * a call.
 */
export function claimsEnrichment(options: ClaimsEnrichmentOptions) {
  const {
    ask,
    schemasOf,
    validatorOf,
    breakers,
    notice,
    secrets,
    platformUrls,
    platformDomain,
    maxClaimsBytes,
    metrics,
    now = Date.now,
  } = options;
  const calls = metrics.counter('hub_claims_webhook_total');
  const durations = metrics.histogram('hub_claims_webhook_duration_seconds');
  const droppedClaims = metrics.counter('hub_claims_webhook_dropped_total');

  function secretOf(
    { tenantId, clientId }: ClaimsQuestion,
    { secretSealed }: ClientWebhook,
  ): string {
    try {
      return secrets.open(secretSealed, webhookSecretContext(tenantId, clientId));
    } catch (cause) {
      throw new EnrichmentFailed('secret_unavailable', cause);
    }
  }

  /** Returns the earlier end of the response and its elevation; undefined if neither has one. */
  function endOf(claims: Record<string, unknown>, expiresAt: string | null): number | undefined {
    const ends = [
      claims['elevated_until'],
      expiresAt === null ? undefined : Date.parse(expiresAt) / 1000,
    ].filter((end) => typeof end === 'number');
    if (ends.length === 0) return undefined;
    const end = Math.floor(Math.min(...ends));
    if (end <= now() / 1000) throw new EnrichmentFailed('claims_expired');
    return end;
  }

  async function obtain(question: ClaimsQuestion, webhook: ClientWebhook): Promise<Enrichment> {
    const isPlatform = platformUrls.has(webhook.url);
    const target = {
      url: webhook.url,
      secret: secretOf(question, webhook),
      timeoutMilliseconds: webhook.timeoutMilliseconds,
      isPlatform,
    };
    const [answer, known] = await Promise.all([
      breakers.run(`${question.tenantId} ${new URL(webhook.url).host}`, () =>
        ask(question, target),
      ),
      isPlatform
        ? []
        : schemasOf(question.tenantId).catch((cause: unknown) => {
            throw new EnrichmentFailed('schemas_unavailable', cause);
          }),
    ]);
    const { claims, dropped, unmet }: ClaimChoice = isPlatform
      ? choosePlatformClaims(answer.claims, platformDomain)
      : chooseDeclaredClaims(answer.claims, {
          platformDomain,
          schemas: fittingSchemas(known, question),
          validatorOf,
        });
    for (const reason of dropped) droppedClaims.inc({ reason });
    if (unmet.length > 0)
      throw new EnrichmentFailed('claim_unmet', new Error(`without ${unmet.join(', ')}`));
    if (Buffer.byteLength(JSON.stringify(claims)) > maxClaimsBytes)
      throw new EnrichmentFailed('claims_too_large');
    const endsAt = endOf(claims, answer.expiresAt);
    return { claims, ...(endsAt === undefined ? {} : { endsAt }) };
  }

  /**
   * Returns the claims for one token; none if its client has no webhook for tokens of this type. A failure is announced. With the
   * failure mode `omit`, the token then gets no claims.
   * @throws EnrichmentFailed with the failure mode `deny`: the token must not be issued
   */
  return async function enrich(
    question: ClaimsQuestion,
    webhook: ClientWebhook | undefined,
  ): Promise<Enrichment> {
    if (!webhook?.tokenTypes.includes(question.tokenType)) return { claims: {} };
    const startedAt = performance.now();
    const observe = (outcome: string): void => {
      calls.inc({ result: outcome });
      durations.observe({ outcome }, (performance.now() - startedAt) / 1000);
    };
    try {
      const enrichment = await obtain(question, webhook);
      observe('enriched');
      return enrichment;
    } catch (error) {
      if (!(error instanceof EnrichmentFailed)) throw error;
      observe(error.reason);
      await notice(
        {
          tenantId: question.tenantId,
          clientId: question.clientId,
          failureMode: webhook.failureMode,
        },
        error,
      );
      if (webhook.failureMode === 'deny') throw error;
      return { claims: {} };
    }
  };
}

export type EnrichClaims = ReturnType<typeof claimsEnrichment>;
