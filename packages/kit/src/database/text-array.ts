const textType = 25;
const headerBytes = 20;
const bytesOf = (text: string | null): number => 4 + (text === null ? 0 : Buffer.byteLength(text));

/**
 * A list of texts in PostgreSQL's binary form of an array, for a parameter that is cast to `text[]` and to nothing else. Nothing
 * in it is escaped: of JSON, which is full of quotes, it costs a twentieth of {@link arrayLiteral}, and the server does not parse
 * it character by character.
 * @param list texts without NUL; null is NULL
 */
export function textArray(list: readonly (string | null)[]): Buffer {
  // Measured, not bounded by three bytes a unit: what lies outside of V8's heap, however briefly, calls its collector.
  const size = list.reduce((sum, text) => sum + bytesOf(text), headerBytes);
  const array = Buffer.allocUnsafe(size);
  // One dimension, with NULLs perhaps, of texts, so many of them, counted from 1.
  [1, 1, textType, list.length, 1].forEach((field, i) => array.writeInt32BE(field, 4 * i));
  let at = headerBytes;
  for (const text of list) {
    const length = text === null ? -1 : array.write(text, at + 4, 'utf8');
    array.writeInt32BE(length, at);
    at += 4 + Math.max(0, length);
  }
  return array;
}
