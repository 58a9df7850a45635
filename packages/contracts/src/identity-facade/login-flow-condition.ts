import { z } from 'zod';
import { text } from '../common/text.ts';
import { conditionOps, factTypeOf, opsOfType } from './login-flow-fact.ts';
import type { ConditionOp, FactType } from './login-flow-fact.ts';

const scalar = z.union([text({ min: 0, max: 512 }), z.number(), z.boolean()]);
const cidr = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);

/** One comparison of a fact with a value. */
const ConditionLeaf = z
  .strictObject({
    fact: z.string().max(160),
    op: z.enum(conditionOps),
    value: z
      .union([scalar, z.array(scalar).min(1).max(200)])
      .describe('A list for `in`, `not_in` and `contains_any`; a boolean for `exists`.'),
  })
  .superRefine((leaf, context) => {
    const fault = leafFault(leaf);
    if (fault) context.addIssue({ code: 'custom', path: [fault.member], message: fault.message });
  });

/** A condition over the facts of a login, in three-valued logic. */
export type LoginFlowCondition =
  | { all: LoginFlowCondition[] }
  | { any: LoginFlowCondition[] }
  | { not: LoginFlowCondition }
  | LoginFlowConditionLeaf;

/** One comparison of a fact with a value. */
export type LoginFlowConditionLeaf = z.infer<typeof ConditionLeaf>;

/**
 * See {@link LoginFlowCondition}: a comparison with an absent value is unknown, and a branch is taken only when its condition
 * is true.
 */
export const LoginFlowCondition: z.ZodType<LoginFlowCondition, LoginFlowCondition> = z
  .lazy(() =>
    z.union([
      ConditionLeaf,
      z.strictObject({ all: z.array(LoginFlowCondition).min(1).max(20) }),
      z.strictObject({ any: z.array(LoginFlowCondition).min(1).max(20) }),
      z.strictObject({ not: LoginFlowCondition }),
    ]),
  )
  .meta({ id: 'LoginFlowCondition' });

interface LeafFault {
  member: 'fact' | 'op' | 'value';
  message: string;
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const takesList: readonly ConditionOp[] = ['in', 'not_in', 'contains_any'];

/** Whether one value, or one entry of a list, can be compared with a fact of this type. */
function isValueOf(fact: FactType, op: ConditionOp, value: unknown): boolean {
  if (op === 'in_cidr' || fact.type === 'ip') return cidr.safeParse(value).success;
  switch (fact.type) {
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'scale':
      return fact.scale.includes(value as string);
    case 'any':
      return true;
    default:
      return typeof value === 'string';
  }
}

function leafFault({ fact, op, value }: LoginFlowConditionLeaf): LeafFault | undefined {
  const type = factTypeOf(fact);
  if (!type) return { member: 'fact', message: 'must be a known attribute of a login' };
  if (!opsOfType[type.type].includes(op))
    return { member: 'op', message: `cannot compare ${fact}` };
  if (op === 'exists')
    return typeof value === 'boolean'
      ? undefined
      : { member: 'value', message: 'must be true or false' };
  if (isList(value) !== (takesList.includes(op) || (op === 'in_cidr' && isList(value))))
    return {
      member: 'value',
      message: isList(value) ? 'must be a single value' : 'must be a list',
    };
  const values = isList(value) ? value : [value];
  return values.every((one) => isValueOf(type, op, one))
    ? undefined
    : { member: 'value', message: `has the wrong type for ${fact}` };
}
