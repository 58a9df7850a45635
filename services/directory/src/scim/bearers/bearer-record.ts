import type { Actor, ScimBearerResource } from '@platform/contracts';
import type { RowOf } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import { directory } from '../../generated/tables.ts';

export const bearers = directory.table('scimBearers').narrow<{ createdBy: Actor }>();

/**
 * A stored SCIM bearer. `lookup` is the part of the token that finds it, `nextNoticeAt` when its
 * next expiry notice is due.
 */
export type BearerRecord = RowOf<typeof bearers>;

/** The state at a given time: an expired bearer is not marked as such. */
export const bearerStateAt = (
  { state, expiresAt }: Pick<BearerRecord, 'state' | 'expiresAt'>,
  now: number,
): ScimBearerResource['state'] =>
  state !== 'revoked' && expiresAt.getTime() <= now ? 'expired' : state;

/** Whether a bearer can authenticate. */
export const isLiveBearerAt = (
  bearer: Pick<BearerRecord, 'state' | 'expiresAt'>,
  now: number,
): boolean => ['active', 'retiring'].includes(bearerStateAt(bearer, now));

const dayMs = 86_400_000;
const noticeDays = [30, 7, 1];

/** When the next notice before an expiry is due; null if none is left. */
export function nextNotice(expiresAt: Date, now: number): Date | null {
  const times = noticeDays.map((days) => expiresAt.getTime() - days * dayMs);
  const next = times.find((time) => time > now);
  return next === undefined ? null : new Date(next);
}

export const bearerResource = (b: BearerRecord, now: number): ScimBearerResource => ({
  id: b.id,
  name: b.name,
  prefix: `scim_${b.lookup}`,
  last4: b.last4,
  state: bearerStateAt(b, now),
  readOnly: b.readOnly,
  expiresAt: b.expiresAt.toISOString(),
  lastUsedAt: isoTime(b.lastUsedAt),
  lastUsedIp: b.lastUsedIp,
  replacedBy: b.replacedBy,
  revokedAt: isoTime(b.revokedAt),
  createdBy: b.createdBy,
  createdAt: b.createdAt.toISOString(),
});
