import type { SecretBox } from '@platform/kit/secrets';
import type { DirectoryRecord } from '../../directories/directories.ts';
import type { IsErased } from '../../suppressions/erased-people.ts';
import type { UserWriting } from '../../users/user-writing.ts';

/** The context of provisioning from one directory, within one transaction. */
export interface Provisioning {
  directory: Pick<DirectoryRecord, 'id' | 'organizationId' | 'attributeMapping' | 'deprovisioning'>;
  origin: 'scim' | 'sync';
  /**
   * Limits, and the attribute schema of users, which the transaction locks
   * (`AttributeSchemas.hold`) before it locks rows.
   */
  writing: UserWriting;
  suppressionKeys: readonly Buffer[];
  secrets: SecretBox;
  /** Whether newcomers were erased, as compliance reported before the transaction began. */
  isErased: IsErased;
}
