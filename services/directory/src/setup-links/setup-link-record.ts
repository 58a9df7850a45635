import { createHash, randomBytes } from 'node:crypto';
import type { Actor, SetupIntentName, SetupLinkResource } from '@platform/contracts';
import type { RowOf } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import { directory } from '../generated/tables.ts';

/** Something that was done with a link; `at` is an ISO time. */
export type SetupActionRecord = SetupLinkResource['actions'][number];

export const setupLinks = directory
  .table('setupLinks')
  .narrow<{ intents: SetupIntentName[]; createdBy: Actor; actions: SetupActionRecord[] }>();

/**
 * A stored setup link. `tokenHash` is of the token that opens it, `formerHashes` of those that it
 * replaced; `tokenSealed` contains the token until its mail is sent.
 */
export type SetupLinkRecord = RowOf<typeof setupLinks>;

const tokenBytes = 32;

/** A token for a link: 256 random bits. */
export const newSetupToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** The stored form of a token. */
export const setupTokenHash = (token: string): Buffer =>
  createHash('sha256').update(token).digest();

/** The link with a token. It is in the fragment, which browsers send to no server. */
export const setupUrl = (issuer: string, token: string): string => `${issuer}/setup#${token}`;

/** The state at a given time. */
export function setupLinkStateAt(
  link: Pick<SetupLinkRecord, 'revokedAt' | 'completedAt' | 'expiresAt' | 'openedAt' | 'spentAt'>,
  now: number,
): SetupLinkResource['state'] {
  if (link.revokedAt) return 'revoked';
  if (link.completedAt) return 'completed';
  if (link.spentAt === null && link.expiresAt.getTime() <= now) return 'expired';
  return link.openedAt ? 'opened' : 'pending';
}

export const setupLinkResource = (l: SetupLinkRecord, now: number): SetupLinkResource => ({
  id: l.id,
  organizationId: l.organizationId,
  intents: l.intents,
  recipient: l.recipient,
  state: setupLinkStateAt(l, now),
  parentId: l.parentId,
  delivery: l.delivery,
  actions: l.actions,
  createdBy: l.createdBy,
  expiresAt: l.expiresAt.toISOString(),
  openedAt: isoTime(l.openedAt),
  completedAt: isoTime(l.completedAt),
  revokedAt: isoTime(l.revokedAt),
  createdAt: l.createdAt.toISOString(),
  updatedAt: l.updatedAt.toISOString(),
});
