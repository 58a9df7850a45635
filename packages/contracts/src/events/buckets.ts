/**
 * Key-value buckets of the bus, and the lifetime of their entries in milliseconds (0: until
 * deleted).
 */
export const bucketLifetimesMs = {
  restarts: 60_000,
  'ip-rules': 0,
  'token-cutoffs': 7_200_000,
  'claims-replay': 600_000,
  entitlements: 0,
  'access-policies': 0,
  'scim-bookmarks': 600_000,
} as const;

/** A key-value bucket of the platform. */
export type BucketName = keyof typeof bucketLifetimesMs;
