import { createHash } from 'node:crypto';
import { isId } from '@platform/contracts';
import type {
  ExportRequest,
  ExportSection,
  SubjectItem,
  SubjectRequest,
  SubjectResponse,
} from '@platform/protos';
import { advisoryLocks, lock } from '@platform/kit/database';
import type { Database, Tx, TxContext } from '@platform/kit/database';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { eraseJobSubject } from '@platform/kit/jobs';
import { problem } from '@platform/kit/problem';
import { eraseOutgoing } from './outgoing.ts';

export { erasedKey, subjectKeysOf } from './subject-keys.ts';
export { eraseOutgoing } from './outgoing.ts';
export type { Mentioned } from './outgoing.ts';
export { eraseFromStreams } from './stream-erasure.ts';
export { checkSharedToken, sharedToken } from './shared-token.ts';
export { subjectExport } from './subject-export.ts';
export type { SubjectExportOptions, SubjectSections } from './subject-export.ts';

/** The result of a request: applied to these items, nothing found, or blocked for a reason. */
export type SubjectAnswer =
  | { outcome: 'DONE'; items: SubjectItem[] }
  | { outcome: 'NOTHING_FOUND' }
  | { outcome: 'BLOCKED'; blockedReason: string };

/**
 * How a service performs a phase: in one transaction, which also keeps the answer; or step by step,
 * where each step may be repeated, and the answer is kept at the end. `dryRun` only reports what
 * would be done.
 */
export type SubjectAct =
  | { atOnce: (tx: Tx, request: SubjectRequest) => Promise<SubjectAnswer> }
  | { inSteps: (context: TxContext, request: SubjectRequest) => Promise<SubjectAnswer> };

/** A service's handlers for the data of one person; a phase without a handler finds nothing. */
export interface DataSubjectOptions {
  /** The service's name in its answers. */
  peer: string;
  db: Database;
  deactivate?: SubjectAct;
  reactivate?: SubjectAct;
  erase?: SubjectAct;
  export?: (context: TxContext, request: ExportRequest) => AsyncIterable<ExportSection>;
}

const locks = advisoryLocks('dataSubject', ['request']);
const callers = ['compliance'];
const actor = { type: 'service', id: 'compliance' } as const;
const nothing: SubjectAct = { inSteps: async () => ({ outcome: 'NOTHING_FOUND' }) };

const hashOf = (method: string, { userId, identifiers, reason }: SubjectRequest): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([method, userId, identifiers.map(({ type, value }) => [type, value]), reason]),
    )
    .digest();

function contextOf({ tenantId, requestId }: { tenantId: string; requestId: string }): TxContext {
  if (!isId('tenant', tenantId) || requestId === '')
    throw problem('invalid_parameter', { detail: 'tenant_id and request_id are required' });
  return { tenantId, actor, requestId };
}

async function keptAnswer(
  tx: Tx,
  { tenantId, requestId, phase }: SubjectRequest,
  hash: Buffer,
): Promise<SubjectResponse | undefined> {
  await lock(tx, locks.request, `${tenantId} ${requestId} ${phase}`);
  const row = await tx.row<{ requestHash: Buffer; answer: SubjectResponse }>(
    'SELECT request_hash, answer FROM data_subject_request WHERE tenant_id = $1 AND request_id = $2 AND phase = $3',
    [tenantId, requestId, phase],
  );
  if (row && !row.requestHash.equals(hash))
    throw problem('conflict', {
      detail: 'Another request has already used this request id and phase',
    });
  return row?.answer;
}

/** A block may end, so only a final result is kept. */
async function keep(
  tx: Tx,
  { tenantId, requestId, phase, userId, identifiers }: SubjectRequest,
  { hash, method, response }: { hash: Buffer; method: string; response: SubjectResponse },
): Promise<void> {
  if (response.outcome === 'BLOCKED') return;
  if (method === 'Erase') {
    if (userId !== '') await eraseJobSubject(tx, userId);
    await eraseOutgoing(tx, { personId: userId, identifiers });
  }
  await tx.execute(
    'INSERT INTO data_subject_request (tenant_id, request_id, phase, request_hash, answer) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
    [tenantId, requestId, phase, hash, JSON.stringify(response)],
  );
}

/**
 * Serves `platform.datasubject.v1.DataSubject`. Each request is answered once, by request id and
 * phase.
 */
export function serveDataSubject({ peer, db, ...acts }: DataSubjectOptions): RpcMount {
  const responseOf = (answer: SubjectAnswer): SubjectResponse => ({
    peer,
    items: [],
    ...answer,
    completedAt: new Date().toISOString(),
  });

  function once(method: string, act: SubjectAct = nothing) {
    return async (asked: SubjectRequest): Promise<SubjectResponse> => {
      // If the caller names no phase, it is the method.
      const request = { ...asked, phase: asked.phase || method };
      const context = contextOf(request);
      const hash = hashOf(method, request);
      if ('atOnce' in act) {
        return db.transact(context, async (tx) => {
          const kept = request.dryRun ? undefined : await keptAnswer(tx, request, hash);
          if (kept) return kept;
          const response = responseOf(await act.atOnce(tx, request));
          if (!request.dryRun) await keep(tx, request, { hash, method, response });
          return response;
        });
      }
      const kept = request.dryRun
        ? undefined
        : await db.transact(context, (tx) => keptAnswer(tx, request, hash));
      if (kept) return kept;
      const response = responseOf(await act.inSteps(context, request));
      if (request.dryRun) return response;
      return db.transact(context, async (tx) => {
        // A concurrent repeat may have finished first: every caller gets the kept answer.
        const first = await keptAnswer(tx, request, hash);
        if (!first) await keep(tx, request, { hash, method, response });
        return first ?? response;
      });
    };
  }

  return serveRpc(
    'platform.datasubject.v1.DataSubject',
    {
      Deactivate: once('Deactivate', acts.deactivate),
      Reactivate: once('Reactivate', acts.reactivate),
      Erase: once('Erase', acts.erase),
      async *Export(request) {
        if (acts.export) yield* acts.export(contextOf(request), request);
      },
    },
    { Deactivate: callers, Reactivate: callers, Erase: callers, Export: callers },
  );
}
