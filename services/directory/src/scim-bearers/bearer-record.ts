import type { Actor, ScimBearerResource } from '@platform/contracts';

/** A SCIM bearer as it is kept. */
export interface BearerRecord {
  id: string;
  directoryId: string;
  name: string;
  /** The part of the token by which it is found. */
  lookup: string;
  tokenSha256: Buffer;
  last4: string;
  state: 'active' | 'retiring' | 'revoked';
  readOnly: boolean;
  expiresAt: Date;
  lastUsedAt: Date | null;
  lastUsedIp: string | null;
  replacedBy: string | null;
  revokedAt: Date | null;
  /** When its next notice of expiry is due. */
  nextNoticeAt: Date | null;
  createdBy: Actor;
  createdAt: Date;
}

/** The state at a moment: an expiry needs nobody to mark it. */
export const bearerStateAt = (
  { state, expiresAt }: Pick<BearerRecord, 'state' | 'expiresAt'>,
  now: number,
): ScimBearerResource['state'] =>
  state !== 'revoked' && expiresAt.getTime() <= now ? 'expired' : state;

/** A bearer that can be called with. */
export const isLiveBearerAt = (
  bearer: Pick<BearerRecord, 'state' | 'expiresAt'>,
  now: number,
): boolean => ['active', 'retiring'].includes(bearerStateAt(bearer, now));

const dayMs = 86_400_000;
const noticeDays = [30, 7, 1];

/** When the next notice before an expiry is due; null when none is left. */
export function nextNotice(expiresAt: Date, now: number): Date | null {
  const times = noticeDays.map((days) => expiresAt.getTime() - days * dayMs);
  const next = times.find((time) => time > now);
  return next === undefined ? null : new Date(next);
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** A bearer as the API answers it. */
export const bearerResource = (b: BearerRecord, now: number): ScimBearerResource => ({
  id: b.id,
  name: b.name,
  prefix: `scim_${b.lookup}`,
  last4: b.last4,
  state: bearerStateAt(b, now),
  readOnly: b.readOnly,
  expiresAt: b.expiresAt.toISOString(),
  lastUsedAt: iso(b.lastUsedAt),
  lastUsedIp: b.lastUsedIp,
  replacedBy: b.replacedBy,
  revokedAt: iso(b.revokedAt),
  createdBy: b.createdBy,
  createdAt: b.createdAt.toISOString(),
});
