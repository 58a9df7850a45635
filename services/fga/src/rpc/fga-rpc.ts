import { createHash } from 'node:crypto';
import { WriteTuplesRequest as Body, isId } from '@platform/contracts';
import type { Actor, AuditData, TuplesWrite } from '@platform/contracts';
import type { Database, Tx, TxContext } from '@platform/kit/database';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcCall, RpcHandlers, RpcMount } from '@platform/kit/grpc';
import { idempotencyStore, parseBody } from '@platform/kit/http';
import { asProblem, problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import type { WriteTuplesRequest, WriteTuplesResponse } from '@platform/protos';
import type { Models } from '../models/model-cache.ts';
import type { ConsistencyTokens } from '../store/consistency-token.ts';
import { auditedWrite, readWrite } from '../tuples/tuple-requests.ts';
import type { TupleWriter } from '../tuples/tuple-writes.ts';
import { jsonField } from './json-field.ts';

/** What the calls of siblings need. */
export interface FgaRpcOptions {
  db: Database;
  secrets: SecretBox;
  models: Models;
  tokens: ConsistencyTokens;
  writer: TupleWriter;
  maxWrites: number;
  /** Accounts that may write besides directory, as whole subjects. */
  writers: ReadonlySet<string>;
  decisions: Pick<RpcHandlers<'platform.fga.v1.Fga'>, 'Check' | 'BatchCheck' | 'ListObjects'>;
}

const keyForm = /^[\x21-\x7e]{1,255}$/;
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
  db,
  secrets,
  models,
  tokens,
  writer,
  maxWrites,
  writers,
  decisions,
}: FgaRpcOptions): RpcMount {
  const kept = idempotencyStore(secrets);

  async function write(
    tx: Tx,
    body: TuplesWrite,
    { caller }: RpcCall,
  ): Promise<WriteTuplesResponse> {
    const read = await readWrite(tx, models, body, maxWrites);
    const { written, deleted, skipped, revision } = await writer.write(tx, {
      ...read,
      onDuplicate: body.onDuplicate,
      onMissing: body.onMissing,
      source: 'grpc',
      pointers: { writes: '/writes', deletes: '/deletes' },
    });
    await audit(
      tx,
      caller,
      { outcome: 'success', status: 200 },
      auditedWrite({ written, deleted }, read),
    );
    return {
      written,
      deleted,
      skipped,
      consistencyToken: tokens.encode(tx.context.tenantId, revision),
    };
  }

  async function audit(
    tx: Tx,
    caller: RpcCall['caller'],
    outcome: Pick<AuditData, 'outcome' | 'status' | 'code'>,
    details: object = {},
  ): Promise<void> {
    const { tenantId, actor, requestId } = tx.context;
    await tx.audit({
      actor,
      subject: { type: 'fga_store', id: tenantId },
      data: {
        operationId: 'fgaTuplesWrite',
        ...outcome,
        ...(requestId ? { requestId } : {}),
        details: { source: 'grpc', caller: caller.serviceAccount, ...details },
      },
    });
  }

  /** A refused write leaves a record too; losing it does not change the answer. */
  async function auditRefusal(
    context: TxContext,
    caller: RpcCall['caller'],
    error: unknown,
  ): Promise<never> {
    const { status, code } = asProblem(error);
    if (status < 500)
      await db
        .transact(context, (tx) =>
          audit(tx, caller, { outcome: status === 403 ? 'denied' : 'failure', status, code }),
        )
        .catch(() => undefined);
    throw error;
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
        if (!isId('tenant', tenantId))
          throw problem('validation_failed', { detail: 'tenant_id is required' });
        if (idempotencyKey !== '' && !keyForm.test(idempotencyKey))
          throw problem('validation_failed', {
            detail: 'idempotency_key must have 1 to 255 visible ASCII characters',
          });
        const body = bodyOf(request);
        const context = {
          tenantId,
          actor: actorOf(request),
          ...(call.requestId ? { requestId: call.requestId } : {}),
        };
        return db
          .transact(context, async (tx) => {
            if (idempotencyKey === '') return write(tx, body, call);
            const once = {
              caller: `rpc:${call.caller.sub}`,
              key: idempotencyKey,
              hash: createHash('sha256').update(JSON.stringify(body)).digest(),
              sealed: false,
            };
            const before = await kept.begin(tx, once);
            if (before) return JSON.parse(before.text) as WriteTuplesResponse;
            const answer = await write(tx, body, call);
            await kept.keep(tx, once, { status: 200, text: JSON.stringify(answer), headers: {} });
            return answer;
          })
          .catch((error: unknown) => auditRefusal(context, call.caller, error));
      },
    },
    { WriteTuples: ['*'], Check: ['*'], BatchCheck: ['*'], ListObjects: ['*'] },
  );
}
