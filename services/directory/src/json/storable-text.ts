import { isJsonObject } from '@platform/kit/formats';

/** What the database takes neither as text nor in JSON: NUL, and half of a surrogate pair. */
const unstorable = /[\0\p{Surrogate}]/gu;

/** Text as it can be stored, with U+FFFD for what cannot. */
export const storableText = (text: string): string => text.replace(unstorable, '\u{FFFD}');

/** JSON with every text and every name in it as it can be stored. The API rejects such bodies; a remote source cannot be asked to correct them. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [storableText(name), storable(member)]),
  );
}
