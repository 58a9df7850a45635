import { createHash, randomBytes } from 'node:crypto';
import type { Actor, InvitationResource } from '@platform/contracts';

/** An invitation as it is kept. */
export interface InvitationRecord {
  id: string;
  organizationId: string;
  email: string;
  /** The address in normal form. */
  emailKey: string;
  roles: string[];
  state: InvitationResource['state'];
  inviter: Actor;
  locale: string | null;
  message: string | null;
  tokenHash: Buffer;
  /** The token, until its mail is sent. */
  tokenSealed: string | null;
  ttlSeconds: number;
  expiresAt: Date;
  acceptedAt: Date | null;
  acceptedBy: string | null;
  linkIntentId: string | null;
  revokedAt: Date | null;
  endedAt: Date | null;
  sentCount: number;
  lastSentAt: Date | null;
  delivery: InvitationResource['delivery'];
  /** How often a link was made. */
  linkNumber: number;
  /** When it was sent again, as far as that limits further sending. */
  resentAt: Date[];
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

const tokenBytes = 32;

/** A token for a link: 256 random bits. */
export const newInvitationToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** What is kept of a token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The state at a moment: nobody needs to have marked that an invitation expired. */
export const invitationStateAt = (
  { state, expiresAt }: Pick<InvitationRecord, 'state' | 'expiresAt'>,
  now: number,
): InvitationRecord['state'] =>
  state === 'pending' && expiresAt.getTime() <= now ? 'expired' : state;

/** An address for somebody who may not know it: `a***@example.com`. */
export const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*(?=@)/u, '$1***');

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** An invitation as the API answers it. */
export const invitationResource = (i: InvitationRecord, now = Date.now()): InvitationResource => ({
  id: i.id,
  organizationId: i.organizationId,
  email: i.email,
  roles: i.roles,
  state: invitationStateAt(i, now),
  inviter: i.inviter,
  expiresAt: i.expiresAt.toISOString(),
  acceptedAt: iso(i.acceptedAt),
  acceptedBy: i.acceptedBy,
  revokedAt: iso(i.revokedAt),
  sentCount: i.sentCount,
  lastSentAt: iso(i.lastSentAt),
  delivery: i.delivery,
  createdAt: i.createdAt.toISOString(),
  updatedAt: i.updatedAt.toISOString(),
});
