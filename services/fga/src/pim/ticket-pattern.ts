import { RE2JS } from '@bufbuild/re2';
import { invalid } from '@platform/kit/problem';

/** Accepts only RE2 patterns, which match in linear time. */
export function checkTicketPattern(pattern: string | null): void {
  if (pattern === null) return;
  try {
    new RE2JS(pattern);
  } catch {
    throw invalid('/rules/ticketPattern', 'invalid_format', 'must be an RE2 regular expression');
  }
}

/** Whether the pattern matches the whole number. */
export const matchesTicket = (pattern: string, number: string): boolean =>
  new RE2JS(pattern).testExact(number);
