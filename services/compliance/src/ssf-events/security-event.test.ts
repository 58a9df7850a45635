import { exampleEvent } from '@platform/contracts';
import type { EventTypeName, PlatformEvent } from '@platform/contracts';
import { describe, expect, test } from 'vitest';
import { mappedEventTypes, securityEventOf } from './security-event.ts';

const user = 'usr_01m7vqhvjpfrhtg5g075cmmcw9';
const event = (type: EventTypeName, more: Partial<PlatformEvent> = {}): PlatformEvent => ({
  ...exampleEvent(type, { id: 'evt_1', occurredAt: '2026-11-22T05:41:00.123Z' }),
  subject: { type: 'user', id: user },
  ...more,
});
const nameOf = (uri: string | undefined): string | undefined => uri?.split('/').at(-1);

test.each<[EventTypeName, string]>([
  ['user.sessions_revoked', 'session-revoked'],
  ['user.signed_out', 'session-revoked'],
  ['user.password_changed', 'credential-change'],
  ['user.authenticator_added', 'credential-change'],
  ['user.authenticator_removed', 'credential-change'],
  ['user.assurance_changed', 'assurance-level-change'],
  ['user.deactivated', 'account-disabled'],
  ['user.suspended', 'account-disabled'],
  ['user.reactivated', 'account-enabled'],
  ['user.deleted', 'account-purged'],
  ['user.credential_compromised', 'credential-compromise'],
  ['user.password_reset_required', 'account-credential-change-required'],
  ['user.password_reset_requested', 'recovery-activated'],
])('%s becomes %s', (type, name) => {
  expect(mappedEventTypes).toContain(type);
  expect(nameOf(securityEventOf(event(type))?.type)).toBe(name);
});

test('events without a user, and all other events, are ignored', () => {
  const client = { type: 'client', id: 'console' };
  expect(securityEventOf(event('user.signed_out', { subject: client }))).toBeUndefined();
  expect(securityEventOf(event('user.erased'))).toBeUndefined();
});

describe('the properties of an event', () => {
  test.each<[string, string, string]>([
    ['totp', 'app', 'create'],
    ['passkey', 'fido2-platform', 'create'],
    ['security_key', 'fido2-roaming', 'create'],
    ['recovery_code', 'recovery_code', 'create'],
  ])('%s is the credential type %s', (method, credentialType, changeType) => {
    const added = securityEventOf(event('user.authenticator_added', { data: { method } }));
    expect(added?.data).toMatchObject({
      credential_type: credentialType,
      change_type: changeType,
    });
  });

  test.each<[PlatformEvent['actor'], string]>([
    [{ type: 'user', id: user }, 'user'],
    [{ type: 'user', id: 'usr_other' }, 'admin'],
    [{ type: 'client', id: 'console' }, 'admin'],
    [{ type: 'system', id: 'sweep' }, 'system'],
  ])('%o is the initiator %s', (actor, initiator) => {
    expect(securityEventOf(event('user.signed_out', { actor }))?.data).toMatchObject({
      initiating_entity: initiator,
      event_timestamp: 1_795_326_060,
    });
  });

  test('a step-down includes both levels', () => {
    const data = { previousAcr: 'aal2', acr: 'aal1', direction: 'step_down' };
    expect(securityEventOf(event('user.assurance_changed', { data }))?.data).toMatchObject({
      namespace: 'NIST-AAL',
      current_level: 'nist-aal1',
      previous_level: 'nist-aal2',
      change_direction: 'decrease',
    });
  });

  test.each([
    ['hijacking', { reason: 'hijacking' }],
    ['bulk-account', { reason: 'bulk-account' }],
    ['holidays', {}],
  ])('%s disables with %o', (reason, expected) => {
    expect(securityEventOf(event('user.suspended', { data: { reason } }))?.data).toEqual(expected);
  });
});
