const wide = /[\uFF01-\uFFEF]/g;
// IdentifierClass of RFC 8264: printable ASCII, letters, digits and their marks; no spaces, no
// symbols.
const identifier = /^[\x21-\x7E\p{L}\p{Nd}\p{Mn}\p{Mc}]+$/u;

/**
 * RFC 8265 UsernameCaseMapped: width mapping, lower case, NFC; undefined for a name outside the
 * profile.
 */
export function usernameKey(name: string): string | undefined {
  const key = name
    .replace(wide, (c) => c.normalize('NFKC'))
    .toLowerCase()
    .normalize('NFC');
  // RFC 8264 §9.17: characters with a compatibility equivalent are not allowed, so that no two
  // names differ only in their bytes.
  return identifier.test(key) && key.normalize('NFKC') === key ? key : undefined;
}
