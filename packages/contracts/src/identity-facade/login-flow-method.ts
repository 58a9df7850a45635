import { z } from 'zod';
import { acrValues, assuranceLevels, factorKinds, loginMethods } from './login-flow-names.ts';
import type { enrollableMethods } from './login-flow-names.ts';

/** A way to prove an identity. */
export const LoginMethod = z.enum(loginMethods);

/** The purpose of a challenge. */
export type ChallengePurpose = 'authenticate' | 'enroll' | 'verify_contact' | 'reset_password';

/**
 * Methods with a challenge of the identity service. A password is verified without one; `social`
 * and `federation` are proven by another provider, and there is no gateway for text messages.
 */
export const challengeMethods = [
  'totp',
  'recovery_code',
  'email_code',
  'magic_link',
  'passkey',
  'security_key',
] as const satisfies readonly LoginMethod[];

/** The possible purposes of a challenge of each method. */
export const challengePurposes = {
  totp: ['authenticate', 'enroll'],
  recovery_code: ['authenticate', 'enroll'],
  email_code: ['authenticate', 'verify_contact', 'reset_password'],
  magic_link: ['authenticate', 'verify_contact', 'reset_password'],
  passkey: ['authenticate', 'enroll'],
  security_key: ['authenticate', 'enroll'],
} as const satisfies Record<(typeof challengeMethods)[number], readonly ChallengePurpose[]>;

/** Whether a challenge of this method can have this purpose. Accepts unknown names. */
export const isChallengePurpose = (method: string, purpose: string): boolean =>
  Object.hasOwn(challengePurposes, method) &&
  (challengePurposes[method as keyof typeof challengePurposes] as readonly string[]).includes(
    purpose,
  );

/** An authenticator assurance level. */
export const AssuranceLevel = z.enum(assuranceLevels);

/** The basis of a factor. */
export const FactorKind = z.enum(factorKinds);

/** An authentication context class reference. `phr` and `phrh`: OpenID EAP ACR Values 1.0. */
export const AcrValue = z.enum(acrValues);

/** The name of a social connector. */
export const ConnectorName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, { error: 'must be the name of a connector' });

export type LoginMethod = z.infer<typeof LoginMethod>;
export type EnrollableMethod = (typeof enrollableMethods)[number];
export type AssuranceLevel = z.infer<typeof AssuranceLevel>;
export type FactorKind = z.infer<typeof FactorKind>;
export type AcrValue = z.infer<typeof AcrValue>;
