import type { UserSessionResource } from '@platform/contracts';
import { deviceOf } from '@platform/kit/user-agent';
import type { SessionPayload } from '../grants/grants.ts';

/** What is known about a session besides its payload. */
export interface SessionUse {
  /** When a grant of the session was last refreshed. */
  refreshedAt: Date | null;
  /** When web applications were last used, by `sid`. */
  webUses: ReadonlyMap<string, Date>;
  /** The `sid` of the request, if any. */
  currentSid: string | undefined;
  /** Lifetime of a session whose login flow sets none, in seconds. */
  defaultSeconds: number;
}

/** The names that clients know a session by. */
export const sidsOf = ({ authorizations = {} }: Pick<SessionPayload, 'authorizations'>): string[] =>
  Object.values(authorizations).flatMap(({ sid }) => sid ?? []);

/**
 * Returns the last known use, in milliseconds. Each authorization defers the end of the session, so the end tells when it was; close to the
 * absolute end it is a lower bound.
 */
function lastUse(
  session: SessionPayload,
  { refreshedAt, webUses, defaultSeconds }: Omit<SessionUse, 'currentSid'>,
): number {
  const { loginTs = 0, exp = 0, idleSeconds } = session;
  const authorizedAt = exp - (idleSeconds ?? defaultSeconds);
  const uses = sidsOf(session).map((sid) => webUses.get(sid)?.getTime() ?? 0);
  return Math.max(
    loginTs * 1_000,
    authorizedAt * 1_000,
    refreshedAt?.getTime() ?? 0,
    ...uses,
  );
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** Describes a session to its user and to administrators. */
export function userSession(session: SessionPayload, use: SessionUse): UserSessionResource {
  const { uid, acr, amr, organizationId, origin, loginTs = 0, exp = 0 } = session;
  const { currentSid } = use;
  return {
    id: uid,
    current: currentSid !== undefined && sidsOf(session).includes(currentSid),
    acr: acr ?? null,
    amr: amr ?? [],
    organizationId: organizationId ?? null,
    clientIds: Object.keys(session.authorizations ?? {}).sort(),
    ip: origin?.ip ?? null,
    country: origin?.country ?? null,
    userAgent: origin?.userAgent || null,
    device: deviceOf(origin?.userAgent ?? ''),
    signedInAt: isoOf(loginTs * 1_000),
    lastUsedAt: isoOf(lastUse(session, use)),
    expiresAt: isoOf(exp * 1_000),
  };
}
