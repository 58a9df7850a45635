import { expect, it } from 'vitest';
import { securityEvent } from './security-event.ts';

const event = (type: string, data: Record<string, unknown> = {}) => ({
  id: 'evt_1',
  type,
  occurredAt: '2026-01-02T03:04:05.000Z',
  actor: { type: 'system' as const, id: 'hub' },
  organizationId: null,
  subject: { type: 'user', id: 'usr_1' },
  data,
  schemaVersion: 1,
});

it.each([
  ['user.refresh_token_reused', {}, 'token_reuse_detected'],
  ['user.sessions_revoked', {}, 'sessions_revoked'],
  ['user.suspended', {}, 'account_disabled'],
  ['user.deactivated', {}, 'account_disabled'],
  ['user.deleted', {}, 'account_purged'],
  ['user.updated', { changed: ['/email'] }, 'identifier_changed'],
  ['user.updated', { changed: ['/displayName'] }, undefined],
  ['user.signed_in', { newDevice: true }, 'new_device'],
  ['user.signed_in', { newDevice: false }, undefined],
  ['user.signed_in', {}, undefined],
  ['user.sign_in_failed', { loginBlocked: true }, 'login_blocked'],
  ['user.sign_in_failed', {}, undefined],
  ['user.created', {}, undefined],
])('the event %s with %j is forwarded as %s', (type, data, expected) => {
  expect(securityEvent(event(type, data))?.type).toBe(expected);
});
