import { z } from 'zod';
import { text, time } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { objectForm, relationForm, subjectForm } from './tuple-forms.ts';
import { RelationTupleInput } from './tuple.ts';

const context = z.record(z.string(), z.unknown());

/** Checks with expected results, which run in memory before a model is stored. */
export const ModelTest = z
  .strictObject({
    name: text({ max: 256 }),
    tuples: z.array(RelationTupleInput).max(100).default([]),
    checks: z
      .array(
        z.strictObject({
          subject: subjectForm,
          relation: relationForm,
          object: objectForm,
          context: context.optional(),
          expect: z.boolean(),
        }),
      )
      .max(50),
  })
  .meta({ id: 'FgaModelTest' });

/** A model in the DSL, or as JSON. */
export const modelInput = z.strictObject({
  dsl: z.string().min(1).optional().describe('The model in the OpenFGA DSL, schema 1.1.'),
  model: context
    .optional()
    .describe(
      'The model in the OpenFGA JSON syntax, schema 1.1: `schema_version`, `type_definitions` and `conditions`.',
    ),
});

/** Body of writing a model. */
export const WriteModelRequest = z
  .strictObject({
    ...modelInput.shape,
    description: text({ max: 256 }).nullable().optional(),
    activate: z.boolean().default(true),
    expectedActiveModelId: z
      .string()
      .max(64)
      .nullable()
      .optional()
      .describe(
        'The model that is expected to be active, or null if none is. If another model is active, the request returns 409.',
      ),
    dryRun: z
      .boolean()
      .default(false)
      .describe('Validates the model and runs its tests without storing it.'),
    tests: z.array(ModelTest).max(50).default([]),
  })
  .refine((r) => (r.dsl === undefined) !== (r.model === undefined), {
    error: 'exactly one of dsl and model is required',
  })
  .meta({ id: 'WriteModelRequest', oneOf: [{ required: ['dsl'] }, { required: ['model'] }] });

/** Something that the author of a model should know. */
export const modelWarning = z.object({ code: z.string(), path: z.string(), detail: z.string() });

const summary = {
  id: idSchema('fgaModel'),
  schemaVersion: z.string(),
  checksum: z.string().describe('SHA-256 digest of the canonical JSON (RFC 8785), in hexadecimal.'),
  bytes: z.int().describe('Size of the canonical JSON in bytes.'),
  active: z.boolean(),
  description: z.string().nullable(),
  createdAt: time,
  createdBy: z.object({ type: z.string(), id: z.string() }),
  activatedAt: time.nullable(),
  created: z
    .boolean()
    .describe('False if an identical model already existed or if nothing was written.'),
  warnings: z.array(modelWarning),
};

/** A model in lists. */
export const FgaModelSummary = z.object(summary).meta({ id: 'FgaModelSummary' });

/** A version of the authorization model. */
export const FgaModel = z
  .object({ ...summary, model: context, dsl: z.string() })
  .meta({ id: 'FgaModel' });

/** The state of a tenant's store. */
export const FgaStore = z
  .object({
    activeModelId: idSchema('fgaModel').nullable(),
    revision: z.int(),
    tupleCount: z.int(),
    maxTuples: z.int(),
    modelCount: z.int(),
    consistencyToken: z.string(),
    updatedAt: time,
  })
  .meta({ id: 'FgaStore' });

export type FgaModelResource = z.infer<typeof FgaModel>;
export type FgaModelSummaryResource = z.infer<typeof FgaModelSummary>;
export type ModelTestInput = z.infer<typeof ModelTest>;
export type ModelWrite = z.infer<typeof WriteModelRequest>;
