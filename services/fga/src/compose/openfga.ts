import type { Config } from '@platform/kit/config';
import type { JobMount } from '@platform/kit/jobs';
import type { Surface } from '@platform/kit/http';
import type { Platform } from '@platform/kit/service';
import type { RelationEngine } from '@platform/relations';
import type { fgaConfig } from '../config.ts';
import { assertionOperations } from '../openfga/assertion-operations.ts';
import { checkOperations } from '../openfga/check-operations.ts';
import { listingOperations } from '../openfga/listing-operations.ts';
import { modelOperations } from '../openfga/model-operations.ts';
import { openfgaSurface } from '../openfga/openfga-surface.ts';
import { storeOperations } from '../openfga/store-operations.ts';
import { storePurgeJob } from '../openfga/store-purge.ts';
import { tupleOperations } from '../openfga/tuple-operations.ts';

/** Composes the API of OpenFGA over the relation engine. */
export function openfgaParts(
  platform: Platform,
  config: Config<typeof fgaConfig>,
  engine: RelationEngine,
): { surfaces: Surface[]; jobs: JobMount[] } {
  const { cursors, jobs } = platform;
  const { maxStores, maxBatchSize, maxWritesPerRequest: maxWrites } = config;
  const stream = { maxObjects: config.exportMaxObjects, batchSize: config.exportBatchSize };
  return {
    surfaces: [
      openfgaSurface(platform, {
        ...storeOperations({ engine, cursors, jobs, maxStores }),
        ...modelOperations({ engine, cursors }),
        ...tupleOperations({ engine, maxWrites }),
        ...checkOperations({ engine, maxBatchSize }),
        ...listingOperations({ engine, stream }),
        ...assertionOperations(engine),
      }),
    ],
    jobs: [storePurgeJob(engine)],
  };
}
