import { z } from 'zod';
import { time } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { relationForm, subjectForm, typeForm } from './tuple-forms.ts';
import { RelationTupleInput } from './tuple.ts';

const asked = { subject: subjectForm, relation: relationForm, type: typeForm };

/** Body of POST: list the objects of a type that this subject has the relation to. */
export const CreateListObjectsExportRequest = z
  .strictObject({
    ...asked,
    context: z.record(z.string(), z.unknown()).optional(),
    contextualTuples: z.array(RelationTupleInput).optional(),
    modelId: z
      .string()
      .max(64)
      .optional()
      .describe('Defaults to the model that is active when the export is created.'),
  })
  .meta({ id: 'CreateListObjectsExportRequest' });

/** A complete listing of objects, produced in the background. */
export const ListObjectsExport = z
  .object({
    id: idSchema('fgaExport'),
    state: z.enum(['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'EXPIRED']),
    ...asked,
    context: z.record(z.string(), z.unknown()).nullable(),
    contextualTuples: z.array(RelationTupleInput),
    modelId: z.string(),
    scanned: z.int().describe('Number of object ids that were checked.'),
    matched: z.int(),
    unresolved: z
      .int()
      .describe(
        'Number of objects that were omitted because their check reached a limit or lacked context.',
      ),
    truncated: z.boolean().describe('Whether at least one object id was not checked.'),
    truncatedBy: z.array(z.enum(['max_objects'])),
    startRevision: z.int().nullable(),
    endRevision: z
      .int()
      .nullable()
      .describe('Equal to `startRevision` if nothing changed during the export.'),
    attempts: z.int(),
    error: z
      .object({
        code: z.enum(['abandoned', 'attempts_exhausted', 'model_not_found']),
        detail: z.string(),
      })
      .nullable(),
    createdAt: time,
    startedAt: time.nullable(),
    updatedAt: time,
    completedAt: time.nullable(),
    expiresAt: time.nullable(),
  })
  .meta({ id: 'ListObjectsExport' });

export type ExportInput = z.infer<typeof CreateListObjectsExportRequest>;
export type ExportResource = z.infer<typeof ListObjectsExport>;
