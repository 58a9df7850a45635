import type { MethodReference } from '@platform/login-flow';

/** Say how a method was used, not which. */
const details: readonly string[] = ['pop', 'user', 'mfa'] satisfies MethodReference[];
const keys: readonly string[] = ['swk', 'hwk'] satisfies MethodReference[];

/**
 * The methods in an `amr` (RFC 8176): without details, unless there is nothing else, and codes by SMS once. Whether a key is a passkey
 * does not depend on where it is kept, but on whether it has verified its user: `swk` is a passkey, `hwk` another key.
 */
export function namedMethods(amr: readonly string[]): readonly string[] {
  const key = amr.includes('user') ? 'swk' : 'hwk';
  const methods = amr
    .filter((one) => !details.includes(one) && !(one === 'otp' && amr.includes('sms')))
    .map((one) => (keys.includes(one) ? key : one));
  return methods.length === 0 ? amr : [...new Set(methods)];
}
