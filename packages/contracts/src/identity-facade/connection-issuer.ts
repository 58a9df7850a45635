/**
 * The issuer under which the directory keeps an upstream identity: that of the identity provider, qualified by the connection
 * (a social connector, or the id of a directory). What one connection asserts is never taken for an identity of another, whatever
 * issuer it claims to be.
 */
export const connectionIssuer = (issuer: string, connection: string): string =>
  `${issuer}#${connection}`;
