import { z } from 'zod';
import { eventType } from '../events/event.ts';
import type { EventType } from '../events/event.ts';
import { high, medium, named, outline } from '../events/outline.ts';

const text = z.string().nullable().optional();
const number = z.number().nullable().optional();
const strings = z.array(z.string()).optional();

/** Data of a sign-in: who, through which client and connection, how, and from where. */
const signIn = z.looseObject({
  user: named.optional(),
  /** The application; `clientId` has the same id. */
  client: named.optional(),
  clientId: text,
  sessionId: text,
  scopes: strings,
  connectionId: text,
  method: text,
  amr: z.array(z.string()).optional(),
  acr: text,
  ip: text,
  /** Equals `ip`. */
  sourceIp: text,
  userAgent: text,
  reason: text,
});

/** Additional data of every sign-in attempt. */
const attempt = signIn.extend({
  loginId: text,
  organizationId: text,
  /** Every method used; `method` is the first factor. */
  methods: strings,
  /** Only for a social sign-in. */
  connector: text,
  flowVersion: number,
  entrypoint: text,
  country: text,
});

/** The decision of the application's access policies on a sign-in. */
const accessPolicies = z
  .looseObject({
    outcome: z.enum(['allow', 'deny', 'step_up', 'require']),
    /** Ids of the enabled policies that applied. */
    applied: z.array(z.string()),
    /** Ids of the report-only policies that would have required something. */
    reportOnly: z.array(z.string()),
  })
  .optional();

const signedIn = attempt.extend({
  userId: text,
  accessPolicies,
  /** Whether this sign-in created the account. */
  signUp: z.boolean().optional(),
  /** The user has signed in before, but never with this browser. */
  newDevice: z.boolean().optional(),
  host: text,
  durationMilliseconds: number,
});

/** Why a sign-in failed. */
const signInFailureReasons = [
  'invalid_credentials',
  'user_not_found',
  'user_disabled',
  'factor_failed',
  'factor_not_enrolled',
  'locked_out',
  'rate_limited',
  'ip_denied',
  'connector_denied',
  'connector_error',
  'policy_denied',
  'flow_denied',
  'consent_refused',
  'expired',
  'upstream_error',
] as const;
/** See {@link signInFailureReasons}. */
export type SignInFailureReason = (typeof signInFailureReasons)[number];

const signInFailed = attempt.extend({
  userId: text,
  /** Step of the login flow. */
  step: text,
  accessPolicies,
  reason: z.enum(signInFailureReasons),
  /** The failure after which the user's sign-ins are slowed down; at most once in ten minutes. */
  loginBlocked: z.boolean().optional(),
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
  more: Partial<
    Pick<EventType, 'severity' | 'subject' | 'data' | 'example' | 'exampleSubjectId'>
  > = {},
): EventType =>
  eventType({ description, emittedBy: 'hub', subject: 'user', data: signIn, example, ...more });
const federated = signIn.extend({
  /** The directory or social connector; `connectionId` has the same id. */
  member: z.looseObject({ id: z.string(), kind: z.string() }).optional(),
  issuer: text,
});
const federatedExample = {
  ...example,
  method: 'federation',
  member: { id: 'dir_01m7vqhvjpfrhtg5g075cmmcw9', kind: 'oidc' },
  connectionId: 'dir_01m7vqhvjpfrhtg5g075cmmcw9',
  issuer: 'https://login.initech.example',
};
const failed = { ...example, reason: 'invalid_credentials' };
const attemptExample = {
  ...example,
  loginId: 'lgn_01m7vqhvjpfrhtg5g075cmmcw9',
  organizationId: null,
  methods: ['password'],
  connector: null,
  flowVersion: 3,
  entrypoint: 'default',
  country: 'CH',
};
const signedInExample = {
  ...attemptExample,
  acr: 'aal1',
  signUp: false,
  newDevice: false,
  host: 'login.example.com',
  durationMilliseconds: 8_400,
};
const failedExample = { ...attemptExample, step: 'password', reason: 'invalid_credentials' };
const enrichment = outline('hub', 'client', 'app');
const reason = { data: { reason: z.string() }, example: { reason: 'timeout' } };

/** Events of sign-ins, sessions and tokens. */
export const signInEvents = {
  'user.signed_in': user('A user signed in.', { data: signedIn, example: signedInExample }),
  'user.sign_in_failed': user('A sign-in failed.', {
    ...medium,
    data: signInFailed,
    example: failedExample,
  }),
  'user.signed_out': user('A user signed out.'),
  'user.sessions_revoked': user("A user's sessions were revoked.", medium),
  'user.assurance_changed': user('The assurance level of a session changed.', {
    example: { ...example, acr: 'mfa', amr: ['pwd', 'otp'] },
  }),
  'user.consent_granted': user('A user granted an application access.'),
  'user.consent_revoked': user("A user's grant to an application was revoked."),
  'user.device_authorized': user('A user authorized a device.', medium),
  'user.device_attempts_exceeded': user('Too many attempts were made on a device code.', {
    ...high,
    subject: 'client',
    example: failed,
    exampleSubjectId: 'console',
  }),
  'user.refresh_token_reused': user('A refresh token was reused; its whole family was revoked.', {
    ...high,
    example: failed,
  }),
  'user.account_linked': user('An external account was linked to a user.', medium),
  'federation.login_succeeded': user('A federated sign-in succeeded.', {
    data: federated,
    example: federatedExample,
  }),
  'federation.login_failed': user('A federated sign-in failed.', {
    ...medium,
    data: federated,
    example: { ...federatedExample, reason: 'upstream_error' },
  }),
  'federation.jit_applied': eventType({
    description: 'A sign-in created or updated a user by just-in-time provisioning.',
    emittedBy: 'hub',
    subject: 'user',
    data: federated.extend({
      actions: z.array(z.unknown()),
      rules: z.array(z.unknown()).optional(),
    }),
    example: { ...federatedExample, actions: [{ kind: 'user_created' }] },
  }),
  'token_claims.enrichment_failed': enrichment('Claims could not be added to a token.', {
    ...medium,
    data: { ...reason.data, failureMode: z.enum(['omit', 'deny']) },
    example: { ...reason.example, failureMode: 'omit' },
  }),
};
