import type { AttributeSchema } from '../attribute-schema/attribute-schema.ts';

/** The channel of a change of a user. */
export type Origin = 'api' | 'scim' | 'sync' | 'jit' | 'import' | 'invitation' | 'erasure';

/** The operator's limits. */
export interface UserLimits {
  maxUsersPerTenant: number;
  maxMetadataBytes: number;
}

/** The context of every write of users. */
export interface UserWriting {
  limits: UserLimits;
  /** Locked by the transaction (see `AttributeSchemas.hold`). */
  schema: AttributeSchema;
}
