import { z } from 'zod';
import { ActorSchema } from '../common/list.ts';
import { time } from '../common/text.ts';
import { idSchema } from '../ids.ts';

const count = z.int();

const ImportErrorShape = {
  row: z.int().describe('Number of the record in the source, from 1.'),
  sourceId: z.string().nullable(),
  code: z.string(),
  pointer: z.string().nullable().describe('The property of the user that caused the error.'),
  detail: z.string(),
};

/** Why one record was not imported. Contains none of its values. */
export const ImportError = z.object(ImportErrorShape).meta({ id: 'ImportError' });

/** An import and its progress. */
export const ImportJob = z
  .object({
    id: idSchema('importJob'),
    state: z.enum(['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED']),
    kind: z.string(),
    sourceVersion: z.int(),
    mode: z.enum(['eager', 'lazy', 'both']),
    progress: z.object({
      total: count.nullable().describe('Null if the source does not report it.'),
      read: count,
      created: count,
      updated: count,
      skipped: count,
      failed: count,
      bytes: count,
      bytesTotal: count.nullable(),
      ratePerSecond: z.number().nullable(),
      etaSeconds: count.nullable(),
    }),
    attempt: z.int(),
    errorCount: count,
    errorSample: z.array(ImportError).describe('The first 20 errors.'),
    requestedBy: ActorSchema,
    startedAt: time.nullable(),
    heartbeatAt: time.nullable(),
    finishedAt: time.nullable(),
    failure: z.object({ code: z.string(), detail: z.string() }).nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'ImportJob' });

const Step = z.object({
  name: z.string(),
  status: z.enum(['ok', 'failed', 'skipped']),
  durationMs: z.int(),
  code: z.string().optional(),
  detail: z.string().optional(),
});
const RowProblem = z.object({
  pointer: z.string().nullable(),
  code: z.string(),
  detail: z.string(),
});

/** The changes that an import would make. */
export const ImportDryRun = z
  .object({
    ok: z
      .boolean()
      .describe(
        'Whether the source can be read and every record read so far would be imported successfully.',
      ),
    kind: z.string(),
    sourceVersion: z.int(),
    reachability: z.object({ ok: z.boolean(), steps: z.array(Step) }),
    rowsRead: z.int(),
    isComplete: z
      .boolean()
      .describe('False if the time limit was reached before the end of the source.'),
    estimatedTotal: z.int().nullable(),
    sample: z
      .array(
        z.object({
          row: z.int(),
          sourceId: z.string().nullable(),
          mapped: z
            .record(z.string(), z.unknown())
            .describe('Number of records without a password hash.'),
          action: z.enum(['create', 'update', 'skip', 'fail']),
          problems: z.array(RowProblem),
        }),
      )
      .describe('The first 10 records, and 10 sampled from the rest.'),
    errors: z.array(
      z.object({ code: z.string(), detail: z.string(), count: z.int(), rows: z.array(z.int()) }),
    ),
    passwordHashes: z.record(z.string(), z.int()).describe('Number of records by hash algorithm.'),
    attributeCoverage: z
      .record(z.string(), z.number())
      .describe('Share of the records that have a value, by property.'),
    durationMs: z.int(),
  })
  .meta({ id: 'ImportDryRun' });

export type ImportErrorResource = z.infer<typeof ImportError>;
export type ImportJobResource = z.infer<typeof ImportJob>;
export type ImportDryRunResource = z.infer<typeof ImportDryRun>;
export type DryRunStep = z.infer<typeof Step>;
