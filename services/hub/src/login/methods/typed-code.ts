const codeLength = 6;

/** Converts full-width and Arabic digits to ASCII. */
const withAsciiDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));

/**
 * Extracts a six-digit code. It may contain blanks or hyphens, be typed on a keyboard of another script, or be part of a line that
 * was copied from the mail.
 */
export function typedDigits(typed: string): string {
  const plain = withAsciiDigits(typed);
  const isCodeAlone = /^[\d\s.\p{Pd}]*$/u.test(plain);
  const joined = plain.replace(/(?<=\d)[\s\p{Pd}](?=\d)/gu, '');
  const within = new RegExp(`(?<!\\d)\\d{${codeLength}}(?!\\d)`);
  const found = isCodeAlone ? undefined : (within.exec(plain) ?? within.exec(joined))?.[0];
  return found ?? plain.replace(/\D/g, '');
}

/** Removes the blanks and hyphens that people add to a recovery code. */
export const typedRecoveryCode = (typed: string): string =>
  typed.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '');
