import { BatchCheckRequest, CheckRequest, ListObjectsRequest } from '@platform/contracts';
import type { Database } from '@platform/kit/database';
import { rpcContext } from '@platform/kit/grpc';
import type { RpcCall, RpcHandlers } from '@platform/kit/grpc';
import { parseBody } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { BatchCheckResult, RelationTupleMessage } from '@platform/protos';
import type { RelationEngine, SnapshotSource } from '@platform/relations';
import { jsonField } from './json-field.ts';

const ownReaders: ReadonlySet<string> = new Set(['hub', 'product-api', 'directory']);

function tupleOf(
  { subject, relation, object, condition, expiresAt }: RelationTupleMessage,
  pointer: string,
) {
  const context = condition && jsonField(condition.contextJson, `${pointer}/condition/context`);
  return {
    subject,
    relation,
    object,
    condition: condition ? { name: condition.name, context } : undefined,
    expiresAt: expiresAt === '' ? undefined : expiresAt,
  };
}

/** The question of a message. `pointer` is its location in the equivalent API body. */
function questionOf(
  {
    contextJson,
    contextualTuples,
  }: { contextJson: string; contextualTuples: RelationTupleMessage[] },
  pointer = '',
) {
  const tuples = contextualTuples.map((tuple, i) =>
    tupleOf(tuple, `${pointer}/contextualTuples/${i}`),
  );
  return {
    context: jsonField(contextJson, `${pointer}/context`),
    contextualTuples: tuples.length > 0 ? tuples : undefined,
  };
}

function wantedOf({
  modelId,
  atLeastAsFresh,
  fullyConsistent,
}: {
  modelId: string;
  atLeastAsFresh: string;
  fullyConsistent: boolean;
}) {
  const consistency = {
    ...(atLeastAsFresh === '' ? {} : { atLeastAsFresh }),
    ...(fullyConsistent ? { fullyConsistent } : {}),
  };
  return {
    ...(modelId === '' ? {} : { modelId }),
    ...(Object.keys(consistency).length > 0 ? { consistency } : {}),
  };
}

/**
 * Serves checks and listings to siblings, and to accounts besides the platform's own that may read
 * (`readers`, whole subjects).
 */
export function decisionsRpc({
  db,
  engine,
  readers,
}: {
  db: Database;
  engine: Pick<RelationEngine, 'check' | 'batchCheck' | 'listObjects'>;
  readers: ReadonlySet<string>;
}): Pick<RpcHandlers<'platform.fga.v1.Fga'>, 'Check' | 'BatchCheck' | 'ListObjects'> {
  function sourceOf(tenantId: string, call: RpcCall): SnapshotSource {
    const { caller } = call;
    if (!ownReaders.has(caller.serviceAccount) && !readers.has(caller.sub))
      throw problem('caller_not_allowed');
    const context = rpcContext(call, tenantId);
    return { context, read: (work) => db.read(context, work) };
  }
  return {
    async Check(request, call) {
      const { subject, relation, object } = request;
      return engine.check(
        sourceOf(request.tenantId, call),
        parseBody(CheckRequest, {
          subject,
          relation,
          object,
          ...questionOf(request),
          ...wantedOf(request),
        }),
      );
    },
    async BatchCheck(request, call) {
      const checks = request.items.map((item, i) => ({
        correlationId: item.correlationId,
        subject: item.subject,
        relation: item.relation,
        object: item.object,
        ...questionOf(item, `/checks/${i}`),
      }));
      const { results, modelId, consistencyToken } = await engine.batchCheck(
        sourceOf(request.tenantId, call),
        parseBody(BatchCheckRequest, { checks, ...wantedOf(request) }),
      );
      return {
        modelId,
        consistencyToken,
        results: results.map((result): BatchCheckResult =>
          'error' in result
            ? {
                correlationId: result.correlationId,
                error: { ...result.error, reason: result.error.errors[0]?.code ?? '' },
              }
            : result,
        ),
      };
    },
    async ListObjects(request, call) {
      const { subject, relation, type, limit } = request;
      const { objects, truncated, truncatedBy, consistencyToken } = await engine.listObjects(
        sourceOf(request.tenantId, call),
        parseBody(ListObjectsRequest, {
          subject,
          relation,
          type,
          ...questionOf(request),
          ...(limit === 0 ? {} : { limit }),
          ...wantedOf(request),
        }),
      );
      return { objects, truncated, truncatedBy, consistencyToken };
    },
  };
}
