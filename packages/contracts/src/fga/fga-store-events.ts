import { z } from 'zod';
import { eventType } from '../events/event.ts';
import { high, medium } from '../events/outline.ts';

const modelId = 'fgm_01m7vqhvjpfrhtg5g075cmmcw9';
const tenantId = 'tnt_01m7vqhvjpfrhtg5g075cmmcw9';
const storeId = 'fgs_01m7vqhvjpfrhtg5g075cmmcw9';

const model = (description: string, severity: typeof medium | typeof high) =>
  eventType({
    description,
    ...severity,
    emittedBy: 'fga',
    subject: 'fga_model',
    data: z.looseObject({
      id: z.string(),
      checksum: z.string(),
      previousActiveModelId: z.string().nullable(),
    }),
    example: {
      id: modelId,
      checksum: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
      previousActiveModelId: null,
    },
    exampleSubjectId: modelId,
  });

const namedStore = (description: string, severity: typeof medium | typeof high) =>
  eventType({
    description,
    ...severity,
    emittedBy: 'fga',
    subject: 'fga_store',
    data: z.looseObject({ id: z.string(), name: z.string() }),
    example: { id: storeId, name: 'staging' },
    exampleSubjectId: storeId,
  });

/**
 * Events of stores, models and tuples. The subject of an event of the default store is the tenant;
 * the feed of changes lists the changed tuples.
 */
export const fgaStoreEvents = {
  'fga.store_created': namedStore('A named store was created.', medium),
  'fga.store_deleted': namedStore('A named store was deleted, with its models and tuples.', high),
  'fga.model_written': model('An authorization model was created.', medium),
  'fga.model_activated': model('An authorization model was activated.', high),
  'fga.tuples_written': eventType({
    description: 'Relation tuples were written.',
    emittedBy: 'fga',
    subject: 'fga_store',
    exampleSubjectId: tenantId,
    data: z.looseObject({
      written: z.int(),
      deleted: z.int(),
      revision: z.int(),
      objectTypes: z.array(z.string()),
      source: z.enum(['api', 'import', 'filter', 'grpc']),
    }),
    example: { written: 2, deleted: 0, revision: 7, objectTypes: ['document'], source: 'api' },
  }),
};
