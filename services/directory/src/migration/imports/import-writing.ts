import type { Jobs } from '@platform/kit/jobs';
import type { SecretBox } from '@platform/kit/secrets';
import type { AttributeSchemas } from '../../attribute-schema/attribute-schema.ts';
import type { AskErased, IsErased } from '../../suppressions/erased-people.ts';
import type { UserLimits, UserWriting } from '../../users/user-writing.ts';
import type { MigrationOptionsInput } from '@platform/contracts';

/** Dependencies of every write of imported users. */
export interface ImportWriting {
  limits: UserLimits;
  schemas: AttributeSchemas;
  secrets: SecretBox;
  jobs: Pick<Jobs, 'enqueue'>;
  suppressionKeys: readonly Buffer[];
  askErased: AskErased;
}

/** The writes of one transaction. */
export interface RowWriting extends Omit<ImportWriting, 'schemas' | 'askErased'>, UserWriting {
  /** Whether people were erased, as compliance reported before the transaction began. */
  isErased: IsErased;
  options: MigrationOptionsInput;
  /** The origin of the users: an import job or, for lazy migration, the source. */
  importOrigin: string;
}
