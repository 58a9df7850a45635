import { z } from 'zod';
import { eventType } from '../events/event.ts';
import type { EventType } from '../events/event.ts';
import { high, medium, named, outline } from '../events/outline.ts';

const text = z.string().nullable().optional();

/** What a sign-in tells: who, through which client and connection, how, and from where. */
const signIn = z.looseObject({
  user: named.optional(),
  clientId: text,
  connectionId: text,
  method: text,
  amr: z.array(z.string()).optional(),
  acr: text,
  ip: text,
  userAgent: text,
  reason: text,
});
const example = {
  user: { id: 'usr_01m7vqhvjpfrhtg5g075cmmcw9' },
  clientId: 'console',
  method: 'password',
  amr: ['pwd'],
  acr: null,
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
};
const user = (
  description: string,
  more: Partial<Pick<EventType, 'severity' | 'subject' | 'example' | 'exampleSubjectId'>> = {},
): EventType =>
  eventType({ description, emittedBy: 'hub', subject: 'user', data: signIn, example, ...more });
const failed = { ...example, reason: 'invalid_credentials' };
const enrichment = outline('hub', 'client', 'app');
const reason = { data: { reason: z.string() }, example: { reason: 'timeout' } };

/** Facts of sign-ins, sessions and tokens. */
export const signInEvents = {
  'user.signed_in': user('Someone signed in.'),
  'user.sign_in_failed': user('A sign-in failed.', { ...medium, example: failed }),
  'user.signed_out': user('Someone signed out.'),
  'user.sessions_revoked': user('All sessions of someone were ended.', medium),
  'user.assurance_changed': user('A session is stronger, or weaker, than before.', {
    example: { ...example, acr: 'mfa', amr: ['pwd', 'otp'] },
  }),
  'user.consent_granted': user('Someone let an application act for them.'),
  'user.consent_revoked': user('Someone no longer lets an application act for them.'),
  'user.device_authorized': user('A device was let in by its code.', medium),
  'user.device_attempts_exceeded': user('The code of a device was guessed at too often.', {
    ...high,
    subject: 'client',
    example: failed,
    exampleSubjectId: 'console',
  }),
  'user.refresh_token_reused': user(
    'A refresh token came a second time: its whole family was revoked.',
    { ...high, example: failed },
  ),
  'user.account_linked': user('An upstream account was linked to a user.', medium),
  'federation.login_succeeded': user('An upstream vouched for someone.'),
  'federation.login_failed': user('An upstream refused someone, or its answer was not valid.', {
    ...medium,
    example: failed,
  }),
  'federation.jit_applied': eventType({
    description: 'A login created or changed a user.',
    emittedBy: 'hub',
    subject: 'user',
    data: signIn.extend({ actions: z.array(z.unknown()), rules: z.array(z.unknown()).optional() }),
    example: { ...example, actions: [{ kind: 'user_created' }] },
  }),
  'token_claims.enrichment_failed': enrichment('Claims could not be added to a token.', {
    ...medium,
    data: { ...reason.data, failureMode: z.enum(['omit', 'deny']) },
    example: { ...reason.example, failureMode: 'omit' },
  }),
};
