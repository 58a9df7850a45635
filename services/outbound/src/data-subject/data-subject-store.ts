import type { SubjectResponse } from '@platform/protos';
import type { Tx } from '@platform/kit/database';

export async function findAnswer(tx: Tx, requestId: string, phase: string): Promise<SubjectResponse | undefined> {
  return (await tx.row<{ response: SubjectResponse }>(
    'SELECT response FROM data_subject_requests WHERE tenant_id = $1 AND request_id = $2 AND phase = $3', [tx.context.tenantId, requestId, phase]))?.response;
}

/** Keeps the first answer; a second one at the same time has done the same. */
export const keepAnswer = (tx: Tx, requestId: string, phase: string, response: SubjectResponse): Promise<number> => tx.execute(
  'INSERT INTO data_subject_requests (tenant_id, request_id, phase, response) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
  [tx.context.tenantId, requestId, phase, JSON.stringify(response)]);
