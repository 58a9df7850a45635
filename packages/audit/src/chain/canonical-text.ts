/**
 * Whether `JSON.stringify` already produces the canonical text: the members of every object are in
 * order.
 */
function isOrdered(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isOrdered);
  let before = '';
  for (const name of Object.keys(value)) {
    if (name < before || !isOrdered((value as Record<string, unknown>)[name])) return false;
    before = name;
  }
  return true;
}

function orderedText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(orderedText).join(',')}]`;
  let members = '';
  for (const name of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[name];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${orderedText(member)}`;
  }
  return `{${members}}`;
}

/**
 * Serializes a JSON value according to RFC 8785: members in the order of the UTF-16 code units of
 * their names, no white space, numbers and strings as `JSON.stringify` writes them. Omits undefined
 * members.
 *
 * Other code uses `canonicalJson` of the kit. The log has its own because the library rejects text
 * with half of a surrogate pair, and no record may stop the log. It also takes a half to a fifth of
 * the time, and each record is canonicalized several times.
 * @param value as returned by `JSON.parse`
 */
export const canonicalText = (value: unknown): string =>
  isOrdered(value) ? (JSON.stringify(value) ?? 'null') : orderedText(value);
