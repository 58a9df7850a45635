/** Prefixes of the ids that the hub generates. */
export const hubIds = {
  tenant: 'tnt',
  ipRule: 'ipr',
  secret: 'sec',
  application: 'app',
  token: 'tok',
  signingKey: 'key',
  linkIntent: 'lin',
} as const;
