/** The settings of conditional access policies. */
export const policyConfig = {
  maxPoliciesPerClient: 'platform.conditional-access.max-policies-per-client',
  platformClientIds: 'platform.hub.platform-client-ids',
  geoipPath: 'platform.conditional-access.geoip-database-path',
} as const;
