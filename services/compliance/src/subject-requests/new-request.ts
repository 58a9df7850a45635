import type { CreateAccessRequest, CreateErasureRequest } from '@platform/contracts';
import { invalid, problem } from '@platform/kit/problem';
import type { ResolvedSubject } from '../subjects/subject-resolution.ts';

/** The end of the legal period: one month after the request came in (GDPR Art. 12(3)). */
export function dueDate(receivedAt: Date): Date {
  const due = new Date(receivedAt);
  due.setUTCMonth(due.getUTCMonth() + 1);
  // The 31st has no counterpart in a shorter month: the period ends with that month.
  if (due.getUTCDate() !== receivedAt.getUTCDate()) due.setUTCDate(0);
  return due;
}

/** When the person asked. @throws 422 for the future */
export function receivedTime(given: string | undefined, now: Date): Date {
  if (given === undefined) return now;
  const at = new Date(given);
  if (at > now) throw invalid('/receivedAt', 'invalid_format', 'must not be in the future');
  return at;
}

/** The columns that every new request has. @throws 422 if it was received in the future */
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

/** 409: a person has one open request of each kind. */
export const alreadyOpen = (kind: 'access' | 'erasure', existing: { id: string } | undefined) =>
  problem('already_exists', {
    detail: `The data subject already has an open ${kind} request`,
    members: existing && { existingId: existing.id },
  });
