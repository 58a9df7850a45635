import type { UserAttributes } from './user-record.ts';

const maxTerm = 64;
const isAscii = /^[\x20-\x7e]*$/;

/** Case and accents do not count. */
export const searchKey = (text: string): string =>
  isAscii.test(text) ? text.toLowerCase().trim().slice(0, maxTerm) : unaccentedKey(text);

const unaccentedKey = (text: string): string =>
  [...text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()]
    .slice(0, maxTerm)
    .join('');

/**
 * The terms that a user is found by as a prefix: at most six, and none that another one begins with, as a display name does with
 * the given name: whatever is found by the shorter one is found by the longer one.
 */
export function searchTerms({ email, username, displayName, name }: UserAttributes): string[] {
  const familyInDisplay = displayName?.trim().split(/\s+/).slice(1).at(-1);
  const terms = [email, username, displayName, familyInDisplay, name?.givenName, name?.familyName]
    .flatMap((t) => (t ? [searchKey(t)] : []))
    .filter((t) => t !== '');
  return terms.filter(
    (term, i) => !terms.some((other, j) => other.startsWith(term) && (other !== term || j < i)),
  );
}
