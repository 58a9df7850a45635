import type { Jobs } from '@platform/kit/jobs';
import type { SecretBox } from '@platform/kit/secrets';
import type { AttributeSchemas } from '../../attribute-schema/attribute-schema.ts';
import type { AskErased, IsErased } from '../../suppressions/erased-people.ts';
import type { UserLimits, UserWriting } from '../../users/user-writing.ts';
import type { MigrationOptionsInput } from '@platform/contracts';

/** What writes of imported users need, whatever they come from. */
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
  /** What compliance said of the people of these records before the transaction was opened. */
  isErased: IsErased;
  options: MigrationOptionsInput;
  /** Where the users come from: an import job or, for lazy migration, the source. */
  importOrigin: string;
}
