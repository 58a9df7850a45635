import type { DirectoryRecord } from '../directories/directories.ts';
import type { UserWriting } from '../users/user-writes.ts';

/** What provisioning from one directory goes by, within one transaction. */
export interface Provisioning {
  directory: Pick<DirectoryRecord, 'id' | 'organizationId' | 'attributeMapping' | 'deprovisioning'>;
  origin: 'scim' | 'sync';
  /** Limits, and the attribute schema of users, which the transaction holds (`AttributeSchemas.hold`) before it locks rows. */
  writing: UserWriting;
  suppressionKeys: readonly Buffer[];
}
