import { z } from 'zod';
import { parseUrl } from './url.ts';

const refusedMarks = '\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069';
const forbidden = new RegExp(`[${refusedMarks}\\p{Surrogate}]`, 'u');
const lengthInCodePoints = (s: string): number => [...s].length;

/**
 * A code point takes one or two units of a string, so only lengths close to a limit require
 * counting.
 */
const isOfLength = (s: string, min: number, max: number): boolean =>
  (s.length >= 2 * min && s.length <= max) ||
  (lengthInCodePoints(s) >= min && lengthInCodePoints(s) <= max);

/** The part of {@link isText} that a pattern in the OpenAPI document can express. */
export const textPattern = `^[^${refusedMarks}]*$`;

/** Whether the string can be stored as text. Does not check length or normal form. */
export const isText = (s: string): boolean => !forbidden.test(s);

/**
 * Human-readable text in NFC, with a length in code points and without control characters, bidi
 * overrides and unpaired surrogates.
 */
export const text = ({ min = 1, max }: { min?: number; max: number }) =>
  z
    .string()
    .normalize('NFC')
    .refine(isText, {
      error: 'must not contain control characters, bidi overrides or unpaired surrogates',
    })
    .refine((s) => isOfLength(s, min, max), {
      error: `must have ${min} to ${max} characters`,
    })
    .meta({ minLength: min, maxLength: max, pattern: textPattern });

const forbiddenInLines = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069\p{Surrogate}]/u;

/**
 * Like {@link text}, but allows line breaks and tabs: for statements and notices of several lines.
 */
export const multilineText = ({ min = 1, max }: { min?: number; max: number }) =>
  z
    .string()
    .normalize('NFC')
    .refine((s) => !forbiddenInLines.test(s), {
      error:
        'must not contain control characters other than line breaks and tabs, bidi overrides or unpaired surrogates',
    })
    .refine((s) => isOfLength(s, min, max), {
      error: `must have ${min} to ${max} characters`,
    })
    .meta({ minLength: min, maxLength: max });

/**
 * An absolute https URL without user info, at most 2048 characters, in NFC. Rejects what the parser
 * would tolerate, such as spaces and line breaks, because the URL is stored unchanged.
 */
export const httpsUrl = z
  .string()
  .normalize('NFC')
  .max(2048)
  .refine(
    (s) => {
      const url = !isText(s) || /\s/.test(s) ? undefined : parseUrl(s);
      return url?.protocol === 'https:' && url.username === '' && url.password === '';
    },
    { error: 'must be an https URL without user information' },
  )
  .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]:' });

/** RFC 3339, UTC, milliseconds. */
export const time = z.iso.datetime({ precision: 3 }).meta({ format: 'date-time' });

/** A time in requests: RFC 3339 with any offset. */
export const timeInput = z.iso.datetime({ offset: true }).meta({ format: 'date-time' });

/** A BCP 47 language tag, canonical. */
export const locale = z
  .string()
  .max(35)
  .refine(
    (s) => {
      try {
        return Intl.getCanonicalLocales(s).length === 1;
      } catch {
        return false;
      }
    },
    { error: 'must be a BCP 47 language tag' },
  )
  .meta({
    description: 'A BCP 47 language tag, such as de-CH.',
    pattern: '^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z0-9]{1,8})*$',
  });

/** Returns the canonical form of a BCP 47 tag; returns any other text unchanged. */
export function canonicalTag(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag;
  } catch {
    return tag;
  }
}

/** A BCP 47 language tag in any spelling, converted to its canonical form. */
export const canonicalLocale = locale.overwrite(canonicalTag);

/** An IANA time zone. */
export const timeZone = z
  .string()
  .max(64)
  .refine(
    (s) => {
      try {
        return new Intl.DateTimeFormat('en', { timeZone: s }).format(0) !== '' && !/^[+-]/.test(s);
      } catch {
        return false;
      }
    },
    { error: 'must be an IANA time zone' },
  )
  .meta({
    description: 'A name from the IANA time zone database, such as Europe/Zurich.',
    pattern: '^[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+)*$',
  });
