import type { AuditNotes } from './operation-audit.ts';
import type { OperationRequest } from './operation-request.ts';

/** Calls the handler of a request with the context of its mode. */
export async function callHandler(
  request: OperationRequest,
  more: object,
  notes: AuditNotes = {},
): Promise<unknown> {
  const audit = (added: AuditNotes): void => void Object.assign(notes, added);
  const context = { ...request.base, ...request.input, ...more, audit };
  return request.handler(context as never);
}
