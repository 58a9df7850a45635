import { WriteTuplesRequest as Body } from '@platform/contracts';
import type { Actor, TuplesWrite } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcAuditNotes, RpcCall, RpcHandlers, RpcMount, RpcRunner } from '@platform/kit/grpc';
import { parseBody } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { WriteTuplesRequest, WriteTuplesResponse } from '@platform/protos';
import type { Models } from '../models/model-cache.ts';
import type { ConsistencyTokens } from '../store/consistency-token.ts';
import { auditedWrite, readWrite } from './tuple-requests.ts';
import type { TupleWriter } from './tuple-writes.ts';
import { jsonField } from '../language/json-field.ts';

/** What the calls of siblings need. */
export interface FgaRpcOptions {
  rpcRunner: RpcRunner;
  models: Models;
  tokens: ConsistencyTokens;
  writer: TupleWriter;
  maxWrites: number;
  /** Accounts that may write besides directory, as whole subjects. */
  writers: ReadonlySet<string>;
  decisions: Pick<RpcHandlers<'platform.fga.v1.Fga'>, 'Check' | 'BatchCheck' | 'ListObjects'>;
}

const actorTypes: ReadonlySet<string> = new Set(['user', 'client', 'service', 'system']);

const conditionOf = (
  { name, contextJson }: { name: string; contextJson: string },
  pointer: string,
) => ({
  name,
  context: jsonField(contextJson, pointer) ?? {},
});

/** The body that the API would have been sent, held against the same schema. */
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

/** Decisions and writes for siblings and for the accounts that the configuration names. */
export function fgaRpc({
  rpcRunner,
  models,
  tokens,
  writer,
  maxWrites,
  writers,
  decisions,
}: FgaRpcOptions): RpcMount {
  async function write(
    tx: Tx,
    body: TuplesWrite,
    audit: (notes: RpcAuditNotes) => void,
  ): Promise<WriteTuplesResponse> {
    const read = await readWrite(tx, models, body, maxWrites);
    const { written, deleted, skipped, revision } = await writer.write(tx, {
      ...read,
      onDuplicate: body.onDuplicate,
      onMissing: body.onMissing,
      source: 'grpc',
      pointers: { writes: '/writes', deletes: '/deletes' },
    });
    audit({ details: auditedWrite({ written, deleted }, read) });
    const consistencyToken = tokens.encode(tx.context.tenantId, revision);
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
