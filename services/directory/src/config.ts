/** The properties that directory reads besides those of every service. */
export const directoryConfig = {
  maxUsersPerTenant: 'platform.directory.limits.max-users-per-tenant',
  maxMetadataBytes: 'platform.directory.limits.max-metadata-bytes',
  acceptBaseUrl: 'platform.organizations.invitation.accept-base-url',
  invitationTtl: 'platform.organizations.invitation.ttl',
  recordLabel: 'platform.organizations.domains.record-label',
  pendingTtl: 'platform.organizations.domains.pending-ttl',
  lapseAfter: 'platform.organizations.domains.lapse-after',
  releaseAfter: 'platform.organizations.domains.release-after',
  dnsServers: 'platform.organizations.domains.resolvers',
  blockedDomains: 'platform.organizations.domains.blocked',
  maxDefinitions: 'platform.attribute-schema.max-definitions',
} as const;
