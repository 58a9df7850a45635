/** The tokens that a claim's schema applies to. */
export interface ClaimUse {
  /** Empty: all. */
  clientIds: readonly string[];
  /** Applies only if one of them is granted; empty: always. */
  scopes: readonly string[];
  tokens: readonly string[];
}

/** The tokens being issued: client, scopes, kinds of tokens. */
export interface ClaimTarget {
  clientId: string;
  scopes: readonly string[];
  tokens: readonly string[];
}

/** Whether the claim applies to any of these tokens. */
export const fitsToken = ({ clientIds, scopes, tokens }: ClaimUse, issued: ClaimTarget): boolean =>
  tokens.some((token) => issued.tokens.includes(token)) &&
  (clientIds.length === 0 || clientIds.includes(issued.clientId)) &&
  (scopes.length === 0 || scopes.some((scope) => issued.scopes.includes(scope)));
