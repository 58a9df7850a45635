import { isId } from '@platform/contracts';
import type { HookTestInput } from '@platform/contracts';
import { valueAt } from '@platform/siblings/claims';
import type { ClaimValidatorOf } from '@platform/siblings/claims';
import type { Tx } from '@platform/kit/database';
import { invalid } from '@platform/kit/problem';
import type { EndpointTarget } from '../webhooks/endpoint-target.ts';
import { isOfEndpoint } from './claim-schema-record.ts';
import type { EndpointClaimSchema } from './claim-schema-record.ts';
import { listEnabledClaimSchemas } from './claim-schema-store.ts';
import type { AskSource, ClaimSourceAnswer } from './claim-source.ts';

/** The result of a test for one claim. */
export type TestedClaim = { value: unknown } | { error: 'no_answer' | 'absent' | 'invalid' };

export type TestedFor = NonNullable<HookTestInput['claims']>;

export interface ClaimTestOptions {
  ask: AskSource;
  validatorOf: ClaimValidatorOf;
  timeoutMs: number;
}

/** Runs the claim schemas of one endpoint once, without cache, circuit breaker or shared calls. */
export function claimTest({ ask, validatorOf, timeoutMs }: ClaimTestOptions) {
  function tested(
    schema: EndpointClaimSchema,
    { document, attempt }: ClaimSourceAnswer,
  ): TestedClaim {
    if (attempt.record.error !== null) return { error: 'no_answer' };
    const value = valueAt(document, schema.source.pointer);
    if (value === undefined) return { error: 'absent' };
    return validatorOf(JSON.stringify(schema.schema))(value) ? { value } : { error: 'invalid' };
  }

  return {
    /** Returns the enabled schemas to ask for. @throws 422 `endpoint_not_usable` if there are none */
    async schemasOf(
      tx: Tx,
      endpointId: string,
      { clientId }: TestedFor,
    ): Promise<EndpointClaimSchema[]> {
      const schemas = (await listEnabledClaimSchemas(tx, clientId))
        .filter(isOfEndpoint)
        .filter(({ source }) => source.endpointId === endpointId);
      if (schemas.length === 0)
        throw invalid(
          '/claims',
          'endpoint_not_usable',
          'No enabled claim schema has this endpoint as its source for this client',
        );
      return schemas;
    },

    async run(
      target: EndpointTarget,
      schemas: readonly EndpointClaimSchema[],
      { clientId, subjectId }: TestedFor,
    ): Promise<{ answer: ClaimSourceAnswer; claims: Record<string, TestedClaim> }> {
      const each = <T>(of: (schema: EndpointClaimSchema) => readonly T[]): T[] => [
        ...new Set(schemas.flatMap(of)),
      ];
      const answer = await ask(
        target,
        {
          tenantId: target.tenantId,
          clientId,
          subject: { type: isId('user', subjectId) ? 'user' : 'client', id: subjectId },
          organizationId: null,
          scopes: each((s) => s.scopes),
          tokens: each((s) => s.tokens),
          resource: null,
        },
        {
          claims: schemas.map(({ claimName }) => claimName),
          timeoutMs: Math.min(
            timeoutMs,
            Math.max(...schemas.map(({ source }) => source.timeoutMilliseconds)),
          ),
          isTest: true,
        },
      );
      return {
        answer,
        claims: Object.fromEntries(
          schemas.map((schema) => [schema.claimName, tested(schema, answer)]),
        ),
      };
    },
  };
}

export type ClaimTest = ReturnType<typeof claimTest>;
