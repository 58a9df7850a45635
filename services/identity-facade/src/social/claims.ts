/** Claims that a provider makes about a person. */
export type Claims = Readonly<Record<string, unknown>>;

/** The value at a dotted path; own properties only. */
export const claimAt = (claims: Claims, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (node, key) =>
        typeof node === 'object' && node !== null && Object.hasOwn(node, key)
          ? (node as Claims)[key]
          : undefined,
      claims,
    );

/** Maps claims to attributes of a user, as the connector configures. Absent claims are skipped. */
export function mappedAttributes(
  claims: Claims,
  mapping: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const found = Object.entries(mapping)
    .map(([target, path]) => [target, claimAt(claims, path)] as const)
    .filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(found);
}
