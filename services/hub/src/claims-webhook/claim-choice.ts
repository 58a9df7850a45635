import { isReservedClaim, platformClaims } from '@platform/contracts';
import { fitsToken } from '@platform/siblings/claims';
import type { ClaimValidatorOf } from '@platform/siblings/claims';
import type { ClaimSchema } from '@platform/protos';

/** The reason that a claim of a response is not added to the token. */
export type DropReason = 'reserved' | 'no_schema' | 'invalid';

/** The claims that are taken from a response. */
export interface ClaimChoice {
  claims: Record<string, unknown>;
  /** One reason for each claim that is left out. */
  dropped: DropReason[];
  /** The required claims that are missing. */
  unmet: string[];
}

type PlatformClaim = (typeof platformClaims)[number];

const isStrings = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const isPlatformClaim = (name: string): name is PlatformClaim =>
  (platformClaims as readonly string[]).includes(name);
const fitsPlatform = (name: PlatformClaim, value: unknown): boolean =>
  name === 'elevated_until'
    ? typeof value === 'number' && Number.isFinite(value)
    : isStrings(value);

function sift(
  given: Record<string, unknown>,
  refusalOf: (name: string, value: unknown) => DropReason | undefined,
): Pick<ClaimChoice, 'claims' | 'dropped'> {
  const judged = Object.entries(given).map(([name, value]) => ({
    name,
    value,
    refusal: refusalOf(name, value),
  }));
  return {
    claims: Object.fromEntries(
      judged.filter(({ refusal }) => refusal === undefined).map(({ name, value }) => [name, value]),
    ),
    dropped: judged.flatMap(({ refusal }) => refusal ?? []),
  };
}

/** Chooses from a response of the platform's own enrichment: platform claims, and every claim that is not reserved. */
export function choosePlatformClaims(
  given: Record<string, unknown>,
  platformDomain: string,
): ClaimChoice {
  // An elevation without a valid end would never end.
  const isEndless = !fitsPlatform('elevated_until', given['elevated_until']);
  return {
    unmet: [],
    ...sift(given, (name, value) => {
      if (isPlatformClaim(name))
        return fitsPlatform(name, value) && !(name === 'elevated_scopes' && isEndless)
          ? undefined
          : 'invalid';
      return isReservedClaim(name, platformDomain) ? 'reserved' : undefined;
    }),
  };
}

/** Chooses from a response of a client's own webhook: claims that a schema declares and that are valid. */
export function chooseDeclaredClaims(
  given: Record<string, unknown>,
  {
    platformDomain,
    schemas,
    validatorOf,
  }: {
    platformDomain: string;
    schemas: readonly ClaimSchema[];
    validatorOf: ClaimValidatorOf;
  },
): ClaimChoice {
  const isReserved = (name: string): boolean =>
    isPlatformClaim(name) || isReservedClaim(name, platformDomain);
  const declared = new Map(
    schemas
      .filter(({ claimName }) => !isReserved(claimName))
      .map((schema) => [schema.claimName, schema]),
  );
  const { claims, dropped } = sift(given, (name, value) => {
    if (isReserved(name)) return 'reserved';
    const schema = declared.get(name);
    if (!schema) return 'no_schema';
    return validatorOf(schema.jsonSchema)(value) ? undefined : 'invalid';
  });
  const missing = [...declared.values()].filter(
    ({ claimName }) => !Object.hasOwn(claims, claimName),
  );
  for (const { claimName, defaultJson } of missing)
    if (defaultJson !== '') claims[claimName] = JSON.parse(defaultJson);
  return {
    claims,
    dropped,
    unmet: missing.filter(({ required }) => required).map(({ claimName }) => claimName),
  };
}

/** Returns the schemas that apply to this token and whose source is the client's webhook. */
export const fittingSchemas = (
  schemas: readonly ClaimSchema[],
  {
    clientId,
    scopes,
    tokenType,
    resource,
  }: {
    clientId: string;
    scopes: readonly string[];
    tokenType: string;
    resource: string | null;
  },
): ClaimSchema[] =>
  schemas.filter(
    (schema) =>
      schema.sourceKind === 'webhook' &&
      fitsToken(schema, { clientId, scopes, tokens: [tokenType], resource }),
  );
