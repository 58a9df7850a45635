import { fitsToken } from '@platform/siblings/claims';
import type { ClaimSchemasOf } from '@platform/siblings/claims';
import type { FlyForClaims, ClaimGroup, SourceOutcome } from './claim-flights.ts';
import { memoryKey } from './claim-memory.ts';
import type { ClaimFinding, ClaimMemory } from './claim-memory.ts';
import type { EndpointClaimSchema } from './claim-schema-record.ts';
import type { ClaimQuestion } from './claim-source.ts';

/** The outcome of an endpoint, and whether cached values were used. */
export interface SourceReport {
  endpointId: string;
  outcome: SourceOutcome;
  durationMs: number;
  cached: boolean;
}

/** The claims by token, the required claims without a value, and the outcome of each endpoint. */
export interface Resolution {
  claims: { token: string; values: Record<string, unknown> }[];
  unmet: string[];
  sources: SourceReport[];
}

function grouped(schemas: readonly EndpointClaimSchema[]): ClaimGroup[] {
  const groups = new Map<string, EndpointClaimSchema[]>();
  for (const schema of schemas)
    groups.set(schema.source.endpointId, [...(groups.get(schema.source.endpointId) ?? []), schema]);
  return [...groups].map(([endpointId, members]) => ({ endpointId, schemas: members }));
}

/** Returns the result of `work`, or undefined after `ms`. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, ms));
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Resolves the claims of a token that endpoints provide: one call per endpoint, in parallel. */
export function claimResolution({
  schemasOf,
  memory,
  fly,
  timeoutMs,
  onSource,
}: {
  schemasOf: ClaimSchemasOf<EndpointClaimSchema>;
  memory: ClaimMemory;
  fly: FlyForClaims;
  timeoutMs: number;
  onSource: (report: SourceReport) => void;
}) {
  type Found = {
    report: SourceReport;
    findings: [EndpointClaimSchema, ClaimFinding | undefined][];
  };

  /**
   * Resolves one endpoint's claims by `end`, the caller's deadline. A call that takes longer
   * continues, and its result is cached.
   */
  async function ofGroup(question: ClaimQuestion, group: ClaimGroup, end: number): Promise<Found> {
    const { endpointId, schemas } = group;
    const key = memoryKey(endpointId, question);
    const fresh = schemas.map((schema): [EndpointClaimSchema, ClaimFinding | undefined] => [
      schema,
      memory.fresh(key, schema),
    ]);
    if (fresh.every(([, finding]) => finding))
      return {
        report: { endpointId, outcome: 'succeeded', durationMs: 0, cached: true },
        findings: fresh,
      };
    const startedAt = performance.now();
    const keep = memory.asking();
    const flight = await within(
      fly(key, question, group, ({ findings }) => keep(key, question, findings)),
      end - startedAt,
    );
    const outcome = flight?.outcome ?? 'timeout';
    const findings =
      outcome === 'succeeded'
        ? (flight?.findings.map(
            ({ schema, finding }): [EndpointClaimSchema, ClaimFinding | undefined] => [
              schema,
              finding,
            ],
          ) ?? [])
        : schemas.map((schema): [EndpointClaimSchema, ClaimFinding | undefined] => [
            schema,
            memory.lastGood(key, schema),
          ]);
    const cached = outcome !== 'succeeded' && findings.some(([, finding]) => finding);
    return {
      report: {
        endpointId,
        outcome,
        durationMs: Math.round(performance.now() - startedAt),
        cached,
      },
      findings,
    };
  }

  const valueOf = (
    { defaultJson }: EndpointClaimSchema,
    finding: ClaimFinding | undefined,
  ): unknown => {
    if (finding && 'value' in finding) return finding.value;
    return defaultJson === null ? undefined : (JSON.parse(defaultJson) as unknown);
  };

  /** @param patienceMs how long the caller waits for the answer */
  return async function resolve(question: ClaimQuestion, patienceMs: number): Promise<Resolution> {
    const end = performance.now() + Math.min(timeoutMs, patienceMs);
    const groups = grouped(
      (await schemasOf(question.tenantId)).filter((schema) => fitsToken(schema, question)),
    );
    const found = await Promise.all(groups.map((group) => ofGroup(question, group, end)));
    for (const { report } of found) onSource(report);
    const values = found
      .flatMap(({ findings }) => findings)
      .map(([schema, finding]) => ({ schema, value: valueOf(schema, finding) }));
    return {
      claims: question.tokens.map((token) => ({
        token,
        values: Object.fromEntries(
          values
            .filter(
              ({ schema, value }) => value !== undefined && schema.tokens.some((t) => t === token),
            )
            .map(({ schema, value }) => [schema.claimName, value]),
        ),
      })),
      unmet: values
        .filter(({ schema, value }) => schema.required && value === undefined)
        .map(({ schema }) => schema.claimName)
        .sort(),
      sources: found.map(({ report }) => report),
    };
  };
}

export type ResolveClaims = ReturnType<typeof claimResolution>;
