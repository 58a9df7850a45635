import { isClaimName, isReservedClaim } from '@platform/contracts';
import type { ClaimValidator } from '@platform/siblings/claims';
import type { KnownClients } from '@platform/siblings/known-clients';
import type { Tx } from '@platform/kit/database';
import { fieldSentences, invalid, problem } from '@platform/kit/problem';
import { claimsOfEndpoint } from './claim-schema-store.ts';
import type { ClaimSchemaRecord } from './claim-schema-store.ts';

const maxSchemas = 50;

/** @throws 422 for a name that no claim may have, or that is reserved for the platform */
export function requireUsableName(claimName: string, platformDomain: string): void {
  if (!isClaimName(claimName))
    throw invalid(
      '/claimName',
      'invalid_format',
      'must be a name of letters, digits, "_", "." and "-", or an absolute https URI, of at most 128 characters',
    );
  if (isReservedClaim(claimName, platformDomain))
    throw invalid('/claimName', 'reserved', 'is reserved for the platform');
}

/** @throws 422 for a schema that cannot be compiled, or a default that it does not allow */
export function requireSound(
  { schema, defaultJson }: Pick<ClaimSchemaRecord, 'schema' | 'defaultJson'>,
  compile: (schema: Record<string, unknown>) => ClaimValidator,
): void {
  let isValid: ClaimValidator;
  try {
    isValid = compile(schema);
  } catch {
    throw invalid('/schema', 'invalid_format', 'must be a JSON Schema (2020-12)');
  }
  if (defaultJson !== null && !isValid(JSON.parse(defaultJson)))
    throw invalid('/default', 'invalid_format', 'must be valid under the schema');
}

/** @throws 422 above the limit */
export function requireSchemaRoom(present: number): void {
  if (present >= maxSchemas)
    throw problem('limit_exceeded', {
      detail: `A tenant can have at most ${maxSchemas} claim schemas`,
      errors: [
        { code: 'limit_exceeded', detail: `A tenant can have at most ${maxSchemas} claim schemas` },
      ],
    });
}

/** @throws 409 `conflict` (`in_use`) while claims come from the endpoint. The endpoint's row is locked */
export async function requireUnusedByClaims(tx: Tx, endpointId: string): Promise<void> {
  const claims = await claimsOfEndpoint(tx, endpointId);
  if (claims.length === 0) return;
  throw problem('conflict', {
    detail: `Claim schemas use this endpoint as their source: ${claims.join(', ')}`,
    errors: claims.map((name) => ({ code: 'in_use', detail: name })),
  });
}

/** Checks that the tenant has these clients. @throws 422 for unknown ones, 503 while the hub is unavailable */
export const clientCheck =
  (clients: Pick<KnownClients, 'has'>) =>
  async (tenantId: string, clientIds: readonly string[]): Promise<void> => {
    const answers = await Promise.all(clientIds.map((clientId) => clients.has(tenantId, clientId)));
    const errors = answers.flatMap((found, i) =>
      found
        ? []
        : [
            {
              pointer: `/clientIds/${i}`,
              code: 'not_found' as const,
              detail: 'must be a client of the tenant',
            },
          ],
    );
    if (errors.length > 0)
      throw problem('validation_failed', {
        detail: fieldSentences(errors),
        errors,
      });
  };

export type CheckClients = ReturnType<typeof clientCheck>;
