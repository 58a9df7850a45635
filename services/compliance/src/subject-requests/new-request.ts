import type { CreateAccessRequest, CreateErasureRequest } from '@platform/contracts';
import { invalid, problem } from '@platform/kit/problem';
import type { ResolvedSubject } from '../subjects/subject-resolution.ts';

/** Returns the end of the legal period: one month after the request was received (GDPR Art. 12(3)). */
export function dueDate(receivedAt: Date): Date {
  const due = new Date(receivedAt);
  due.setUTCMonth(due.getUTCMonth() + 1);
  // A day that the month lacks: the period ends with that month.
  if (due.getUTCDate() !== receivedAt.getUTCDate()) due.setUTCDate(0);
  return due;
}

/** Returns when the person asked. @throws 422 for a time in the future */
export function receivedTime(given: string | undefined, now: Date): Date {
  if (given === undefined) return now;
  const at = new Date(given);
  if (at > now) throw invalid('/receivedAt', 'invalid_format', 'must not be in the future');
  return at;
}

/** Returns the columns of every new request. @throws 422 for a time of receipt in the future */
export function newRequest(
  body: CreateAccessRequest | CreateErasureRequest,
  { type }: Pick<ResolvedSubject, 'type'>,
  now: Date,
) {
  const receivedAt = receivedTime(body.receivedAt, now);
  return {
    subjectType: type,
    requestedBy: body.requestedBy,
    regulation: body.regulation,
    identityVerification: body.identityVerification,
    externalReference: body.externalReference ?? null,
    note: body.note ?? null,
    receivedAt,
    dueAt: dueDate(receivedAt),
  };
}

/** Returns a 409: a person has at most one open request of each kind. */
export const alreadyOpen = (kind: 'access' | 'erasure', existing: { id: string } | undefined) =>
  problem('already_exists', {
    detail: `The data subject already has an open ${kind} request`,
    members: existing && { existingId: existing.id },
  });
