import type { EventTypeName, PlatformEvent } from '@platform/contracts';

/** An event as the identity service takes it. */
export interface ForwardedSecurityEvent {
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
  'user.signed_in': 'new_device',
  'user.sign_in_failed': 'login_blocked',
};

const changesEmail = ({ changed }: PlatformEvent['data']): boolean =>
  Array.isArray(changed) && changed.includes('/email');

/** Of types that concern an account in some cases only: whether this event is such a case. */
const concerns: Readonly<Record<string, (data: PlatformEvent['data']) => boolean>> = {
  'user.updated': changesEmail,
  'user.signed_in': ({ newDevice }) => newDevice === true,
  'user.sign_in_failed': ({ loginBlocked }) => loginBlocked === true,
};

/** Events of the platform that may concern the security of an account. */
export const securityEventTypes = Object.keys(typeOf) as EventTypeName[];

/** What the identity service is told of an event; undefined for one that does not concern it. */
export function securityEvent({
  id,
  type,
  occurredAt,
  subject,
  data,
}: PlatformEvent): ForwardedSecurityEvent | undefined {
  const named = typeOf[type];
  if (named === undefined) return undefined;
  if (concerns[type]?.(data) === false) return undefined;
  return { id, type: named, occurredAt, subject, data };
}
