import { isJsonObject } from '@platform/kit/formats';

/** Characters that the database rejects in text and JSON: NUL and lone surrogates. */
const unstorable = /[\0\p{Surrogate}]/gu;

/** Replaces characters that cannot be stored with U+FFFD. */
export const storableText = (text: string): string => text.replace(unstorable, '\u{FFFD}');

/**
 * JSON with all text and names made storable. The API rejects such bodies; a remote source cannot
 * correct them.
 */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [storableText(name), storable(member)]),
  );
}
