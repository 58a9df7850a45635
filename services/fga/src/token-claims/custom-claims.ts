import { isReservedClaim } from '@platform/contracts';
import type { ClaimsCallBody } from '@platform/contracts';
import { fitsToken, isCarriable } from '@platform/siblings/claims';
import type { ClaimSchemasOf, ClaimValidatorOf, CustomClaim } from '@platform/siblings/claims';
import type { RpcPeer } from '@platform/kit/grpc';
import type { Metrics } from '@platform/kit/telemetry';
import { problemWithReason } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import type { ClaimSchema } from '@platform/protos';
import { attributeClaims } from './attribute-claims.ts';
import type { ClaimAttributes } from './attribute-claims.ts';
import { claimJson } from './claim-json.ts';
import { endpointClaims } from './endpoint-claims.ts';
import type { EndpointClaims } from './endpoint-claims.ts';

export interface CustomClaimOptions extends ClaimAttributes {
  schemasOf: ClaimSchemasOf<ClaimSchema>;
  outbound: () => RpcPeer;
  validatorOf: ClaimValidatorOf;
  platformDomain: string;
  metrics: Metrics;
}

interface CustomClaimSource extends CustomClaimOptions {
  /** Counts a dropped value or response, with the reason. */
  drop: (reason: string) => void;
}

/**
 * @throws 502 `upstream_failed` (`claim_unmet`) without a value for a required claim; 502 to 504
 * while a sibling is unavailable
 */
export type CustomClaimsFor = (call: ClaimsCallBody, timeLeftMs: number) => Promise<CustomClaim[]>;

/**
 * Computes the claims that a tenant defines, from the directory's profile and the tenant's
 * endpoints.
 */
export function customClaims(options: CustomClaimOptions): CustomClaimsFor {
  const dropped = options.metrics.counter('fga_enrichment_custom_dropped_total');
  const source = { ...options, drop: (reason: string) => dropped.inc({ reason }) };
  return (call, timeLeftMs) => claimsFor(source, call, timeLeftMs);
}

async function claimsFor(
  source: CustomClaimSource,
  call: ClaimsCallBody,
  timeLeftMs: number,
): Promise<CustomClaim[]> {
  const schemas = (await source.schemasOf(call.tenantId)).filter(
    (s) => fits(s, call) && !isReservedClaim(s.claimName, source.platformDomain),
  );
  if (schemas.length === 0) return [];
  const [attributes, endpoints] = await Promise.all([
    attributeClaims(source, schemas, call),
    fromEndpoints(source, schemas, call, timeLeftMs),
  ]);
  const [firstUnmet] = endpoints.unmet;
  if (firstUnmet !== undefined) throw unmet(firstUnmet);
  return schemas.flatMap((schema) => {
    const { claimName: name, sourceKind, required: isRequired } = schema;
    const found = sourceKind === 'attribute' ? attributes.get(name) : endpoints.values.get(name);
    const value = usable(source, schema, found);
    if (value !== undefined) return [{ name, value, isRequired }];
    if (!isRequired) return [];
    throw sourceKind === 'endpoint' && endpoints.outage ? endpoints.outage : unmet(name);
  });
}

/**
 * Whether a token gets the claim. The source `webhook` is the client's own and is not handled here.
 */
const fits = (
  schema: ClaimSchema,
  { clientId, scopes, tokenType, resource }: ClaimsCallBody,
): boolean =>
  schema.sourceKind !== 'webhook' &&
  fitsToken(schema, { clientId, scopes, tokens: [tokenType], resource });

const unmet = (name: string): Problem =>
  problemWithReason('upstream_failed', {
    code: 'claim_unmet',
    detail: `The required claim ${name} is not available`,
  });

/**
 * Endpoints that are too slow leave their claims unmet; an unavailable outbound service is an
 * outage.
 */
async function fromEndpoints(
  { outbound, drop }: CustomClaimSource,
  schemas: readonly ClaimSchema[],
  call: ClaimsCallBody,
  timeLeftMs: number,
): Promise<EndpointClaims> {
  const { outage, ...found } = await endpointClaims(outbound, schemas, call, timeLeftMs);
  if (!outage) return found;
  drop(outage.code);
  return outage.code === 'upstream_timeout' ? found : { ...found, outage };
}

/** The value if it is valid, else the schema's default. */
function usable(source: CustomClaimSource, schema: ClaimSchema, value: unknown): unknown {
  if (value !== undefined) {
    const reason = whyUnusable(source, schema, value);
    if (reason === undefined) return value;
    source.drop(reason);
  }
  const fallback = defaultOf(schema);
  if (isCarriable(fallback)) return fallback;
  source.drop('not_carriable');
  return undefined;
}

function whyUnusable(
  { validatorOf }: CustomClaimSource,
  { jsonSchema }: ClaimSchema,
  value: unknown,
): string | undefined {
  if (!isCarriable(value)) return 'not_carriable';
  return validatorOf(jsonSchema)(value) ? undefined : 'invalid';
}

/** Parsed as a member, so that an invalid default is undefined. */
function defaultOf({ claimName, defaultJson }: ClaimSchema): unknown {
  if (defaultJson === '') return undefined;
  const named = claimJson(`{${JSON.stringify(claimName)}:${defaultJson}}`);
  return (named as Record<string, unknown>)[claimName];
}
