import { z } from 'zod';
import { time, timeInput } from '../common/text.ts';
import { ActorSchema } from '../common/list.ts';
import {
  objectForm as object,
  relationForm as relation,
  subjectForm as subject,
  typeForm,
} from './tuple-forms.ts';

const key = { subject, relation, object };
const condition = z.strictObject({
  name: z
    .string()
    .max(256)
    .describe(
      'The name of a condition in the model, or `$expression` for an inline condition, which the context defines as `expression` with typed `parameters`.',
    ),
  context: z.record(z.string(), z.unknown()).optional(),
});

/** Identifies one tuple. */
export const TupleKeyInput = z.strictObject(key).meta({ id: 'RelationTupleKey' });

/** A tuple in requests. */
export const RelationTupleInput = z
  .strictObject({
    ...key,
    condition: condition.optional(),
    expiresAt: timeInput
      .optional()
      .describe(
        'When the tuple expires. An expired tuple has no effect and is deleted in the background.',
      ),
  })
  .meta({ id: 'RelationTupleInput' });

/** A tuple in responses. */
export const RelationTuple = z
  .object({
    ...key,
    condition: z
      .object({ name: z.string(), context: z.record(z.string(), z.unknown()) })
      .optional(),
    expiresAt: time.optional(),
    createdAt: time,
  })
  .meta({ id: 'RelationTuple' });

const modelId = z.string().max(64).optional().describe('Defaults to the active model.');
const outcome = { revision: z.int(), consistencyToken: z.string() };

/** Body of a write. */
export const WriteTuplesRequest = z
  .strictObject({
    writes: z.array(RelationTupleInput).default([]),
    deletes: z.array(TupleKeyInput).default([]),
    onDuplicate: z.enum(['error', 'ignore', 'replace']).default('error'),
    onMissing: z.enum(['error', 'ignore']).default('error'),
    preconditions: z
      .array(z.strictObject({ ...key, exists: z.boolean() }))
      .max(10)
      .default([]),
    modelId,
  })
  .meta({
    id: 'WriteTuplesRequest',
    anyOf: [
      { required: ['writes'], properties: { writes: { minItems: 1 } } },
      { required: ['deletes'], properties: { deletes: { minItems: 1 } } },
    ],
  });

export const WriteTuplesResponse = z
  .object({ written: z.int(), deleted: z.int(), skipped: z.int(), ...outcome })
  .meta({ id: 'WriteTuplesResponse' });

/** Body of an import: all or nothing. */
export const ImportTuplesRequest = z
  .strictObject({
    tuples: z.array(RelationTupleInput).meta({ minItems: 1 }),
    onDuplicate: z.enum(['error', 'ignore', 'replace']).default('ignore'),
    modelId,
  })
  .meta({ id: 'ImportTuplesRequest' });

export const ImportTuplesResponse = z
  .object({ imported: z.int(), skipped: z.int(), ...outcome })
  .meta({ id: 'ImportTuplesResponse' });

/** Body of a delete by filter. */
export const DeleteTuplesRequest = z
  .strictObject({
    filter: z
      .strictObject({
        object: object.optional(),
        objectType: typeForm.optional(),
        relation: relation.optional(),
        subject: subject.optional(),
      })
      .refine(
        (f) => f.object !== undefined || f.objectType !== undefined || f.subject !== undefined,
        { error: 'must have at least one of object, objectType and subject' },
      )
      .refine((f) => f.object === undefined || f.objectType === undefined, {
        error: 'must not have both object and objectType',
      })
      .meta({
        anyOf: [{ required: ['object'] }, { required: ['objectType'] }, { required: ['subject'] }],
        not: { required: ['object', 'objectType'] },
      }),
    limit: z.int().min(1).max(5_000).default(5_000),
    dryRun: z.boolean().default(false),
  })
  .meta({ id: 'DeleteTuplesRequest' });

export const DeleteTuplesResponse = z
  .object({ deleted: z.int(), more: z.boolean(), ...outcome })
  .meta({ id: 'DeleteTuplesResponse' });

/** One change of a tuple. */
export const TupleChange = z
  .object({
    revision: z.int(),
    sequence: z.int(),
    operation: z.enum(['write', 'delete', 'expire']),
    tuple: RelationTuple.omit({ createdAt: true }),
    at: time,
    actor: ActorSchema,
  })
  .meta({ id: 'TupleChange' });

export type RelationTupleResource = z.infer<typeof RelationTuple>;
export type RelationTupleWrite = z.infer<typeof RelationTupleInput>;
export type RelationTupleKey = z.infer<typeof TupleKeyInput>;
export type TuplesWrite = z.infer<typeof WriteTuplesRequest>;
export type TuplesImport = z.infer<typeof ImportTuplesRequest>;
export type TuplesDeletion = z.infer<typeof DeleteTuplesRequest>;
export type TupleChangeResource = z.infer<typeof TupleChange>;
