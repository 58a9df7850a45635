import type { AttributeSchema } from '../attribute-schema/attribute-schema.ts';

/** The way in which a change of a user came about. */
export type Origin = 'api' | 'scim' | 'sync' | 'jit' | 'import' | 'invitation' | 'erasure';

/** Limits that the operator sets. */
export interface UserLimits {
  maxUsersPerTenant: number;
  maxMetadataBytes: number;
}

/** The context of every write of users. */
export interface UserWriting {
  limits: UserLimits;
  /** Held by the transaction (see `AttributeSchemas.hold`). */
  schema: AttributeSchema;
}
