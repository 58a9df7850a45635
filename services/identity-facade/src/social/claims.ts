/** What a provider says of a person. */
export type Claims = Readonly<Record<string, unknown>>;

/** The value at a dotted path; own properties alone. */
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

/** Attributes of a user by the mapping of their connector; what the provider does not say is left out. */
export function mappedAttributes(
  claims: Claims,
  mapping: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const found = Object.entries(mapping)
    .map(([target, path]) => [target, claimAt(claims, path)] as const)
    .filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(found);
}
