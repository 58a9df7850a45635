import { idPrefixes, maxEventIdLength } from '@platform/contracts';
import type { AuditData } from '@platform/contracts';
import type { Tx } from '../database/database.ts';
import type { Problem } from '../problem/problem.ts';
import type { RenderedAnswer } from './idempotency.ts';
import type { OperationRequest } from './operation-request.ts';

/** Additions of a handler to the audit record of its operation. */
export type AuditNotes = Pick<AuditData, 'changed' | 'details'>;

type Outcome = Pick<AuditData, 'outcome' | 'status' | 'code'> & AuditNotes;

const kindByPrefix = new Map(
  Object.entries(idPrefixes).map(([kind, prefix]) => [prefix as string, kind]),
);

/**
 * Cuts a path segment that is longer than any id, so that the attempt is recorded nevertheless.
 * Cuts by code points, to keep surrogate pairs whole.
 */
const shortened = (id: string): string =>
  id.length <= maxEventIdLength
    ? id
    : `${[...id].slice(0, Math.floor((maxEventIdLength - 1) / 2)).join('')}…`;

const idIn = (json: string): unknown => (JSON.parse(json) as { id?: unknown } | null)?.id;

/**
 * Returns the subject of an audit record: the returned resource, else the last path parameter, else
 * the operation.
 */
function subjectOf(
  { operationId, input, operation }: OperationRequest,
  answer: RenderedAnswer | undefined,
): { type: string; id: string } {
  const isJson = (operation.answers ?? 'json') === 'json' && answer && answer.text !== '';
  const answered = isJson ? idIn(answer.text) : undefined;
  const id =
    typeof answered === 'string'
      ? answered
      : Object.values(input.params as Record<string, string>).at(-1);
  if (id === undefined) return { type: 'operation', id: operationId };
  return { type: kindByPrefix.get(id.split('_', 1)[0] as string) ?? 'resource', id: shortened(id) };
}

function record(
  tx: Tx,
  request: OperationRequest,
  outcome: Outcome,
  answer?: RenderedAnswer,
): Promise<void> {
  const { principal, request: seen } = request.base;
  return tx.audit({
    actor: { ...tx.context.actor, clientId: principal.clientId },
    subject: subjectOf(request, answer),
    data: {
      operationId: request.operationId,
      ...outcome,
      sourceIp: seen.clientIp,
      requestId: seen.id,
      userAgent: seen.userAgent?.slice(0, 200) || undefined,
    },
  });
}

/** Records a successful write. */
export const auditSuccess = (
  tx: Tx,
  request: OperationRequest,
  answer: RenderedAnswer,
  notes: AuditNotes,
): Promise<void> =>
  record(tx, request, { outcome: 'success', status: answer.status, ...notes }, answer);

/** Records a rejected write. */
export const auditFailure = (
  tx: Tx,
  request: OperationRequest,
  { status, code }: Pick<Problem, 'status' | 'code'>,
): Promise<void> =>
  record(tx, request, { outcome: status === 403 ? 'denied' : 'failure', status, code });
