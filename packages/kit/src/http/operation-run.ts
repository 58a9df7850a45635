import { isConditional, modeOf, readsMany } from '@platform/contracts';
import type { Tx } from '../database/database.ts';
import { asProblem, problem } from '../problem/problem.ts';
import type { Problem } from '../problem/problem.ts';
import { asAnswer } from './answer.ts';
import { callHandler } from './call-handler.ts';
import { externalRun } from './external-run.ts';
import { replayed } from './idempotency.ts';
import type { OperationRunnerOptions } from './runner-options.ts';
import { auditFailure, auditSuccess } from './operation-audit.ts';
import type { AuditNotes } from './operation-audit.ts';
import { conditionOf, contextOf, isRead } from './operation-request.ts';
import type { OperationRequest } from './operation-request.ts';
import { render, renderText } from './render.ts';
import type { Reply } from './render.ts';

/**
 * Runs operations: opens the transaction, calls the handler, validates the response, keeps it,
 * records the audit.
 */
export function operationRunner(options: OperationRunnerOptions) {
  const { db, idempotency, onAuditLost, onUnchecked } = options;
  const external = externalRun(options);

  const readOf =
    (request: OperationRequest) =>
    <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      db.read(contextOf(request), work, { mayUseStandby: readsMany(request.operation) });

  /**
   * Runs the first step of a handler, before its transaction is opened. Defers its error, since a
   * kept response takes precedence.
   */
  async function prepare(
    request: OperationRequest,
  ): Promise<{ prepared?: unknown; error?: Problem }> {
    const step = (request.handler as { prepare?: (context: object) => Promise<unknown> }).prepare;
    if (!step) return {};
    const read = readOf(request);
    return step({ ...request.base, ...request.input, read }).then(
      (prepared) => ({ prepared }),
      (error: unknown) => ({ error: asProblem(error) }),
    );
  }

  async function read(request: OperationRequest): Promise<Reply> {
    const { prepared, error } = await prepare(request);
    if (error) throw error;
    const run = (tx: object): Promise<unknown> => callHandler(request, { tx, prepared });
    return render(request, await readOf(request)(run));
  }

  async function write(request: OperationRequest): Promise<Reply> {
    const { idempotent } = request;
    const { prepared, error } = await prepare(request);
    let committed: (() => Promise<unknown>) | undefined;
    const reply = await db.transact(contextOf(request), async (tx) => {
      committed = undefined;
      const kept = idempotent && (await idempotency.begin(tx, idempotent));
      if (kept) return replayed(kept);
      if (error) throw error;
      const notes: AuditNotes = {};
      const { ifMatch, requireChecked } = conditionOf(request, onUnchecked);
      const returned = await callHandler(request, { tx, ifMatch, prepared }, notes);
      committed = asAnswer(returned).committed;
      const answer = renderText(request, returned);
      requireChecked();
      await auditSuccess(tx, request, answer, notes);
      if (idempotent) await idempotency.keep(tx, idempotent, answer);
      return answer;
    });
    await committed?.().catch(() => undefined);
    return reply;
  }

  async function query(request: OperationRequest): Promise<Reply> {
    const scope = { context: contextOf(request), read: readOf(request) };
    return render(request, await callHandler(request, scope));
  }

  /** Failing to record a failed write must not change the response. */
  async function recordFailure(request: OperationRequest, failure: Problem): Promise<void> {
    if (failure.status >= 500 || isRead(request)) return;
    await db
      .transact(contextOf(request), (tx) => auditFailure(tx, request, failure))
      .catch(onAuditLost);
  }

  const byMode = { read, write, external, query };

  /** Returns the reply to send; throws a problem. */
  return async function run(request: OperationRequest): Promise<Reply> {
    const { ifMatch, operation } = request;
    try {
      if (ifMatch !== undefined && !isRead(request) && !isConditional(operation))
        throw problem('precondition_failed', {
          detail: 'This operation does not support If-Match, because its target has no ETag',
        });
      return await byMode[modeOf(operation)](request);
    } catch (error) {
      await recordFailure(request, asProblem(error));
      throw error;
    }
  };
}
