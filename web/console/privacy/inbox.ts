import type { AccessRequest, ErasureRequestSummary } from '@platform/sdk';

/** A request of either kind, as the inbox shows it. */
export interface InboxRequest {
  id: string;
  path: 'erasure' | 'access';
  kind: 'erasure' | 'access' | 'portability';
  state: ErasureRequestSummary['state'] | AccessRequest['state'];
  userId: string | null;
  subjectType: AccessRequest['subject']['type'];
  receivedAt: string;
  dueAt: string;
}

type Request = ErasureRequestSummary | AccessRequest;

const ended = new Set<string>(['COMPLETED', 'CANCELLED', 'EXPIRED']);

/** Whether nothing remains to be done. A failed or incomplete request is still open. */
export const isEnded = ({ state }: { state: string }): boolean => ended.has(state);

function inboxRequest(request: Request, path: InboxRequest['path']): InboxRequest {
  const { id, state, subject, receivedAt, dueAt } = request;
  const kind = 'kind' in request ? request.kind : 'erasure';
  const { userId, type } = subject;
  return { id, path, kind, state, userId, subjectType: type, receivedAt, dueAt };
}

/** Both lists as one: open requests by the day on which they are due, then ended ones, the newest first. */
export function inboxOf(
  erasures: readonly ErasureRequestSummary[],
  accesses: readonly AccessRequest[],
): InboxRequest[] {
  const all = [
    ...erasures.map((request) => inboxRequest(request, 'erasure')),
    ...accesses.map((request) => inboxRequest(request, 'access')),
  ];
  const open = all.filter((request) => !isEnded(request));
  return [
    ...open.toSorted((a, b) => a.dueAt.localeCompare(b.dueAt)),
    ...all.filter(isEnded).toSorted((a, b) => b.receivedAt.localeCompare(a.receivedAt)),
  ];
}
