import type { ActivationFactResource, ActivationResource, Principal } from '@platform/contracts';
import { isoTime } from '@platform/kit/formats';
import { contentVersion } from '@platform/kit/http';
import type { ActivationRow, ApprovalRow } from './activation-store.ts';
import { activationStateAt } from './activation-times.ts';

/** An activation as events show it. */
export const activationFact = (
  row: ActivationRow,
  approvals: readonly ApprovalRow[],
): ActivationFactResource => ({
  id: row.id,
  eligibleAssignmentId: row.eligibilityId,
  principal: { type: 'user', id: row.principalId },
  role: row.roleKey,
  scopes: row.scopes,
  organizationId: row.organizationId,
  state: row.state,
  justification: row.justification,
  ticket: row.ticket,
  durationSeconds: row.durationSeconds,
  requestedAt: row.requestedAt.toISOString(),
  decisionDeadline: isoTime(row.decisionDeadline),
  approvals: approvals.map(({ approverId, at, comment }) => ({
    approver: { type: 'user', id: approverId },
    at: at.toISOString(),
    comment,
  })),
  requiredApprovals: row.requiredApprovals,
  startsAt: isoTime(row.startsAt ?? row.wantedStart),
  endsAt: isoTime(row.endsAt),
  endedAt: isoTime(row.endedAt),
  endReason: row.endReason,
  endComment: row.endComment,
  requestContext: row.requestContext,
  createdAt: row.requestedAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The version depends on the state, not on the viewer. */
export const activationVersion = (
  row: ActivationRow,
  approvals: readonly ApprovalRow[],
  now: Date,
): string => contentVersion([activationFact(row, approvals), activationStateAt(row, now)]);

/** The caller, and their permissions. */
export interface Viewer {
  principal: Principal;
  approverKeys: readonly string[];
}

/** The users behind a call: its subject, and the actor (RFC 8693). */
export const peopleBehind = (principal: Principal): string[] => [
  ...new Set([principal.id, ...(principal.authentication?.actors ?? [])]),
];

/** Whether the caller made the request, through whichever session, client or delegated token. */
export const isOwn = (row: ActivationRow, principal: Principal): boolean =>
  peopleBehind(principal).some((id) => row.people.includes(id));

/** Whether the approvers include one of these keys. */
export const isAmongApprovers = (row: ActivationRow, keys: readonly string[]): boolean =>
  row.approvers.length === 0 || row.approvers.some((key) => keys.includes(key));

/** An activation as this viewer sees it at `now`. */
export function activationResource(
  row: ActivationRow,
  approvals: readonly ApprovalRow[],
  { principal, approverKeys }: Viewer,
  now: Date,
): ActivationResource {
  const state = activationStateAt(row, now);
  const isRequester = row.principalId === principal.id;
  const mayApprove =
    principal.type === 'user' &&
    principal.scopes.has('tenant:pim.approve') &&
    !isOwn(row, principal) &&
    isAmongApprovers(row, approverKeys);
  const hasApproved = approvals.some((a) =>
    a.people.some((id) => peopleBehind(principal).includes(id)),
  );
  return {
    ...activationFact(row, approvals),
    state,
    view: isRequester
      ? 'requester'
      : principal.scopes.has('tenant:pim.approve')
        ? 'approver'
        : 'admin',
    canApprove: state === 'requested' && mayApprove && !hasApproved,
  };
}
