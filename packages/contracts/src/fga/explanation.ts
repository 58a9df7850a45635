import { z } from 'zod';
import { time } from '../common/text.ts';
import { CheckRequest } from './check.ts';

const decision = z
  .enum(['allowed', 'denied', 'undecided'])
  .describe('`undecided` if a limit, a missing parameter or a failed condition leaves it open.');

const reason = z
  .object({ code: z.string(), detail: z.string().optional() })
  .describe(
    'Why a node has its decision: `no_tuple`, `condition_not_met`, `cannot_contain` (no subject of this type can have the relation), `self` (the subject is this userset), `repeated` (explained elsewhere in the tree), `not_evaluated` (the check was decided before), or the code of the limit or condition that left it open.',
  );

/** A node of an explanation: a relation, an operation over children, the tuples of a leaf, or one of these tuples. */
export interface ExplainNode {
  type:
    'relation' | 'union' | 'intersection' | 'exclusion' | 'direct' | 'tuple_to_userset' | 'tuple';
  name: string;
  computed?: string | undefined;
  decision: 'allowed' | 'denied' | 'undecided';
  decisive: boolean;
  tuple?:
    | {
        object: string;
        relation: string;
        subject: string;
        condition?: string | undefined;
        expiresAt?: string | undefined;
      }
    | undefined;
  reason?: { code: string; detail?: string | undefined } | undefined;
  children?: ExplainNode[] | undefined;
}
export const ExplainNodeSchema: z.ZodType<ExplainNode, ExplainNode> = z
  .object({
    type: z.enum([
      'relation',
      'union',
      'intersection',
      'exclusion',
      'direct',
      'tuple_to_userset',
      'tuple',
    ]),
    name: z.string().describe('`type:id#relation`.'),
    computed: z
      .string()
      .optional()
      .describe('For `tuple_to_userset`: the relation of the objects that `name` leads to.'),
    decision,
    decisive: z
      .boolean()
      .describe('Whether the node is on the way that decided the check. Only these have children.'),
    tuple: z
      .object({
        object: z.string(),
        relation: z.string(),
        subject: z.string(),
        condition: z.string().optional(),
        expiresAt: time.optional(),
      })
      .optional(),
    reason: reason.optional(),
    get children() {
      return z.array(ExplainNodeSchema).optional();
    },
  })
  .meta({ id: 'ExplainNode' });

/** Body of an explanation: that of a check. */
export const ExplainRequest = CheckRequest.meta({ id: 'ExplainCheckRequest' });

/** Why a check has its result. */
export const ExplainResponse = z
  .object({
    decision,
    steps: z
      .int()
      .nullable()
      .describe('The length of the deciding path; null unless the check is allowed.'),
    reasons: z
      .array(z.object({ code: z.string(), detail: z.string() }))
      .describe('Why the check is undecided.'),
    tree: ExplainNodeSchema,
    truncated: z.boolean().describe('Whether parts of the tree were left out.'),
    missingTuple: z
      .object({
        object: z.string(),
        relation: z.string(),
        subject: z.string(),
        condition: z.object({ name: z.string() }).optional(),
      })
      .nullable()
      .describe(
        'The smallest tuple with which the check would be allowed; null if it is not denied, or if no single tuple is enough.',
      ),
    revision: z.int().describe('The revision of the store that was read.'),
    modelId: z.string(),
    consistencyToken: z.string(),
  })
  .meta({ id: 'ExplainCheckResponse' });

export type ExplainResult = z.infer<typeof ExplainResponse>;
