import { createHash, randomBytes } from 'node:crypto';
import type { Actor, InvitationResource } from '@platform/contracts';
import type { RowOf } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import { directory } from '../generated/tables.ts';

export const invitations = directory.table('invitations').narrow<{ inviter: Actor }>();

/**
 * A stored invitation. `tokenSealed` contains the token until its mail is sent, `resentAt` the
 * times that limit further sending; `linkNumber` counts the links that were created.
 */
export type InvitationRecord = RowOf<typeof invitations>;

const tokenBytes = 32;

/** A token for a link: 256 random bits. */
export const newInvitationToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** The stored form of a token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The state at a given time: an invitation is expired even before a job marks it. */
export const invitationStateAt = (
  { state, expiresAt }: Pick<InvitationRecord, 'state' | 'expiresAt'>,
  now: number,
): InvitationRecord['state'] =>
  state === 'pending' && expiresAt.getTime() <= now ? 'expired' : state;

/** A masked address, for a reader who may not know it: `a***@example.com`. */
export const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*(?=@)/u, '$1***');

export const invitationResource = (i: InvitationRecord, now = Date.now()): InvitationResource => ({
  id: i.id,
  organizationId: i.organizationId,
  email: i.email,
  roles: i.roles,
  state: invitationStateAt(i, now),
  inviter: i.inviter,
  expiresAt: i.expiresAt.toISOString(),
  acceptedAt: isoTime(i.acceptedAt),
  acceptedBy: i.acceptedBy,
  revokedAt: isoTime(i.revokedAt),
  sentCount: i.sentCount,
  lastSentAt: isoTime(i.lastSentAt),
  delivery: i.delivery,
  createdAt: i.createdAt.toISOString(),
  updatedAt: i.updatedAt.toISOString(),
});
