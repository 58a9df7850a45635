/** The tokens that a claim's schema applies to. */
export interface ClaimUse {
  /** Empty: all. */
  clientIds: readonly string[];
  /** Applies only if one of them is granted; empty: always. */
  scopes: readonly string[];
  tokens: readonly string[];
  /** APIs whose access tokens contain it: identifiers, or `product-api`. Empty: all. */
  resources: readonly string[];
}

/** The tokens being issued: client, scopes, kinds of tokens. */
export interface ClaimTarget {
  clientId: string;
  scopes: readonly string[];
  tokens: readonly string[];
  /** The API of the tenant that an access token is for; null for the management API. */
  resource: string | null;
}

/** Whether the claim applies to any of these tokens. */
export const fitsToken = (
  { clientIds, scopes, tokens, resources }: ClaimUse,
  issued: ClaimTarget,
): boolean =>
  tokens.some(
    (token) =>
      issued.tokens.includes(token) &&
      // Other tokens are for no API.
      (token !== 'access_token' ||
        resources.length === 0 ||
        resources.includes(issued.resource ?? 'product-api')),
  ) &&
  (clientIds.length === 0 || clientIds.includes(issued.clientId)) &&
  (scopes.length === 0 || scopes.some((scope) => issued.scopes.includes(scope)));
