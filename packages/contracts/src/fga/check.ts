import { z } from 'zod';
import { RelationTupleInput } from './tuple.ts';
import {
  objectForm as object,
  relationForm as relation,
  subjectForm as subject,
  typeForm,
} from './tuple-forms.ts';

const context = z
  .record(z.string(), z.unknown())
  .optional()
  .describe(
    'Values for the parameters of conditions. Values stored with a tuple take precedence. At most 32 KiB.',
  );
const contextualTuples = z
  .array(RelationTupleInput)
  .optional()
  .describe(
    'Tuples that apply only to this request. They replace stored tuples with the same key. At most 100.',
  );

/** The required freshness of the result. */
export const Consistency = z
  .union([
    z.strictObject({
      atLeastAsFresh: z.string().min(1).max(256).describe('The token from an earlier response.'),
    }),
    z.strictObject({
      fullyConsistent: z.literal(true).describe('Bypasses all caches.'),
    }),
  ])
  .meta({ id: 'FgaConsistency' });

const asked = {
  modelId: z.string().max(64).optional().describe('Defaults to the active model.'),
  consistency: Consistency.optional(),
};
const question = { context, contextualTuples };

/** Body of a check. */
export const CheckRequest = z
  .strictObject({ subject, relation, object, ...question, ...asked })
  .meta({ id: 'CheckRequest' });

/** Body of a batch of checks. */
export const BatchCheckRequest = z
  .strictObject({
    checks: z
      .array(
        z.strictObject({
          correlationId: z
            .string()
            .regex(/^[\w.-]{1,64}$/, { error: 'must be 1 to 64 letters, digits, "_", "." or "-"' }),
          subject,
          relation,
          object,
          ...question,
        }),
      )
      .min(1),
    ...asked,
  })
  .superRefine(({ checks }, issues) => {
    const seen = new Set<string>();
    checks.forEach(({ correlationId }, i) => {
      if (seen.has(correlationId))
        issues.addIssue({
          code: 'custom',
          path: ['checks', i, 'correlationId'],
          message: 'repeats an earlier correlation id of this request',
        });
      seen.add(correlationId);
    });
  })
  .meta({ id: 'BatchCheckRequest' });

const answered = {
  modelId: z.string(),
  consistencyToken: z.string().describe('Identifies the snapshot that was read.'),
};

/** Response of a check. */
export const CheckResponse = z
  .object({ allowed: z.boolean(), ...answered })
  .meta({ id: 'CheckResponse' });

const itemError = z.object({
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  errors: z.array(
    z.object({ pointer: z.string().optional(), code: z.string(), detail: z.string() }),
  ),
});

/** Response of a batch of checks, in the order of the request. */
export const BatchCheckResponse = z
  .object({
    results: z.array(
      z.union([
        z.object({ correlationId: z.string(), allowed: z.boolean() }),
        z.object({ correlationId: z.string(), error: itemError }),
      ]),
    ),
    ...answered,
  })
  .meta({ id: 'BatchCheckResponse' });

/** Body of an expansion. */
export const ExpandRequest = z
  .strictObject({ object, relation, ...question, ...asked })
  .meta({ id: 'ExpandRequest' });

/** A node of an expansion: an operation over children, or the subjects and usersets of a leaf. */
export interface ExpandNode {
  type: 'union' | 'intersection' | 'exclusion' | 'direct' | 'computed' | 'tuple_to_userset';
  name: string;
  children?: ExpandNode[] | undefined;
  subjects?: string[] | undefined;
  usersets?: string[] | undefined;
  truncated: boolean;
}
export const ExpandNodeSchema: z.ZodType<ExpandNode, ExpandNode> = z
  .object({
    type: z.enum(['union', 'intersection', 'exclusion', 'direct', 'computed', 'tuple_to_userset']),
    name: z.string().describe('`type:id#relation`.'),
    get children() {
      return z.array(ExpandNodeSchema).optional();
    },
    subjects: z.array(z.string()).optional(),
    usersets: z.array(z.string()).optional(),
    truncated: z.boolean(),
  })
  .meta({ id: 'ExpandNode' });

