import type { ClaimsCallBody } from '@platform/contracts';
import type { RpcPeer } from '@platform/kit/grpc';
import { asProblem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import type { ClaimSchema } from '@platform/protos';
import { claimJson } from './claim-json.ts';

/** Values from the tenant's endpoints, by claim name, and the reasons why others are missing. */
export interface EndpointClaims {
  values: ReadonlyMap<string, unknown>;
  unmet: readonly string[];
  outage?: Problem;
}

const longestResolveMs = 2_000;
const shortestResolveMs = 50;
/** Reserved for the response, out of the time that the hub waits. */
const marginMs = 200;

/** Requests the claims whose source is an endpoint from outbound. */
export async function endpointClaims(
  outbound: () => RpcPeer,
  schemas: readonly ClaimSchema[],
  call: ClaimsCallBody,
  timeLeftMs: number,
): Promise<EndpointClaims> {
  if (!schemas.some((s) => s.sourceKind === 'endpoint')) return { values: new Map(), unmet: [] };
  const deadlineMs = Math.max(shortestResolveMs, Math.min(longestResolveMs, timeLeftMs - marginMs));
  try {
    return await resolveClaims(outbound, call, deadlineMs);
  } catch (error) {
    return { values: new Map(), unmet: [], outage: asProblem(error) };
  }
}

async function resolveClaims(
  outbound: () => RpcPeer,
  { tenantId, clientId, principal, organizationId, scopes, tokenType, resource }: ClaimsCallBody,
  deadlineMs: number,
): Promise<EndpointClaims> {
  const answer = await outbound()
    .service('platform.outbound.v1.ClaimSchemas')
    .Resolve(
      {
        tenantId,
        clientId,
        subject: principal,
        organizationId: organizationId ?? '',
        scopes,
        tokens: [tokenType],
        resource: resource ?? '',
      },
      { withinMs: deadlineMs },
    );
  const values = answer.claims
    .filter((c) => c.token === tokenType)
    .flatMap((c) => Object.entries(claimJson(c.claimsJson) as object));
  return { values: new Map(values), unmet: answer.unmet };
}
