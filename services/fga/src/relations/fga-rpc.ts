import { WriteTuplesRequest as Body } from '@platform/contracts';
import type { Actor, TuplesWrite } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcAuditNotes, RpcCall, RpcMount, RpcRunner } from '@platform/kit/grpc';
import { parseBody } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { WriteTuplesRequest, WriteTuplesResponse } from '@platform/protos';
import type { RelationEngine } from '@platform/relations';
import type { decisionsRpc } from './decisions-rpc.ts';
import { jsonField } from './json-field.ts';
import { auditedWrite } from './tuple-audit.ts';

const actorTypes: ReadonlySet<string> = new Set(['user', 'client', 'service', 'system']);

const conditionOf = (
  { name, contextJson }: { name: string; contextJson: string },
  pointer: string,
) => ({
  name,
  context: jsonField(contextJson, pointer) ?? {},
});

/** The equivalent API body, validated by the same schema. */
const bodyOf = ({
  writes,
  deletes,
  onDuplicate,
  onMissing,
  preconditions,
}: WriteTuplesRequest): TuplesWrite =>
  parseBody(Body, {
    writes: writes.map(({ subject, relation, object, condition, expiresAt }, i) => ({
      subject,
      relation,
      object,
      condition: condition ? conditionOf(condition, `/writes/${i}/condition/context`) : undefined,
      ...(expiresAt === '' ? {} : { expiresAt }),
    })),
    deletes: deletes.map(({ subject, relation, object }) => ({ subject, relation, object })),
    ...(onDuplicate === '' ? {} : { onDuplicate }),
    ...(onMissing === '' ? {} : { onMissing }),
    preconditions: preconditions.map(({ tuple, exists }) => ({
      subject: tuple?.subject,
      relation: tuple?.relation,
      object: tuple?.object,
      exists,
    })),
  });

function actorOf({ actor }: WriteTuplesRequest): Actor {
  if (!actor || !actorTypes.has(actor.type) || actor.id === '')
    throw problem('validation_failed', { detail: 'actor is required' });
  return actor as Actor;
}

/**
 * Serves decisions and writes to siblings, and to the accounts besides directory that may write
 * (`writers`, whole subjects).
 */
export function fgaRpc({
  rpcRunner,
  tuples,
  writers,
  decisions,
}: Pick<RelationEngine, 'tuples'> & {
  rpcRunner: RpcRunner;
  writers: ReadonlySet<string>;
  decisions: ReturnType<typeof decisionsRpc>;
}): RpcMount {
  async function write(
    tx: Tx,
    body: TuplesWrite,
    audit: (notes: RpcAuditNotes) => void,
  ): Promise<WriteTuplesResponse> {
    const outcome = await tuples.write(tx, body, 'grpc');
    audit({ details: auditedWrite(outcome) });
    const { written, deleted, skipped, consistencyToken } = outcome;
    return { written, deleted, skipped, consistencyToken };
  }

  const mayWrite = ({ caller }: RpcCall): boolean =>
    caller.serviceAccount === 'directory' || writers.has(caller.sub);

  return serveRpc(
    'platform.fga.v1.Fga',
    {
      ...decisions,
      async WriteTuples(request, call) {
        if (!mayWrite(call)) throw problem('caller_not_allowed');
        const { tenantId, idempotencyKey } = request;
        const body = bodyOf(request);
        return rpcRunner.write(
          call,
          tenantId,
          {
            operationId: 'fgaTuplesWrite',
            subject: { type: 'fga_store', id: tenantId },
            actor: actorOf(request),
            idempotencyKey,
            request: body,
            details: { source: 'grpc', caller: call.caller.serviceAccount },
          },
          (tx, audit) => write(tx, body, audit),
        );
      },
    },
    { WriteTuples: ['*'], Check: ['*'], BatchCheck: ['*'], ListObjects: ['*'] },
  );
}
