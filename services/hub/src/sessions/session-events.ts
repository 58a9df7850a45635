import type { EventTypeName } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** What events of sign-ins say of where they came from and what they concern. */
export interface SessionEvent {
  type: Extract<EventTypeName, `user.${string}` | `federation.${string}`>;
  userId: string;
  clientId?: string | null;
  sessionId?: string | null;
  organizationId?: string | null;
  ip?: string | null;
  userAgent?: string | null;
  more?: Record<string, unknown>;
}

/** Publishes an event whose subject is a user. */
export async function publishSessionEvent(
  tx: Tx,
  { type, userId, clientId, sessionId, organizationId, ip, userAgent, more }: SessionEvent,
): Promise<void> {
  await tx.publish({
    type,
    subject: { type: 'user', id: userId },
    organizationId,
    data: {
      user: { id: userId },
      ...(clientId && { client: { id: clientId }, clientId }),
      ...(sessionId && { sessionId }),
      ...(ip && { ip, sourceIp: ip }),
      ...(userAgent && { userAgent: userAgent.slice(0, 512) }),
      ...more,
    },
  });
}
