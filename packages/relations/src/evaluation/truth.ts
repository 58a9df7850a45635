import type { FieldErrorCode } from '@platform/contracts';

/** False, unknown, true: ordered, so that union is the greatest and intersection the least of its operands. */
export type GoalTruth = 0 | 1 | 2;
export const no = 0;
export const unknown = 1;
export const yes = 2;

/** Why a goal is unknown. */
export interface Reason {
  code: Extract<
    FieldErrorCode,
    | 'check_depth_exceeded'
    | 'check_nodes_exceeded'
    | 'check_fanout_exceeded'
    | 'condition_context_missing'
    | 'condition_failed'
  >;
  /** For the caller: the limit, or the missing parameters. */
  detail: string;
}

/** The right side of one goal's equation. */
export type Expression =
  | { kind: 'known'; value: GoalTruth; reason?: Reason }
  | { kind: 'goal'; goal: string }
  | { kind: 'union' | 'intersection'; of: readonly Expression[] }
  | { kind: 'exclusion'; base: Expression; subtract: Expression };

/** One expression for each goal that was read; a goal without one is unread, so unknown. */
export type Equations = ReadonlyMap<string, Expression>;

const knowns: Record<GoalTruth, Expression> = {
  [no]: { kind: 'known', value: no },
  [unknown]: { kind: 'known', value: unknown },
  [yes]: { kind: 'known', value: yes },
};
export const knownExpression = (value: GoalTruth): Expression => knowns[value];
export const unknownBecause = (reason: Reason): Expression => ({
  kind: 'known',
  value: unknown,
  reason,
});
export const goal = (key: string): Expression => ({ kind: 'goal', goal: key });

/** Leaves out operands without effect: `idle` changes nothing, `decisive` decides alone. */
function combined(
  kind: 'union' | 'intersection',
  of: readonly Expression[],
  idle: GoalTruth,
  decisive: GoalTruth,
): Expression {
  const left: Expression[] = [];
  for (const operand of of) {
    if (operand.kind === 'known' && operand.value === decisive) return operand;
    if (operand.kind !== 'known' || operand.value !== idle) left.push(operand);
  }
  if (left.length === 0) return knownExpression(idle);
  return left.length === 1 ? (left[0] as Expression) : { kind, of: left };
}

export const union = (of: readonly Expression[]): Expression => combined('union', of, no, yes);
export const intersection = (of: readonly Expression[]): Expression =>
  combined('intersection', of, yes, no);
export const exclusion = (base: Expression, subtract: Expression): Expression => ({
  kind: 'exclusion',
  base,
  subtract,
});

const negated = (value: GoalTruth): GoalTruth => (2 - value) as GoalTruth;
const least = (a: GoalTruth, b: GoalTruth): GoalTruth => (a < b ? a : b);

/** The value of an expression under values of its goals (Kleene's three-valued logic). */
export function evaluate(expression: Expression, valueOf: (goal: string) => GoalTruth): GoalTruth {
  switch (expression.kind) {
    case 'known':
      return expression.value;
    case 'goal':
      return valueOf(expression.goal);
    case 'exclusion':
      return least(
        evaluate(expression.base, valueOf),
        negated(evaluate(expression.subtract, valueOf)),
      );
    case 'union': {
      let value: GoalTruth = no;
      for (const operand of expression.of) {
        const of = evaluate(operand, valueOf);
        if (of === yes) return yes;
        if (of > value) value = of;
      }
      return value;
    }
    case 'intersection': {
      let value: GoalTruth = yes;
      for (const operand of expression.of) {
        const of = evaluate(operand, valueOf);
        if (of === no) return no;
        if (of < value) value = of;
      }
      return value;
    }
  }
}

/** Calls back for each goal that an expression names; `subtracted` is true beneath a subtracted side. */
export function visitGoals(
  expression: Expression,
  visit: (goal: string, subtracted: boolean) => void,
  subtracted = false,
): void {
  switch (expression.kind) {
    case 'known':
      return;
    case 'goal':
      return visit(expression.goal, subtracted);
    case 'exclusion':
      visitGoals(expression.base, visit, subtracted);
      return visitGoals(expression.subtract, visit, true);
    default:
      for (const operand of expression.of) visitGoals(operand, visit, subtracted);
  }
}
