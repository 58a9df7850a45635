/** Returns the value at a dotted path, from own properties only. A claim whose name is the whole path takes precedence (SAML names have dots). */
export function claimAtPath(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>(
      (node, key) =>
        typeof node === 'object' && node !== null && Object.hasOwn(node, key)
          ? (node as Record<string, unknown>)[key]
          : undefined,
      claims,
    );
}
