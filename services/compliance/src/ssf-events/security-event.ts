import { eventCatalog, isId, ssfEventTypes } from '@platform/contracts';
import type { EventTypeName, PlatformEvent } from '@platform/contracts';

/** A platform event in the form of CAEP or RISC. */
export interface SecurityEvent {
  /** URI of CAEP 1.0 or RISC 1.0. */
  type: string;
  userId: string;
  sessionId?: string | undefined;
  /** The organizations of a person who has been deleted from the directory. */
  organizationIds?: readonly string[] | undefined;
  /** No event about the person follows. */
  isLast?: boolean;
  data: Record<string, unknown>;
}

type Mapping = (event: PlatformEvent) => Pick<SecurityEvent, 'type' | 'data'>;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function initiatorOf({ actor, subject }: PlatformEvent): 'user' | 'admin' | 'system' {
  if (actor.type === 'user') return actor.id === subject.id ? 'user' : 'admin';
  return actor.type === 'client' ? 'admin' : 'system';
}

/** The members of every CAEP event (CAEP 1.0 §2). */
const caepData = (event: PlatformEvent): Record<string, unknown> => ({
  event_timestamp: Math.floor(Date.parse(event.occurredAt) / 1000),
  initiating_entity: initiatorOf(event),
  reason_admin: { en: eventCatalog[event.type as EventTypeName].description },
});

/** The credential types of CAEP 1.0 §3.3.1; other methods keep their name, which the standard allows. */
const credentialTypes: Readonly<Record<string, string>> = {
  totp: 'app',
  passkey: 'fido2-platform',
  security_key: 'fido2-roaming',
  sms_code: 'phone-sms',
};
const credentialTypeOf = ({ data }: PlatformEvent): string => {
  const method = textOf(data['method']) ?? 'password';
  return credentialTypes[method] ?? method;
};

const credentialChange =
  (changeType: 'create' | 'update' | 'delete'): Mapping =>
  (event) => {
    const friendlyName = textOf(event.data['friendlyName']);
    const aaguid = textOf(event.data['aaguid']);
    return {
      type: ssfEventTypes.credentialChange,
      data: {
        ...caepData(event),
        credential_type: credentialTypeOf(event),
        change_type: changeType,
        ...(friendlyName === undefined ? {} : { friendly_name: friendlyName }),
        ...(aaguid === undefined ? {} : { fido2_aaguid: aaguid }),
      },
    };
  };

const levelOf = (acr: unknown): string | undefined => {
  const level = textOf(acr);
  return level !== undefined && /^aal[1-3]$/.test(level) ? `nist-${level}` : level;
};

const assuranceChange: Mapping = (event) => {
  const previous = levelOf(event.data['previousAcr']);
  return {
    type: ssfEventTypes.assuranceLevelChange,
    data: {
      ...caepData(event),
      namespace: 'NIST-AAL',
      current_level: levelOf(event.data['acr']) ?? 'nist-aal1',
      ...(previous === undefined ? {} : { previous_level: previous }),
      change_direction: event.data['direction'] === 'step_down' ? 'decrease' : 'increase',
    },
  };
};

const sessionRevoked: Mapping = (event) => ({
  type: ssfEventTypes.sessionRevoked,
  data: caepData(event),
});

/** RISC 1.0 §2.3: sets a reason only if the standard defines it. */
const accountDisabled: Mapping = ({ data }) => {
  const reason = textOf(data['reason']);
  const isKnown = reason === 'hijacking' || reason === 'bulk-account';
  return { type: ssfEventTypes.accountDisabled, data: isKnown ? { reason } : {} };
};

const risc =
  (type: string): Mapping =>
  () => ({ type, data: {} });

const mappings = {
  'user.sessions_revoked': sessionRevoked,
  'user.signed_out': sessionRevoked,
  'user.password_changed': credentialChange('update'),
  'user.authenticator_added': credentialChange('create'),
  'user.authenticator_removed': credentialChange('delete'),
  'user.assurance_changed': assuranceChange,
  'user.deactivated': accountDisabled,
  'user.suspended': accountDisabled,
  'user.reactivated': risc(ssfEventTypes.accountEnabled),
  'user.deleted': risc(ssfEventTypes.accountPurged),
  'user.credential_compromised': (event) => ({
    type: ssfEventTypes.credentialCompromise,
    data: { credential_type: credentialTypeOf(event) },
  }),
  'user.password_reset_required': risc(ssfEventTypes.accountCredentialChangeRequired),
  'user.password_reset_requested': risc(ssfEventTypes.recoveryActivated),
} as const satisfies Partial<Record<EventTypeName, Mapping>>;

/** The types of platform events that receivers get. */
export const mappedEventTypes = Object.keys(mappings) as (keyof typeof mappings)[];

const isMapped = (type: string): type is keyof typeof mappings => Object.hasOwn(mappings, type);

/** The organizations of a deleted user; undefined in old events, which do not have them. */
const idsIn = ({ organizationIds }: Record<string, unknown>): string[] | undefined =>
  Array.isArray(organizationIds)
    ? organizationIds.filter((id): id is string => typeof id === 'string')
    : undefined;

/** Converts a platform event about a user; undefined if receivers do not get it. */
export function securityEventOf(event: PlatformEvent): SecurityEvent | undefined {
  const { type, subject, data } = event;
  if (!isMapped(type) || !isId('user', subject.id)) return undefined;
  return {
    ...(mappings[type] as Mapping)(event),
    userId: subject.id,
    sessionId: textOf(data['sessionId']),
    ...(type === 'user.deleted' ? { isLast: true, organizationIds: idsIn(data) } : {}),
  };
}

/** The events about an erasure: the account is purged when it completes. */
export const erasureEventTypes = [
  'erasure.subject_deactivated',
  'erasure.cancelled',
  'erasure.completed',
] as const satisfies readonly EventTypeName[];

export function erasedUserOf({ data }: PlatformEvent): string | undefined {
  const request = data['erasureRequest'] as { userId?: unknown } | undefined;
  return isId('user', request?.userId) ? request.userId : undefined;
}
