const segment = /^(?!\.)[A-Za-z0-9._-]{1,255}$/;
const maxLength = 512;

/**
 * Builds the key of an object: segments of letters, digits, `.`, `_` and `-`, joined by `/`. No
 * segment begins with a dot, so that no key leaves its folder or collides with a file of the store
 * itself.
 * @throws TypeError for any other segment
 */
export function objectKey(...segments: string[]): string {
  const key = segments.join('/');
  checkKey(key);
  return key;
}

/** @throws TypeError if the text is not a key */
export function checkKey(key: string): void {
  if (key.length > maxLength || !key.split('/').every((part) => segment.test(part)))
    throw new TypeError('not a key of an object');
}

/** @throws TypeError if the text is not the beginning of a key */
export function checkPrefix(prefix: string): void {
  if (prefix !== '') checkKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
}
