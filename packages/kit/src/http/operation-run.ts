import {
  idPrefixes,
  isConditional,
  isReading,
  maxEventIdLength,
  modeOf,
} from '@platform/contracts';
import type { AuditData, Operation } from '@platform/contracts';
import type { Database, Tx, TxContext } from '../database/database.ts';
import type { Problem } from '../problem/problem.ts';
import { asProblem, problem } from '../problem/problem.ts';
import { asAnswer, checkIfMatch, contentVersion, etagOf } from './answer.ts';
import type { AskedFirst, Conditional, RequestContext } from './handlers.ts';
import type { IdempotencyStore, IdempotentRequest, RenderedAnswer } from './idempotency.ts';

/** What {@link operationRunner} needs. */
export interface RunnerOptions {
  db: Database;
  idempotency: IdempotencyStore;
  onAuditLost: (error: unknown) => void;
  /** A handler has let an `If-Match` pass unseen: a fault of ours, answered 412. */
  onUnchecked: (operationId: string) => void;
}

/** One request, verified and parsed. */
export interface OperationRequest {
  operationId: string;
  operation: Operation;
  handler: (context: never) => unknown;
  base: Omit<RequestContext, 'note'>;
  input: { params: unknown; query: unknown; body: unknown };
  ifMatch: string | undefined;
  idempotent: IdempotentRequest | undefined;
  traceparent: string;
}

const kindByPrefix = new Map(
  Object.entries(idPrefixes).map(([kind, prefix]) => [prefix as string, kind]),
);

/** A segment may be longer than any id is: the record of an attempt on one is kept all the same. By code points, so that no pair is halved. */
const shortened = (id: string): string =>
  id.length <= maxEventIdLength
    ? id
    : `${[...id].slice(0, Math.floor((maxEventIdLength - 1) / 2)).join('')}…`;

/** What an audit record is about: the resource answered, else the last path parameter, else the operation. */
function auditSubject(
  operationId: string,
  params: unknown,
  json: string | undefined,
): { type: string; id: string } {
  const answered =
    json === undefined ? undefined : (JSON.parse(json) as { id?: unknown } | null)?.id;
  const id =
    typeof answered === 'string'
      ? answered
      : Object.values(params as Record<string, string>).at(-1);
  if (id === undefined) return { type: 'operation', id: operationId };
  return { type: kindByPrefix.get(id.split('_', 1)[0] as string) ?? 'resource', id: shortened(id) };
}

const isRead = ({ operation }: OperationRequest): boolean => isReading(operation);

