/** Whose tokens a claim is for, as its schema says. */
export interface ClaimUse {
  /** Empty: all. */
  clientIds: readonly string[];
  /** Only when one of them is granted; empty: always. */
  scopes: readonly string[];
  tokens: readonly string[];
}

/** What is issued: to whom, for which scopes, and which tokens. */
export interface ClaimTarget {
  clientId: string;
  scopes: readonly string[];
  tokens: readonly string[];
}

/** Does any of these tokens get the claim? */
export const fitsToken = ({ clientIds, scopes, tokens }: ClaimUse, issued: ClaimTarget): boolean =>
  tokens.some((token) => issued.tokens.includes(token)) &&
  (clientIds.length === 0 || clientIds.includes(issued.clientId)) &&
  (scopes.length === 0 || scopes.some((scope) => issued.scopes.includes(scope)));
