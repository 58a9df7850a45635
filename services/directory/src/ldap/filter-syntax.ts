import { FilterParser } from 'ldapts';

/** Whether a text is a valid search filter (RFC 4515). */
export function isLdapFilter(text: string): boolean {
  // Values contain parentheses only in escaped form. The parser forgives missing ones at the end.
  const [opened, closed] = ['(', ')'].map((one) => text.split(one).length - 1);
  if (!text.startsWith('(') || !text.endsWith(')') || opened !== closed) return false;
  try {
    FilterParser.parseString(text);
    return true;
  } catch {
    return false;
  }
}