/** Runs operations: opens the transaction, calls the handler, checks the answer, keeps it, records the audit. */
export function operationRunner({ db, idempotency, onAuditLost, onUnchecked }: RunnerOptions) {
  const contextOf = ({ base, traceparent }: OperationRequest): TxContext => ({
    tenantId: base.principal.tenantId,
    actor: { type: base.principal.type, id: base.principal.id },
    requestId: base.request.id,
    traceparent,
  });

  function render({ operation }: OperationRequest, returned: unknown): RenderedAnswer {
    const { body, version, headers = {} } = asAnswer(returned);
    if (operation.status === 204) return { status: 204, json: '', headers };
    const json = JSON.stringify(operation.response.parse(body));
    const etag: Record<string, string> = operation.noEtag
      ? {}
      : { etag: etagOf(version ?? contentVersion(body)) };
    return { status: operation.status ?? 200, json, headers: { ...etag, ...headers } };
  }

  async function audit(
    tx: Tx,
    request: OperationRequest,
    outcome: Pick<AuditData, 'outcome' | 'status' | 'code' | 'changed' | 'details'>,
    json?: string,
  ): Promise<void> {
    const {
      operationId,
      base: {
        principal,
        request: { id: requestId, clientIp, userAgent },
      },
    } = request;
    const data: AuditData = {
      operationId,
      ...outcome,
      sourceIp: clientIp,
      requestId,
      ...(userAgent ? { userAgent: userAgent.slice(0, 200) } : {}),
    };
    await tx.audit({
      actor: { ...tx.context.actor, clientId: principal.clientId },
      subject: auditSubject(operationId, request.input.params, json),
      data,
    });
  }

  /** A refused write leaves a record too; losing it must not change the answer. */
  async function auditRefusal(request: OperationRequest, refusal: Problem): Promise<void> {
    if (refusal.status >= 500) return;
    const outcome = refusal.status === 403 ? 'denied' : 'failure';
    await db
      .transact(contextOf(request), (tx) =>
        audit(tx, request, { outcome, status: refusal.status, code: refusal.code }),
      )
      .catch(onAuditLost);
  }

  /** The condition of a request. Whatever ends in a commit must have asked it: one that is not looked at would look obeyed. */
  function condition(request: OperationRequest): Conditional & { settled: () => void } {
    const { operationId, ifMatch } = request;
    let isOpen = ifMatch !== undefined && !isRead(request);
    return {
      ifMatch(version) {
        checkIfMatch(ifMatch, version);
        isOpen = false;
      },
      settled() {
        if (!isOpen) return;
        onUnchecked(operationId);
        throw problem('precondition_failed', { detail: 'the condition could not be checked' });
      },
    };
  }

  function call(
    request: OperationRequest,
    more: object,
    notes: Pick<AuditData, 'changed' | 'details'>,
  ): Promise<unknown> {
    const context = {
      ...request.base,
      ...request.input,
      ...more,
      note: (added: Pick<AuditData, 'changed' | 'details'>) => void Object.assign(notes, added),
    };
    return Promise.resolve(request.handler(context as never));
  }

  async function read(request: OperationRequest): Promise<RenderedAnswer> {
    return render(request, await db.read(contextOf(request), (tx) => call(request, { tx }, {})));
  }

  /** What a sibling refuses beforehand; a stored answer is given all the same. */
  async function askFirst({
    handler,
    base,
    input,
  }: OperationRequest): Promise<{ error: unknown } | undefined> {
    const { ask } = handler as { ask?: AskedFirst<unknown> };
    return ask?.({ ...base, ...input }).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
  }

  async function write(request: OperationRequest): Promise<RenderedAnswer> {
    const { idempotent } = request;
    const refusal = await askFirst(request);
    return db.transact(contextOf(request), async (tx) => {
      const kept = idempotent && (await idempotency.begin(tx, idempotent));
      if (kept) return { ...kept, headers: { ...kept.headers, 'idempotency-replayed': 'true' } };
      if (refusal) throw refusal.error;
      const notes: Pick<AuditData, 'changed' | 'details'> = {};
      const { ifMatch, settled } = condition(request);
      const answer = render(request, await call(request, { tx, ifMatch }, notes));
      settled();
      await audit(
        tx,
        request,
        { outcome: 'success', status: answer.status, ...notes },
        answer.json || undefined,
      );
      if (idempotent) await idempotency.keep(tx, idempotent, answer);
      return answer;
    });
  }

  async function outside(request: OperationRequest): Promise<RenderedAnswer> {
    const { idempotent } = request;
    const context = contextOf(request);
    let mark = '';
    const kept =
      idempotent &&
      (await db.transact(context, async (tx) => {
        const found = await idempotency.begin(tx, idempotent);
        if (!found) mark = await idempotency.reserve(tx, idempotent);
        return found;
      }));
    if (kept) return { ...kept, headers: { ...kept.headers, 'idempotency-replayed': 'true' } };
    const notes: Pick<AuditData, 'changed' | 'details'> = {};
    const settle = async (tx: Tx, answer: RenderedAnswer): Promise<void> => {
      await audit(
        tx,
        request,
        { outcome: 'success', status: answer.status, ...notes },
        answer.json || undefined,
      );
      if (idempotent) await idempotency.settle(tx, idempotent, mark, answer);
    };
    let concluded: RenderedAnswer | undefined;
    const { ifMatch, settled } = condition(request);
    const inOne = async <T>(work: (tx: Tx) => Promise<T>, tx: Tx): Promise<T> => {
      const result = await work(tx);
      settled();
      return result;
    };
    try {
      const returned = await call(
        request,
        {
          ifMatch,
          read: <T>(work: (tx: Tx) => Promise<T>) => db.read(context, work),
          transact: <T>(work: (tx: Tx) => Promise<T>) =>
            db.transact(context, (tx) => inOne(work, tx)),
          conclude: <T>(work: (tx: Tx) => Promise<T>) =>
            db.transact(context, async (tx) => {
              const last = await inOne(work, tx);
              concluded = render(request, last);
              await settle(tx, concluded);
              return last;
            }),
        },
        notes,
      );
      if (concluded) return concluded;
      const answer = render(request, returned);
      settled();
      if (!isRead(request)) await db.transact(context, (tx) => settle(tx, answer));
      return answer;
    } catch (error) {
      if (idempotent)
        await db
          .transact(context, (tx) => idempotency.release(tx, idempotent, mark))
          .catch(onAuditLost);
      throw error;
    }
  }

  async function lookup(request: OperationRequest): Promise<RenderedAnswer> {
    const context = contextOf(request);
    return render(
      request,
      await call(
        request,
        {
          context,
          read: <T>(work: (tx: Tx) => Promise<T>) => db.read(context, work),
        },
        {},
      ),
    );
  }

  const byMode = { read, write, outside, lookup };

  /** The answer to send; throws a problem. */
  return async function run(request: OperationRequest): Promise<RenderedAnswer> {
    const mode = modeOf(request.operation);
    try {
      if (request.ifMatch !== undefined && !isRead(request) && !isConditional(request.operation)) {
        throw problem('precondition_failed', {
          detail: 'nothing here has a tag that If-Match could name',
        });
      }
      return await byMode[mode](request);
    } catch (error) {
      if (!isRead(request)) await auditRefusal(request, asProblem(error));
      throw error;
    }
  };
}
