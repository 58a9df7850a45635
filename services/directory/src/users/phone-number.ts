import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** The E.164 form of a number that is valid for its region; undefined otherwise. */
export function phoneKey(number: string): string | undefined {
  const parsed = parsePhoneNumberFromString(number);
  return parsed?.isValid() && parsed.number === number ? parsed.number : undefined;
}
