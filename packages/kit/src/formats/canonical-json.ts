import canonicalize from 'canonicalize';

/**
 * A JSON value in the canonical form of RFC 8785: the same value always has the same text. Empty for undefined.
 * @throws for numbers that JSON does not have, and for text with half of a surrogate pair
 */
export const canonicalJson = (value: unknown): string => canonicalize(value) ?? '';
