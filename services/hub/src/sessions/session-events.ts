import { originData } from '@platform/contracts';
import type { EventTypeName } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** Where the request that an event comes of was sent from. */
export interface EventOrigin {
  ip?: string | null;
  userAgent?: string | null;
}

/** What events of sign-ins say of where they came from and what they concern. */
export interface SessionEvent extends EventOrigin {
  type: Extract<EventTypeName, `user.${string}` | `federation.${string}`>;
  /** Undefined where nobody has the identifier that was given: then the subject is the application. */
  userId: string | undefined;
  clientId?: string | null;
  sessionId?: string | null;
  organizationId?: string | null;
  /** Of the address, where it is known. */
  country?: string | undefined;
  more?: Record<string, unknown>;
}

/** Publishes an event of a sign-in or session. */
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
