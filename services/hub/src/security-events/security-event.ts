import type { EventTypeName, PlatformEvent } from '@platform/contracts';

/** An event in the format of the identity service. */
export interface ForwardedSecurityEvent {
  id: string;
  type: string;
  occurredAt: string;
  subject: { type: string; id: string };
  data: Record<string, unknown>;
}

/** The event types of the identity service, by those of the platform. */
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

/** Conditions for types that concern the security of an account only in some cases. */
const concerns: Readonly<Record<string, (data: PlatformEvent['data']) => boolean>> = {
  'user.updated': changesEmail,
  'user.signed_in': ({ newDevice }) => newDevice === true,
  'user.sign_in_failed': ({ loginBlocked }) => loginBlocked === true,
};

/** The types of platform events that can concern the security of an account. */
export const securityEventTypes = Object.keys(typeOf) as EventTypeName[];

/** Converts an event for the identity service; undefined if it does not concern the security of an account. */
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
