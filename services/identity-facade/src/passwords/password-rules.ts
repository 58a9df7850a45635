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

/** Why a password is not accepted (NIST SP 800-63B-4 §3.1.1.2: no composition rules); undefined when it is. */
export function passwordFault(
  password: string,
  { minLength, forbidden }: { minLength: number; forbidden: readonly string[] },
): string | undefined {
  const length = lengthOf(normalized(password));
  if (length < minLength) return `The password must have at least ${minLength} characters.`;
  if (length > maxLength) return `The password must have at most ${maxLength} characters.`;
  if (forbiddenWords(forbidden).includes(folded(password)))
    return 'The password must not be your e-mail address, your user name or the name of the site.';
  if (isCommonPassword(password))
    return 'The password is one of the most used ones. Choose another.';
  return undefined;
}

/** @throws 409 `invalid_state` with `password_blocked` and the reason */
export function requireGoodPassword(
  password: string,
  rules: { minLength: number; forbidden: readonly string[] },
): void {
  const detail = passwordFault(password, rules);
  if (detail !== undefined) throw because('invalid_state', { code: 'password_blocked', detail });
}
