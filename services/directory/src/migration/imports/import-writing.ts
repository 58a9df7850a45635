import type { Jobs } from '@platform/kit/jobs';
import type { SecretBox } from '@platform/kit/secrets';
import type { AttributeSchemas } from '../../attribute-schema/attribute-schema.ts';
import type { UserLimits, UserWriting } from '../../users/user-writes.ts';
import type { MigrationOptionsInput } from '@platform/contracts';

/** What writes of imported users need, whatever they come from. */
export interface ImportWriting {
  limits: UserLimits;
  schemas: AttributeSchemas;
  secrets: SecretBox;
  jobs: Pick<Jobs, 'enqueue'>;
  suppressionKeys: readonly Buffer[];
}

/** The writes of one transaction. */
export interface BatchWriting extends Omit<ImportWriting, 'schemas'>, UserWriting {
  options: MigrationOptionsInput;
  /** Where the users come from: an import job or, for lazy migration, the source. */
  importOrigin: string;
}
