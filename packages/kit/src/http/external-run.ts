import type { Tx } from '../database/database.ts';
import { callHandler } from './call-handler.ts';
import type { ExternalScope } from './handlers.ts';
import { replayed } from './idempotency.ts';
import type { IdempotentRequest, RenderedAnswer } from './idempotency.ts';
import { auditSuccess } from './operation-audit.ts';
import type { AuditNotes } from './operation-audit.ts';
import { conditionOf, contextOf, isRead } from './operation-request.ts';
import type { CheckedCondition, OperationRequest } from './operation-request.ts';
import type { OperationRunnerOptions } from './runner-options.ts';
import { isTextReply, render, renderText } from './render.ts';
import type { Reply } from './render.ts';

interface Run {
  request: OperationRequest;
  condition: CheckedCondition;
  notes: AuditNotes;
  /** Distinguishes this request's mark on the idempotency key from a later one. */
  mark: string;
  /** The response of the handler's own last transaction. */
  committed?: RenderedAnswer;
}

/**
 * Runs operations that call other systems: no transaction is open during the call, so each step
 * opens its own.
 */
export function externalRun({ db, idempotency, onAuditLost, onUnchecked }: OperationRunnerOptions) {
  /**
   * Reserves the key for as long as such a call may take. Returns the kept response if there is
   * one.
   */
  const begin = (request: OperationRequest, key: IdempotentRequest) =>
    db.transact(contextOf(request), async (tx) => {
      const kept = await idempotency.begin(tx, key);
      return kept ? { kept } : { mark: await idempotency.reserve(tx, key) };
    });

  async function finish(
    tx: Tx,
    { request, notes, mark }: Run,
    answer: RenderedAnswer,
  ): Promise<void> {
    await auditSuccess(tx, request, answer, notes);
    if (request.idempotent) await idempotency.keepReserved(tx, request.idempotent, mark, answer);
  }

  function scopeOf(run: Run): ExternalScope {
    const context = contextOf(run.request);
    const checked = async <T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> => {
      const result = await work(tx);
      run.condition.requireChecked();
      return result;
    };
    return {
      read: (work) => db.read(context, work),
      transact: (work) => db.transact(context, (tx) => checked(tx, work)),
      async commit(work) {
        const [result, answer] = await db.transact(context, async (tx) => {
          const last = await checked(tx, work);
          const rendered = renderText(run.request, last);
          await finish(tx, run, rendered);
          return [last, rendered] as const;
        });
        run.committed = answer;
        return result;
      },
    };
  }

  async function conclude(run: Run, returned: unknown): Promise<Reply> {
    if (run.committed) return run.committed;
    const reply = render(run.request, returned);
    run.condition.requireChecked();
    if (isRead(run.request) || !isTextReply(reply)) return reply;
    await db.transact(contextOf(run.request), (tx) => finish(tx, run, reply));
    return reply;
  }

  const release = (request: OperationRequest, key: IdempotentRequest, mark: string) =>
    db.transact(contextOf(request), (tx) => idempotency.release(tx, key, mark)).catch(onAuditLost);

  return async function external(request: OperationRequest): Promise<Reply> {
    const { idempotent } = request;
    const begun = idempotent ? await begin(request, idempotent) : { mark: '' };
    if (begun.kept) return replayed(begun.kept);
    const condition = conditionOf(request, onUnchecked);
    const run: Run = { request, condition, notes: {}, mark: begun.mark };
    try {
      const scope = { ifMatch: condition.ifMatch, ...scopeOf(run) };
      return await conclude(run, await callHandler(request, scope, run.notes));
    } catch (error) {
      if (idempotent) await release(request, idempotent, run.mark);
      throw error;
    }
  };
}