/** Response of an expansion: one level. */
export const ExpandResponse = z
  .object({ tree: ExpandNodeSchema, ...answered })
  .meta({ id: 'ExpandResponse' });

const truncation = {
  truncated: z.boolean().describe('False only if the search was exhaustive.'),
  truncatedBy: z.array(
    z.enum(['depth', 'nodes', 'fanout', 'candidates', 'results', 'confirmation', 'deadline']),
  ),
};
const limit = z
  .int()
  .min(1)
  .optional()
  .describe(
    'The maximum, which is also the default, is set by `platform.fga.list-objects.max-results`.',
  );

/** Body of a listing of objects. */
export const ListObjectsRequest = z
  .strictObject({ subject, relation, type: typeForm, ...question, limit, ...asked })
  .meta({ id: 'ListObjectsRequest' });

export const ListObjectsResponse = z
  .object({
    objects: z.array(z.string()).describe('`type:id`, ordered by id.'),
    ...truncation,
    ...answered,
  })
  .meta({ id: 'ListObjectsResponse' });

/** Body of a listing of subjects. */
export const ListSubjectsRequest = z
  .strictObject({
    object,
    relation,
    subjectFilters: z
      .array(z.strictObject({ type: typeForm, relation: relation.optional() }))
      .min(1)
      .max(10),
    ...question,
    limit,
    ...asked,
  })
  .meta({ id: 'ListSubjectsRequest' });

export const ListSubjectsResponse = z
  .object({
    subjects: z.array(z.string()).describe('Can contain `type:*`, which is not expanded.'),
    ...truncation,
    ...answered,
  })
  .meta({ id: 'ListSubjectsResponse' });

const properties = z.record(z.string(), z.unknown()).optional();
const entity = z.strictObject({
  type: z.string().min(1).max(256),
  id: z.string().min(1).max(512),
  properties,
});
const action = z.strictObject({ name: z.string().min(1).max(256), properties });
const evaluation = {
  subject: entity.optional(),
  action: action.optional(),
  resource: entity.optional(),
  context: z.record(z.string(), z.unknown()).optional(),
};

/** OpenID AuthZEN Authorization API 1.0, Access Evaluation request. */
export const AuthzenEvaluationRequest = z
  .strictObject({ ...evaluation, subject: entity, action, resource: entity })
  .meta({ id: 'AuthzenEvaluationRequest' });
export const AuthzenEvaluationResponse = z
  .object({ decision: z.boolean(), context: z.record(z.string(), z.unknown()).optional() })
  .meta({ id: 'AuthzenEvaluationResponse' });

/**
 * OpenID AuthZEN Authorization API 1.0, Access Evaluations request: an item inherits missing
 * members from the top level.
 */
export const AuthzenEvaluationsRequest = z
  .strictObject({
    ...evaluation,
    evaluations: z
      .array(z.strictObject(evaluation))
      .optional()
      .describe(
        'Each item inherits `subject`, `action`, `resource` and `context` from the top level if it omits them. Without any items, the top level is evaluated as a single request.',
      ),
    options: z
      .strictObject({
        evaluations_semantic: z
          .enum(['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'])
          .default('execute_all'),
      })
      .optional(),
  })
  .meta({ id: 'AuthzenEvaluationsRequest' });
export const AuthzenEvaluationsResponse = z
  .union([z.object({ evaluations: z.array(AuthzenEvaluationResponse) }), AuthzenEvaluationResponse])
  .meta({ id: 'AuthzenEvaluationsResponse' });

export type CheckInput = z.infer<typeof CheckRequest>;
export type BatchCheckInput = z.infer<typeof BatchCheckRequest>;
export type BatchCheckResult = z.infer<typeof BatchCheckResponse>['results'][number];
export type ConsistencyInput = z.infer<typeof Consistency>;
export type ExpandInput = z.infer<typeof ExpandRequest>;
export type ListObjectsInput = z.infer<typeof ListObjectsRequest>;
export type ListSubjectsInput = z.infer<typeof ListSubjectsRequest>;
export type AuthzenEvaluationsInput = z.infer<typeof AuthzenEvaluationsRequest>;
