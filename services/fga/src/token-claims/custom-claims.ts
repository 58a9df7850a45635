import { isReservedClaim } from '@platform/contracts';
import type { ClaimsCallBody } from '@platform/contracts';
import { fitsToken, isCarriable, valueAt } from '@platform/kit/claims';
import type { ClaimSchemasOf, ClaimValidatorOf } from '@platform/kit/claims';
import type { RpcPeer } from '@platform/kit/grpc';
import type { Metrics } from '@platform/kit/metrics';
import { asProblem, because } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import type { ClaimSchema } from '@platform/protos';
import type { Organizations } from '../people/organizations.ts';
import type { People } from '../people/people.ts';
import type { CustomClaim } from './claim-size.ts';

/** What {@link customClaims} needs. */
export interface CustomClaimOptions {
  schemasOf: ClaimSchemasOf<ClaimSchema>;
  outbound: () => RpcPeer;
  people: People;
  organizations: Organizations;
  validatorOf: ClaimValidatorOf;
  platformDomain: string;
  metrics: Metrics;
}

/** Values by claim, and what kept others from coming. */
interface Found {
  values: Map<string, unknown>;
  unmet: readonly string[];
  outage?: Problem;
}

const longestResolveMs = 2_000;
const shortestResolveMs = 50;
/** What the answer needs on its way back, out of the time that the hub waits. */
const marginMs = 200;

const unmet = (name: string): Problem =>
  because('upstream_failed', {
    code: 'claim_unmet',
    detail: `The required claim ${name} is not available`,
  });

/** Does this token get the claim? The source `webhook` is the client's own, not ours. */
const fits = (schema: ClaimSchema, { clientId, scopes, tokenType }: ClaimsCallBody): boolean =>
  schema.sourceKind !== 'webhook' && fitsToken(schema, { clientId, scopes, tokens: [tokenType] });

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json === '' ? '{}' : json) as unknown;
  } catch {
    return {};
  }
};

const pointerOf = ({ sourceJson }: ClaimSchema): string =>
  String((parsed(sourceJson) as { pointer?: unknown }).pointer ?? '/');

/** The claims that a tenant defines itself, from the directory's profile and from the tenant's endpoints. */
export function customClaims({
  schemasOf,
  outbound,
  people,
  organizations,
  validatorOf,
  platformDomain,
  metrics,
}: CustomClaimOptions) {
  const dropped = metrics.counter('fga_enrichment_custom_dropped_total');

  /** What pointers of the source `attribute` lead into. Custom attributes only as far as tokens may show them. */
  async function attributesOf(
    { tenantId, principal, organizationId }: ClaimsCallBody,
    pointers: readonly string[],
  ): Promise<unknown> {
    const person =
      principal.type === 'user' ? await people.find(tenantId, principal.id) : undefined;
    if (!person) return {};
    const membership = person.memberships.find(
      (m) => m.organizationId === organizationId && m.state === 'active',
    );
    const isAsked =
      membership !== undefined && pointers.some((pointer) => pointer.startsWith('/organization'));
    return {
      user: {
        ...(parsed(person.userJson) as object),
        attributes: parsed(person.tokenAttributesJson),
      },
      ...(membership ? { membership } : {}),
      ...(isAsked
        ? {
            organization: parsed(
              await organizations.jsonFor(tenantId, membership.organizationId, person.id),
            ),
          }
        : {}),
    };
  }

  async function fromEndpoints(call: ClaimsCallBody, timeLeftMs: number): Promise<Found> {
    const { tenantId, clientId, principal, organizationId, scopes, tokenType } = call;
    try {
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
          },
          {
            deadlineMs: Math.max(
              shortestResolveMs,
              Math.min(longestResolveMs, timeLeftMs - marginMs),
            ),
          },
        );
      const values = answer.claims
        .filter((c) => c.token === tokenType)
        .flatMap((c) => Object.entries(parsed(c.claimsJson) as object));
      return { values: new Map(values), unmet: answer.unmet };
    } catch (error) {
      const outage = asProblem(error);
      dropped.inc({ reason: outage.code });
      // Endpoints that are too slow leave their claims unmet; an outbound service that is away is an outage.
      return {
        values: new Map(),
        unmet: [],
        ...(outage.code === 'upstream_timeout' ? {} : { outage }),
      };
    }
  }

  async function find(
    schemas: readonly ClaimSchema[],
    call: ClaimsCallBody,
    timeLeftMs: number,
  ): Promise<Found> {
    const pointers = new Map(
      schemas.filter((s) => s.sourceKind === 'attribute').map((s) => [s.claimName, pointerOf(s)]),
    );
    const [attributes, endpoints] = await Promise.all([
      pointers.size > 0 ? attributesOf(call, [...pointers.values()]) : {},
      schemas.some((s) => s.sourceKind === 'endpoint')
        ? fromEndpoints(call, timeLeftMs)
        : { values: new Map<string, unknown>(), unmet: [] },
    ]);
    const values = schemas.map(({ claimName }): [string, unknown] => {
      const pointer = pointers.get(claimName);
      return [
        claimName,
        pointer === undefined ? endpoints.values.get(claimName) : valueAt(attributes, pointer),
      ];
    });
    return { ...endpoints, values: new Map(values) };
  }

  /** The value, if it is one; else the schema's default. */
  function usable({ claimName, jsonSchema, defaultJson }: ClaimSchema, value: unknown): unknown {
    if (value !== undefined) {
      const reason = !isCarriable(value)
        ? 'not_carriable'
        : validatorOf(jsonSchema)(value)
          ? undefined
          : 'invalid';
      if (reason === undefined) return value;
      dropped.inc({ reason });
    }
    const fallback =
      defaultJson === ''
        ? undefined
        : (parsed(`{${JSON.stringify(claimName)}:${defaultJson}}`) as Record<string, unknown>)[
            claimName
          ];
    if (isCarriable(fallback)) return fallback;
    dropped.inc({ reason: 'not_carriable' });
    return undefined;
  }

  /** @throws 502 `upstream_failed` (`claim_unmet`) without a value for a required claim; 502 to 504 while a sibling is away */
  return async function customClaimsFor(
    call: ClaimsCallBody,
    timeLeftMs: number,
  ): Promise<CustomClaim[]> {
    const schemas = (await schemasOf(call.tenantId)).filter(
      (s) => fits(s, call) && !isReservedClaim(s.claimName, platformDomain),
    );
    if (schemas.length === 0) return [];
    const found = await find(schemas, call, timeLeftMs);
    if (found.unmet.length > 0) throw unmet(found.unmet[0]!);
    return schemas.flatMap((schema) => {
      const value = usable(schema, found.values.get(schema.claimName));
      if (value !== undefined)
        return [{ name: schema.claimName, value, isRequired: schema.required }];
      if (!schema.required) return [];
      throw schema.sourceKind === 'endpoint' && found.outage
        ? found.outage
        : unmet(schema.claimName);
    });
  };
}

/** See {@link customClaims}. */
export type CustomClaimsFor = ReturnType<typeof customClaims>;
