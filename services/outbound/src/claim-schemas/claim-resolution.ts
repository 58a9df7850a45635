import { fitsToken } from '@platform/kit/claims';
import type { ClaimSchemasOf } from '@platform/kit/claims';
import type { FlyForClaims, ClaimGroup, SourceOutcome } from './claim-flights.ts';
import { memoryKey } from './claim-memory.ts';
import type { ClaimFinding, ClaimMemory } from './claim-memory.ts';
import type { EndpointClaimSchema } from './claim-schema-record.ts';
import type { ClaimQuestion } from './claim-source.ts';

/** What became of an endpoint: its outcome, and whether values of before were used. */
export interface SourceReport {
  endpointId: string;
  outcome: SourceOutcome;
  durationMs: number;
  cached: boolean;
}

/** Claims by token, required claims without a value, and what became of each endpoint. */
export interface Resolution {
  claims: { token: string; values: Record<string, unknown> }[];
  unmet: string[];
  sources: SourceReport[];
}

/** What {@link claimResolution} needs. */
export interface ClaimResolutionOptions {
  schemasOf: ClaimSchemasOf<EndpointClaimSchema>;
  memory: ClaimMemory;
  fly: FlyForClaims;
  timeoutMs: number;
  onSource: (report: SourceReport) => void;
}

function grouped(schemas: readonly EndpointClaimSchema[]): ClaimGroup[] {
  const groups = new Map<string, EndpointClaimSchema[]>();
  for (const schema of schemas)
    groups.set(schema.source.endpointId, [...(groups.get(schema.source.endpointId) ?? []), schema]);
  return [...groups].map(([endpointId, members]) => ({ endpointId, schemas: members }));
}

/** The work, or undefined once the time is over. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, ms));
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A claim's schema with what was found for it. */
interface Finding {
  schema: EndpointClaimSchema;
  finding: ClaimFinding | undefined;
}

/** What became of one endpoint's claims. */
interface GroupResult {
  report: SourceReport;
  findings: readonly Finding[];
}

/** One endpoint's claims by `end`, which is the caller's patience; a call goes on behind it and is remembered. */
async function resolveGroup(
  question: ClaimQuestion,
  group: ClaimGroup,
  end: number,
  { memory, fly }: Pick<ClaimResolutionOptions, 'memory' | 'fly'>,
): Promise<GroupResult> {
  const { endpointId, schemas } = group;
  const key = memoryKey(endpointId, question);
  const fresh = schemas.map((schema) => ({ schema, finding: memory.fresh(key, schema) }));
  if (fresh.every(({ finding }) => finding)) {
    const report = { endpointId, outcome: 'succeeded', durationMs: 0, cached: true } as const;
    return { report, findings: fresh };
  }
  const startedAt = performance.now();
  const keep = memory.asking();
  const flight = await within(
    fly(key, question, group, ({ findings }) => keep(key, question, findings)),
    end - startedAt,
  );
  const outcome = flight?.outcome ?? 'timeout';
  const durationMs = Math.round(performance.now() - startedAt);
  if (flight?.outcome === 'succeeded') {
    const report = { endpointId, outcome, durationMs, cached: false };
    return { report, findings: flight.findings };
  }
  const findings = schemas.map((schema) => ({ schema, finding: memory.lastGood(key, schema) }));
  const cached = findings.some(({ finding }) => finding);
  return { report: { endpointId, outcome, durationMs, cached }, findings };
}

function valueOf({ schema: { defaultJson }, finding }: Finding): unknown {
  if (finding && 'value' in finding) return finding.value;
  return defaultJson === null ? undefined : (JSON.parse(defaultJson) as unknown);
}

/** The claims of each token, and those that are required and have no value. */
function byToken(
  tokens: readonly string[],
  findings: readonly Finding[],
): Pick<Resolution, 'claims' | 'unmet'> {
  const values = findings.map((found) => ({ schema: found.schema, value: valueOf(found) }));
  const valuesOf = (token: string): Record<string, unknown> =>
    Object.fromEntries(
      values
        .filter(
          ({ schema, value }) => value !== undefined && schema.tokens.some((t) => t === token),
        )
        .map(({ schema, value }) => [schema.claimName, value]),
    );
  return {
    claims: tokens.map((token) => ({ token, values: valuesOf(token) })),
    unmet: values
      .filter(({ schema, value }) => schema.required && value === undefined)
      .map(({ schema }) => schema.claimName)
      .sort(),
  };
}

/** Resolves the claims of a token whose values endpoints give: one call an endpoint, all at once. */
export function claimResolution(options: ClaimResolutionOptions) {
  const { schemasOf, timeoutMs, onSource } = options;

  /** @param patienceMs how long the caller waits for the answer */
  return async function resolve(question: ClaimQuestion, patienceMs: number): Promise<Resolution> {
    const end = performance.now() + Math.min(timeoutMs, patienceMs);
    const schemas = await schemasOf(question.tenantId);
    const groups = grouped(schemas.filter((schema) => fitsToken(schema, question)));
    const found = await Promise.all(
      groups.map((group) => resolveGroup(question, group, end, options)),
    );
    for (const { report } of found) onSource(report);
    const findings = found.flatMap((group) => group.findings);
    return {
      ...byToken(question.tokens, findings),
      sources: found.map(({ report }) => report),
    };
  };
}

/** See {@link claimResolution}. */
export type ResolveClaims = ReturnType<typeof claimResolution>;
