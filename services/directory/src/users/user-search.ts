import type { UserAttributes } from './user-record.ts';

const maxTerm = 64;
const isAscii = /^[\x20-\x7e]*$/;

/** Ignores case and accents. */
export const searchKey = (text: string): string =>
  isAscii.test(text) ? text.toLowerCase().trim().slice(0, maxTerm) : unaccentedKey(text);

const unaccentedKey = (text: string): string =>
  [...text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()]
    .slice(0, maxTerm)
    .join('');

/**
 * The terms that find a user by prefix: at most six. Omits a term that is the prefix of another, as
 * a given name is of a display name: the longer one finds everything that the shorter one does.
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
