/**
 * Returns the issuer under which the directory stores an upstream identity: that of the identity
 * provider, qualified by the connection (a social connector, or the id of a directory). An
 * assertion of one connection never matches an identity of another, whatever issuer it claims.
 */
export const connectionIssuer = (issuer: string, connection: string): string =>
  `${issuer}#${connection}`;

/**
 * Issuers of social connectors whose identity provider has one issuer for everyone, by connector.
 */
export const connectorIssuers = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
  linkedin: 'https://www.linkedin.com/oauth',
  slack: 'https://slack.com',
  gitlab: 'https://gitlab.com',
  github: 'https://github.com',
  facebook: 'https://www.facebook.com',
  discord: 'https://discord.com',
  x: 'https://x.com',
} as const;
