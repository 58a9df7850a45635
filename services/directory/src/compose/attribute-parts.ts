import { attributeSchemaOperations } from '@platform/contracts';
import type { Config } from '@platform/kit/config';
import { serve } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { attributeHandlers } from '../attribute-schema/attribute-handlers.ts';
import { conformanceJob, rescanViolated } from '../attribute-schema/conformance-job.ts';
import { purgeJob } from '../attribute-schema/purge-job.ts';
import type { directoryConfig } from '../config.ts';
import { attributeReferences } from './attribute-references.ts';

export const attributeParts = (
  { db, jobs }: Platform,
  { maxDefinitions }: Config<typeof directoryConfig>,
): ServiceParts => ({
  mounts: [
    serve(
      attributeSchemaOperations,
      attributeHandlers({ jobs, maxDefinitions, findReferences: attributeReferences }),
    ),
  ],
  jobs: [conformanceJob, purgeJob],
  singletons: [
    {
      name: 'violated attribute definitions',
      schedule: 3_600_000,
      work: (signal) => rescanViolated(db, jobs, signal),
    },
  ],
});
