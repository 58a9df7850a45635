const codeLength = 6;

/** Digits of other scripts as ASCII: full-width ones, and those of Arabic keyboards. */
const withAsciiDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));

/**
 * The code of six digits that was meant: with blanks or hyphens in it, from another keyboard, or within the line of a mail that
 * was copied as a whole.
 */
export function typedDigits(typed: string): string {
  const plain = withAsciiDigits(typed);
  const isCodeAlone = /^[\d\s.\p{Pd}]*$/u.test(plain);
  const joined = plain.replace(/(?<=\d)[\s\p{Pd}](?=\d)/gu, '');
  const within = new RegExp(`(?<!\\d)\\d{${codeLength}}(?!\\d)`);
  const found = isCodeAlone ? undefined : (within.exec(plain) ?? within.exec(joined))?.[0];
  return found ?? plain.replace(/\D/g, '');
}

/** A recovery code without what people add to it. */
export const typedRecoveryCode = (typed: string): string =>
  typed.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '');
