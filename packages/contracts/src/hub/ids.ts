/** Prefixes of the ids that the hub generates. */
export const hubIds = {
  tenant: 'tnt',
  ipRule: 'ipr',
  secret: 'sec',
  application: 'app',
  apiResource: 'apr',
  token: 'tok',
  signingKey: 'key',
  linkIntent: 'lin',
  testSignIn: 'tsi',
} as const;
