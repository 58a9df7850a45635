import type { PlatformEvent } from '@platform/contracts';

/** An event as the identity service takes it. */
export interface SecurityEvent {
  id: string;
  type: string;
  occurredAt: string;
  subject: { type: string; id: string };
  data: Record<string, unknown>;
}

/** Types of the identity service, by those of the platform. */
const typeOf: Readonly<Record<string, string>> = {
  'user.refresh_token_reused': 'token_reuse_detected',
  'user.sessions_revoked': 'sessions_revoked',
  'user.suspended': 'account_disabled',
  'user.deactivated': 'account_disabled',
  'user.deleted': 'account_purged',
  'user.updated': 'identifier_changed',
};

/** Events of the platform that may concern the security of an account. */
export const securityEventTypes = Object.keys(typeOf);

/** What the identity service is told of an event; undefined for one that does not concern it. */
export function securityEvent({
  id,
  type,
  occurredAt,
  subject,
  data,
}: PlatformEvent): SecurityEvent | undefined {
  const named = typeOf[type];
  if (named === undefined) return undefined;
  const changed = data['changed'];
  const isOfEmail = Array.isArray(changed) && changed.includes('/email');
  if (type === 'user.updated' && !isOfEmail) return undefined;
  return { id, type: named, occurredAt, subject, data };
}
