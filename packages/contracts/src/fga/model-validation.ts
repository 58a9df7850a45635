import { z } from 'zod';
import { FgaAssertion } from './assertion.ts';
import { ModelTest, modelInput, modelWarning } from './model.ts';

/** Body of a validation. */
export const ValidateModelRequest = z
  .strictObject({
    ...modelInput.shape,
    tests: z.array(ModelTest).max(50).default([]),
    assertions: z
      .array(FgaAssertion)
      .max(100)
      .optional()
      .describe('Defaults to the assertions of the active model.'),
  })
  .refine((r) => (r.dsl === undefined) !== (r.model === undefined), {
    error: 'exactly one of dsl and model is required',
  })
  .meta({ id: 'ValidateModelRequest', oneOf: [{ required: ['dsl'] }, { required: ['model'] }] });

const finding = z.object({
  pointer: z.string(),
  code: z.string(),
  detail: z.string(),
  line: z.int().optional().describe('The line of `dsl`, from 1.'),
  column: z.int().optional(),
});

const decision = z.enum(['allowed', 'denied', 'undecided']);

const change = z.object({
  name: z.string().describe('`type`, `type#relation`, or the name of a condition.'),
  kind: z.enum(['type', 'relation', 'condition']),
  change: z.enum(['added', 'removed', 'changed']),
  before: z.string().optional().describe('The definition in the active model.'),
  after: z.string().optional(),
});

/** The result of a validation. */
export const ModelValidation = z
  .object({
    valid: z.boolean().describe('Whether the model could be written, with its tests.'),
    errors: z.array(finding),
    warnings: z.array(modelWarning),
    dsl: z.string().nullable().describe('The model as it would be stored; null if it is invalid.'),
    model: z.record(z.string(), z.unknown()).nullable().describe('The same as JSON.'),
    checksum: z.string().nullable(),
    tests: z.array(
      z.object({ name: z.string(), passed: z.boolean(), failures: z.array(z.string()) }),
    ),
    assertions: z.array(
      z.object({
        subject: z.string(),
        relation: z.string(),
        object: z.string(),
        expect: z.boolean(),
        decision,
        passed: z.boolean(),
        detail: z.string().optional(),
      }),
    ),
    activeModelId: z.string().nullable(),
    changes: z.array(change).describe('Differences from the active model.'),
    tuples: z
      .object({
        counted: z.int().describe('How many tuples were examined, at most 100,000.'),
        complete: z.boolean().describe('Whether these are all tuples of the store.'),
        unfit: z.int().describe('How many of them the model would ignore.'),
        groups: z.array(
          z.object({
            relation: z.string().describe('`type#relation`.'),
            subject: z
              .string()
              .describe('The form of the subjects: `user`, `group#member`, `user:*`.'),
            condition: z.string().optional(),
            count: z.int(),
            detail: z.string(),
          }),
        ),
      })
      .nullable(),
  })
  .meta({ id: 'FgaModelValidation' });

export type ModelValidationInput = z.output<typeof ValidateModelRequest>;
export type ModelValidationResult = z.infer<typeof ModelValidation>;
