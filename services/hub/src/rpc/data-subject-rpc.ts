import { createHash } from 'node:crypto';
import { isId } from '@platform/contracts';
import type { Database } from '@platform/kit/database';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcCall, RpcMount } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import type { SubjectRequest, SubjectResponse } from '@platform/protos';

const hashOf = (method: string, { userId, identifiers, reason }: SubjectRequest): Buffer =>
  createHash('sha256').update(JSON.stringify([method, userId, identifiers.map(({ type, value }) => [type, value]), reason])).digest();

/** The hub keeps nothing of a person: machines alone have grants here. */
const nothingFound = (): SubjectResponse => ({ peer: 'hub', outcome: 'NOTHING_FOUND', items: [], blockedReason: '', completedAt: new Date().toISOString() });

/** Answers by request id and phase: the first answer stands, and another request under its name is refused. */
const settled = (db: Database, method: string) => async (request: SubjectRequest, { actor }: RpcCall): Promise<SubjectResponse> => {
  const { tenantId, requestId, phase, dryRun } = request;
  if (!isId('tenant', tenantId) || requestId === '') throw problem('invalid_parameter', { detail: 'tenant_id and request_id are required' });
  if (dryRun) return nothingFound();
  const key = [tenantId, requestId, phase];
  return db.transact({ tenantId, actor }, async (tx) => {
    const hash = hashOf(method, request);
    await tx.execute(
      `INSERT INTO data_subject_request (tenant_id, request_id, phase, request_hash, answer) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT ON CONSTRAINT data_subject_request__key DO NOTHING`, [...key, hash, nothingFound()]);
    const kept = await tx.row<{ request_hash: Buffer; answer: SubjectResponse }>(
      'SELECT request_hash, answer FROM data_subject_request WHERE tenant_id = $1 AND request_id = $2 AND phase = $3', key);
    if (!kept?.request_hash.equals(hash)) throw problem('conflict', { detail: 'the request id and phase belong to another request' });
    return kept.answer;
  });
};

/** Requests about a person, from the service that answers for all of us. */
export const dataSubjectRpc = (db: Database): RpcMount => serveRpc('platform.datasubject.v1.DataSubject', {
  Deactivate: settled(db, 'Deactivate'),
  Reactivate: settled(db, 'Reactivate'),
  Erase: settled(db, 'Erase'),
  async *Export() {
    // No section: there is nothing to hand out.
  },
}, { Deactivate: ['compliance'], Reactivate: ['compliance'], Erase: ['compliance'], Export: ['compliance'] });
