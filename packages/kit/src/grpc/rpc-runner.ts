import { isId } from '@platform/contracts';
import type { Actor, AuditData } from '@platform/contracts';
import type { Database, Tx, TxContext } from '../database/database.ts';
import { requestHash } from '../http/idempotency.ts';
import type { IdempotencyStore, IdempotentRequest } from '../http/idempotency.ts';
import { asProblem, problem } from '../problem/problem.ts';
import type { RpcCall } from './grpc-server.ts';

/** Options of {@link rpcRunner}. */
export interface RpcRunnerOptions {
  db: Pick<Database, 'read' | 'transact'>;
  idempotency: IdempotencyStore;
  /** Called when the record of a failed write could not be saved. */
  onAuditLost: (error: unknown) => void;
}

/** Additions of a write to its audit record. */
export type RpcAuditNotes = Pick<AuditData, 'changed' | 'details'>;

/** Describes a write to the audit log and the idempotency store. */
export interface RpcWrite<T> {
  operationId: string;
  /**
   * Subject of the audit record. If the function returns undefined, nothing was changed and nothing
   * is recorded.
   */
  subject:
    | { type: string; id: string }
    | ((result: T | undefined) => { type: string; id: string } | undefined);
  /** The actor; default: the calling service account. */
  actor?: Actor;
  /** Responses are kept for 24 hours by caller and key; empty or absent: not kept. */
  idempotencyKey?: string;
  /** Whether the result contains a secret: it is encrypted at rest then. */
  isSecret?: boolean;
  /** Content of the request, which a repeated key must match. */
  request: unknown;
  /** Details of the audit record, for any outcome. */
  details?: Record<string, unknown>;
  /** Retries the transaction if it lost a race; only the last attempt counts as the outcome. */
  repeat?: (attempt: () => Promise<T>) => Promise<T>;
}

/** Runs the handlers of gRPC methods as the HTTP runner runs operations. */
export interface RpcRunner {
  /**
   * Runs a read-only transaction.
   * @throws 400 if `tenantId` is not the id of a tenant
   */
  read<T>(call: RpcCall, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs one transaction that also saves the response and the audit record; a failed write is
   * recorded too. The result must be JSON.
   * @throws 400 if the tenant id or the key is malformed; 422 `idempotency_key_reused`
   */
  write<T>(
    call: RpcCall,
    tenantId: string,
    options: RpcWrite<T>,
    work: (tx: Tx, audit: (notes: RpcAuditNotes) => void) => Promise<T>,
  ): Promise<T>;
}

const keyForm = /^[\x21-\x7e]{1,255}$/;

/**
 * Returns the transaction context of a call: its tenant, and the actor that events and audit
 * records name.
 * @throws 400 `invalid_parameter` if `tenantId` is not the id of a tenant
 */
export function rpcContext(
  { actor, requestId, traceparent }: Pick<RpcCall, 'actor' | 'requestId' | 'traceparent'>,
  tenantId: string,
): TxContext {
  if (!isId('tenant', tenantId))
    throw problem('invalid_parameter', { detail: 'tenant_id must be the id of a tenant' });
  return { tenantId, actor, requestId, traceparent };
}

function idempotentRequest(
  { caller }: RpcCall,
  {
    idempotencyKey = '',
    operationId,
    request,
    isSecret = false,
  }: Pick<RpcWrite<unknown>, 'idempotencyKey' | 'operationId' | 'request' | 'isSecret'>,
): IdempotentRequest | undefined {
  if (idempotencyKey === '') return undefined;
  if (!keyForm.test(idempotencyKey))
    throw problem('invalid_parameter', {
      detail: 'idempotency_key must have 1 to 255 visible ASCII characters',
    });
  return {
    caller: `rpc:${caller.sub}`,
    key: idempotencyKey,
    hash: requestHash([operationId, JSON.stringify(request)]),
    sealed: isSecret,
  };
}

type Outcome = Pick<AuditData, 'outcome' | 'status' | 'code'>;

async function record<T>(
  tx: Tx,
  { operationId, subject, details }: RpcWrite<T>,
  outcome: Outcome,
  { result, notes = {} }: { result?: T; notes?: RpcAuditNotes } = {},
): Promise<void> {
  const about = typeof subject === 'function' ? subject(result) : subject;
  if (!about) return;
  const { requestId } = tx.context;
  const told = details || notes.details ? { ...details, ...notes.details } : undefined;
  const data = { operationId, ...outcome, requestId, changed: notes.changed, details: told };
  await tx.audit({ subject: about, data });
}

/** Creates the runner of a service's gRPC handlers. */
export function rpcRunner({ db, idempotency, onAuditLost }: RpcRunnerOptions): RpcRunner {
  async function once<T>(
    tx: Tx,
    key: IdempotentRequest | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    if (!key) return work();
    const kept = await idempotency.begin(tx, key);
    // The person named in the kept response was erased.
    if (kept && kept.status !== 200) throw problem('not_found');
    if (kept) return JSON.parse(kept.text) as T;
    const result = await work();
    await idempotency.keep(tx, key, { status: 200, text: JSON.stringify(result), headers: {} });
    return result;
  }

  /** Failing to record a failed write must not change the response. */
  async function recordFailure<T>(
    context: TxContext,
    options: RpcWrite<T>,
    error: unknown,
  ): Promise<void> {
    const { status, code } = asProblem(error);
    if (status >= 500) return;
    const outcome = status === 403 ? 'denied' : 'failure';
    await db
      .transact(context, (tx) => record(tx, options, { outcome, status, code }))
      .catch(onAuditLost);
  }

  return {
    read: async (call, tenantId, work) => db.read(rpcContext(call, tenantId), work),
    async write(call, tenantId, options, work) {
      const { actor = call.actor, repeat = (attempt) => attempt() } = options;
      const context = rpcContext({ ...call, actor }, tenantId);
      const key = idempotentRequest(call, options);
      const attempt = () =>
        db.transact(context, (tx) =>
          once(tx, key, async () => {
            const notes: RpcAuditNotes = {};
            const result = await work(tx, (more) => void Object.assign(notes, more));
            await record(tx, options, { outcome: 'success', status: 200 }, { result, notes });
            return result;
          }),
        );
      try {
        return await repeat(attempt);
      } catch (error) {
        await recordFailure(context, options, error);
        throw error;
      }
    },
  };
}
