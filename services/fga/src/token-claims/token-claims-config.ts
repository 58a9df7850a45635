/** The settings of token claims; durations in milliseconds unless named otherwise. */
export const tokenClaimsConfig = {
  hubBaseUrl: 'platform.applications.hub.base-url',
  hubTokenPath: 'platform.applications.hub.service-identity-token-path',
  hubTimeout: 'platform.token-claims.hub-timeout',
  enrichmentUrl: 'platform.token-claims.enrichment-url',
  maxResponseBytes: 'platform.token-claims.max-response-bytes',
  targetBytes: 'platform.token-claims.target-bytes',
  toleranceSeconds: 'platform.token-claims.timestamp-tolerance-seconds',
} as const;
