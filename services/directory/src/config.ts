/** The properties that directory reads besides those of every service. */
export const directoryConfig = {
  maxUsersPerTenant: 'platform.directory.limits.max-users-per-tenant',
  maxMetadataBytes: 'platform.directory.limits.max-metadata-bytes',
} as const;
