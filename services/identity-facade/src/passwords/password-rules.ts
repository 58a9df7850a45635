import { dictionary } from '@zxcvbn-ts/language-common';
import { because } from '@platform/kit/problem';
import { normalized } from './pepper.ts';

const maxLength = 256;

/** Passwords that attackers try first, lower-case. */
const common: ReadonlySet<string> = new Set(
  (dictionary['passwords-common'] ?? []).map((word) => String(word).toLowerCase()),
);

const lengthOf = (password: string): number => [...password].length;

/** Case-folded, so that `Password` is `password`. */
const folded = (text: string): string => normalized(text).toLowerCase();

/** Whether a password is among those that attackers try first. */
export const isCommonPassword = (password: string): boolean => common.has(folded(password));

function forbiddenWords(forbidden: readonly string[]): string[] {
  const localParts = forbidden
    .filter((word) => word.includes('@'))
    .map((address) => address.slice(0, address.lastIndexOf('@')));
  return [...forbidden, ...localParts].filter((word) => word !== '').map(folded);
}

/** Why a password is not accepted. */
export interface PasswordFault {
  code: 'password_too_short' | 'password_too_long' | 'password_blocked';
  detail: string;
}

/** Why a password is not accepted (NIST SP 800-63B-4 §3.1.1.2: no composition rules); undefined when it is. */
export function passwordFault(
  password: string,
  { minLength, forbidden }: { minLength: number; forbidden: readonly string[] },
): PasswordFault | undefined {
  const length = lengthOf(normalized(password));
  if (length < minLength)
    return {
      code: 'password_too_short',
      detail: `The password must have at least ${minLength} characters`,
    };
  if (length > maxLength)
    return {
      code: 'password_too_long',
      detail: `The password must have at most ${maxLength} characters`,
    };
  const blocked = (detail: string): PasswordFault => ({ code: 'password_blocked', detail });
  if (forbiddenWords(forbidden).includes(folded(password)))
    return blocked(
      'The password must not be your email address, your username or the site’s name.',
    );
  if (isCommonPassword(password))
    return blocked('The password is one of the most common passwords. Choose another one.');
  return undefined;
}

/** @throws 409 `invalid_state` with why the password is not accepted */
export function requireGoodPassword(
  password: string,
  rules: { minLength: number; forbidden: readonly string[] },
): void {
  const fault = passwordFault(password, rules);
  if (fault) throw because('invalid_state', fault);
}
