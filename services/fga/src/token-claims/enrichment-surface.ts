import type { IncomingMessage } from 'node:http';
import { ClaimsCall, isId } from '@platform/contracts';
import type { Database } from '@platform/kit/database';
import { parseBody, parseJson, readBody, sendJson } from '@platform/kit/http';
import type { Surface } from '@platform/kit/http';
import type { Metrics } from '@platform/kit/telemetry';
import { asProblem, problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import { newSecret, verify, verifyTimestamp } from '@platform/kit/webhook-signature';
import { noteAccess } from '@platform/kit/telemetry';
import type { Enrich, Enriched } from './enrichment.ts';
import type { IsFirst } from './replay-guard.ts';
import { claimsSecretContext } from './token-claims-resource.ts';
import { findTokenClaims } from './token-claims-store.ts';
import type { TokenClaimsRow } from './token-claims-store.ts';

export interface EnrichmentSurfaceOptions {
  db: Database;
  secrets: SecretBox;
  enrich: Enrich;
  isFirst: IsFirst;
  toleranceSeconds: number;
  metrics: Metrics;
  now?: () => Date;
}

interface Named {
  tenantId?: string | undefined;
  clientId?: string | undefined;
  requestId?: string | undefined;
}

const maxBodyBytes = 524_288;
const maxDepth = 32;
const system = { type: 'system', id: 'fga' } as const;

/** The caller that a body names. Not trusted before the signature is verified. */
function namedIn(body: Buffer): Named {
  try {
    const named = (JSON.parse(body.toString()) ?? {}) as Record<keyof Named, unknown>;
    const text = (value: unknown): string | undefined =>
      typeof value === 'string' && value !== '' ? value : undefined;
    return {
      tenantId: text(named.tenantId),
      clientId: text(named.clientId),
      requestId: text(named.requestId),
    };
  } catch {
    return {};
  }
}

/** `POST /internal/claims-enrichment`: called by the hub, authenticated only by its signature. */
export function enrichmentSurface({
  db,
  secrets,
  enrich,
  isFirst,
  toleranceSeconds,
  metrics,
  now = () => new Date(),
}: EnrichmentSurfaceOptions): Surface {
  const results = metrics.counter('fga_enrichments_total');
  // An unknown client takes as long as a known one, and fails like one with a wrong secret.
  const dummy = newSecret();

  async function rowOf({ tenantId, clientId }: Named): Promise<TokenClaimsRow | undefined> {
    if (!isId('tenant', tenantId) || clientId === undefined || clientId.includes('\0'))
      return undefined;
    return db
      .read({ tenantId, actor: system }, (tx) => findTokenClaims(tx, clientId))
      .catch((error: unknown) => {
        throw asProblem(error).code === 'internal_error'
          ? problem('upstream_unavailable', {
              detail: 'The database is not available at the moment',
              headers: { 'retry-after': '1' },
              cause: error,
            })
          : error;
      });
  }

  async function answerTo(req: IncomingMessage): Promise<Enriched> {
    const receivedAt = now();
    verifyTimestamp(req.headers, receivedAt, toleranceSeconds);
    const body = await readBody(req, maxBodyBytes);
    const named = namedIn(body);
    const row = await rowOf(named);
    const secret = row?.secretSealed
      ? secrets.open(row.secretSealed, claimsSecretContext(named.tenantId as string, row.clientId))
      : dummy;
    verify(req.headers, body, [secret], receivedAt, toleranceSeconds);
    if (
      named.requestId !== undefined &&
      !(await isFirst(named.tenantId as string, named.requestId))
    )
      throw problem('request_replayed');
    const call = parseBody(ClaimsCall, parseJson(body, maxDepth));
    if (!row?.acknowledged?.tokenTypes.includes(call.tokenType)) return { claims: {} };
    return enrich(row.acknowledged, call, receivedAt.getTime());
  }

  return {
    owns: ({ segments }) => segments[0] === 'internal' && segments[1] === 'claims-enrichment',
    async handle(req, res, { line: { segments }, requestId }) {
      noteAccess({ operationId: 'claimsEnrichment' });
      if (segments.length > 2) throw problem('not_found');
      if (req.method !== 'POST')
        throw problem('method_not_allowed', { headers: { allow: 'POST' } });
      try {
        sendJson(res, 200, JSON.stringify(await answerTo(req)), { 'x-request-id': requestId });
        results.inc({ result: 'ok' });
      } catch (error) {
        results.inc({ result: asProblem(error).code });
        throw error;
      }
    },
  };
}
