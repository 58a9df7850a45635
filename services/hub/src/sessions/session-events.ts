import { originData } from '@platform/contracts';
import type { EventTypeName } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** The origin of the request that caused an event. */
export interface EventOrigin {
  ip?: string | null;
  userAgent?: string | null;
}

/** An event of a sign-in or session. */
export interface SessionEvent extends EventOrigin {
  type: Extract<EventTypeName, `user.${string}` | `federation.${string}`>;
  /** Undefined if no user has the entered identifier. The subject is then the application. */
  userId: string | undefined;
  clientId?: string | null;
  sessionId?: string | null;
  organizationId?: string | null;
  /** The country of the address, if known. */
  country?: string | undefined;
  more?: Record<string, unknown>;
}

export async function publishSessionEvent(
  tx: Tx,
  { type, userId, clientId, sessionId, organizationId, ip, country, userAgent, more }: SessionEvent,
): Promise<void> {
  await tx.publish({
    type,
    subject:
      userId === undefined
        ? { type: 'client', id: clientId ?? 'unknown' }
        : { type: 'user', id: userId },
    organizationId,
    data: {
      ...(userId !== undefined && { user: { id: userId } }),
      ...(clientId && { client: { id: clientId }, clientId }),
      ...(sessionId && { sessionId }),
      ...originData({ ip, country, userAgent }),
      ...more,
    },
  });
}
