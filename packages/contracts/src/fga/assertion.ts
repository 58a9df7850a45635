import { z } from 'zod';
import { objectForm, relationForm, subjectForm } from './tuple-forms.ts';
import { RelationTupleInput } from './tuple.ts';

const context = z.record(z.string(), z.unknown());

/** A check with its expected result, which is asked over the tuples of the store. */
export const FgaAssertion = z
  .strictObject({
    subject: subjectForm,
    relation: relationForm,
    object: objectForm,
    expect: z.boolean(),
    contextualTuples: z
      .array(RelationTupleInput.omit({ expiresAt: true }).meta({ id: 'FgaAssertionTuple' }))
      .max(20)
      .default([])
      .describe('Tuples that apply only to this assertion.'),
    context: context.optional().describe('Values for the parameters of conditions.'),
  })
  .meta({ id: 'FgaAssertion' });

/** Body of a write of assertions. It replaces all of them. */
export const WriteAssertionsRequest = z
  .strictObject({ assertions: z.array(FgaAssertion).max(100) })
  .meta({ id: 'WriteAssertionsRequest' });

/** The assertions of a model. */
export const FgaAssertions = z
  .object({ modelId: z.string(), assertions: z.array(FgaAssertion) })
  .meta({ id: 'FgaAssertions' });

export type FgaAssertionInput = z.output<typeof FgaAssertion>;
