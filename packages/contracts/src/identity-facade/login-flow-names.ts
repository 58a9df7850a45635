import type { FieldErrorCode } from '../problems.ts';

/** Ways to prove an identity that a login flow can ask for. */
export const loginMethods = [
  'password',
  'totp',
  'recovery_code',
  'email_code',
  'magic_link',
  'sms_code',
  'passkey',
  'security_key',
  'social',
  'federation',
] as const;

/** Methods that a user can set up during a login. */
export const enrollableMethods = [
  'password',
  'totp',
  'recovery_code',
  'sms_code',
  'passkey',
  'security_key',
] as const satisfies readonly (typeof loginMethods)[number][];

/** Authenticator assurance levels (NIST SP 800-63B-4), weakest first. */
export const assuranceLevels = ['aal1', 'aal2', 'aal3'] as const;

/**
 * The basis of a factor. `mailbox` and `federated` do not raise the level above aal1 by themselves.
 */
export const factorKinds = [
  'knowledge',
  'possession',
  'inherence',
  'mailbox',
  'federated',
] as const;

/** Authentication context class references that clients may request in `acr_values`. */
export const acrValues = ['aal1', 'aal2', 'aal3', 'phr', 'phrh'] as const;

/** Outcomes of each type of step. */
export const stepOutcomes = {
  identify: ['found', 'not_found', 'federated'],
  authenticate: ['success', 'failure', 'not_enrolled'],
  enroll: ['success', 'skipped', 'failure'],
  register: ['success', 'existing', 'failure'],
  profile: ['success', 'skipped'],
  verify_contact: ['success', 'failure'],
  terms: ['accepted', 'refused'],
  hook: ['allow', 'deny', 'challenge'],
  condition: [],
  complete: [],
  deny: [],
} as const satisfies Record<string, readonly string[]>;

/** Why a login was denied: values of the `error` that a client receives. */
export const denyReasons = [
  'access_denied',
  'login_required',
  'unmet_authentication_requirements',
] as const;

/** Problems that prevent activation. */
export const loginFlowErrors = [
  'outcome_unwired',
  'no_completion',
  'cycle_without_interaction',
  'identifier_missing',
  'first_factor_missing',
  'assurance_unmet',
  'session_too_long',
  'method_unavailable',
  'connector_missing',
  'connector_disabled',
  'hook_missing',
  'doc_type_missing',
  'binding_entrypoint_missing',
] as const satisfies readonly FieldErrorCode[];

/** Problems that do not prevent activation. */
export const loginFlowWarnings = [
  'step_unreachable',
  'second_factor_same_kind',
  'reference_unchecked',
  'no_recovery',
  'condition_never_true',
  'session_longer_than_recommended',
  'phishing_resistant_option_missing',
] as const;
