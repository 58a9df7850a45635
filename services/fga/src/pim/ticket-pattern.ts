import { RE2JS } from '@bufbuild/re2';
import { invalid } from '@platform/kit/problem';

/** Refuses what is no pattern of RE2, which matches in linear time whatever a tenant writes. */
export function checkTicketPattern(pattern: string | null): void {
  if (pattern === null) return;
  try {
    new RE2JS(pattern);
  } catch {
    throw invalid('/rules/ticketPattern', 'invalid_format', 'must be an RE2 regular expression');
  }
}

/** Does the whole number match? */
export const matchesTicket = (pattern: string, number: string): boolean =>
  new RE2JS(pattern).testExact(number);
