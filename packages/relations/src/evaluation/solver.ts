import { components } from './components.ts';
import { evaluate, knownExpression, no, unknown, visitGoals } from './truth.ts';
import type { Equations, Expression, Reason, GoalTruth } from './truth.ts';

/** Values of goals. */
export interface Solution {
  valueOf(goal: string): GoalTruth;
  /** Why a goal is unknown, the reasons of unread goals aside. */
  reasonsOf(goal: string): Reason[];
  /** Unread goals that can still change the values of these. */
  openUnder(goals: Iterable<string>): string[];
}

type Values = Map<string, GoalTruth>;

/** Removes operands that are decided. */
function simplify(expression: Expression, valueOf: (goal: string) => GoalTruth): Expression {
  const value = evaluate(expression, valueOf);
  if (value !== unknown) return knownExpression(value);
  switch (expression.kind) {
    case 'known':
    case 'goal':
      return expression;
    case 'exclusion':
      return {
        kind: 'exclusion',
        base: simplify(expression.base, valueOf),
        subtract: simplify(expression.subtract, valueOf),
      };
    default:
      return {
        kind: expression.kind,
        of: expression.of
          .map((o) => simplify(o, valueOf))
          .filter((o) => o.kind !== 'known' || o.value === unknown),
      };
  }
}

function goalsOf(expression: Expression): string[] {
  const goals: string[] = [];
  visitGoals(expression, (goal) => void goals.push(goal));
  return goals;
}

/** Propagates decided values. */
function propagate(goals: readonly string[], equations: Equations, values: Values): void {
  const dependents = new Map<string, string[]>();
  for (const goal of goals) {
    for (const on of goalsOf(equations.get(goal) as Expression)) {
      const list = dependents.get(on);
      if (list) list.push(goal);
      else dependents.set(on, [goal]);
    }
  }
  const valueOf = (goal: string): GoalTruth => values.get(goal) ?? unknown;
  const waiting = [...goals];
  for (let goal = waiting.pop(); goal !== undefined; goal = waiting.pop()) {
    if (values.has(goal)) continue;
    const value = evaluate(equations.get(goal) as Expression, valueOf);
    if (value === unknown) continue;
    values.set(goal, value);
    waiting.push(...(dependents.get(goal) ?? []));
  }
}

/** The least values that satisfy monotone equations. */
function leastFixedPoint(
  goals: readonly string[],
  expressionOf: (goal: string) => Expression,
  outside: (goal: string) => GoalTruth,
): Values {
  const values: Values = new Map(goals.map((goal) => [goal, no]));
  const valueOf = (goal: string): GoalTruth => values.get(goal) ?? outside(goal);
  for (let changed = true; changed;) {
    changed = false;
    for (const goal of goals) {
      const value = evaluate(expressionOf(goal), valueOf);
      if (value === values.get(goal)) continue;
      values.set(goal, value);
      changed = true;
    }
  }
  return values;
}

/** Replaces each exclusion whose subtracted side leads back into the component. */
function withoutOwnNegation(
  expression: Expression,
  inside: ReadonlySet<string>,
  replace: (base: Expression) => Expression,
): Expression {
  switch (expression.kind) {
    case 'known':
    case 'goal':
      return expression;
    case 'exclusion': {
      const base = withoutOwnNegation(expression.base, inside, replace);
      if (goalsOf(expression.subtract).some((goal) => inside.has(goal))) return replace(base);
      return { kind: 'exclusion', base, subtract: expression.subtract };
    }
    default:
      return {
        kind: expression.kind,
        of: expression.of.map((o) => withoutOwnNegation(o, inside, replace)),
      };
  }
}

function solveComponent(component: readonly string[], equations: Equations, values: Values): void {
  const inside = new Set(component);
  const outside = (goal: string): GoalTruth => values.get(goal) ?? unknown;
  const simplified = new Map(
    component.map((goal) => [goal, simplify(equations.get(goal) as Expression, outside)]),
  );
  const negative = component.some((goal) => {
    let found = false;
    visitGoals(
      simplified.get(goal) as Expression,
      (on, subtracted) => void (found ||= subtracted && inside.has(on)),
    );
    return found;
  });
  const solveWith = (replace: (base: Expression) => Expression): Values => {
    const replaced = new Map(
      component.map((goal) => [
        goal,
        withoutOwnNegation(simplified.get(goal) as Expression, inside, replace),
      ]),
    );
    return leastFixedPoint(component, (goal) => replaced.get(goal) as Expression, outside);
  };
  if (!negative) {
    for (const [goal, value] of solveWith((base) => base)) values.set(goal, value);
    return;
  }
  // Goals that are false even when nothing is subtracted are false; without them, the rest may be stratified.
  const unfounded = [...solveWith((base) => base)].filter(([, value]) => value === no);
  if (unfounded.length > 0) {
    for (const [goal] of unfounded) values.set(goal, no);
    solveGoals(
      component.filter((goal) => !values.has(goal)),
      simplified,
      values,
    );
    return;
  }
  // Not stratified: such an exclusion is false, once everything that it depends on was read.
  const hasUnknown = component.some((goal) =>
    dependsOnUnknown(simplified.get(goal) as Expression, inside),
  );
  for (const [goal, value] of solveWith(() => knownExpression(hasUnknown ? unknown : no)))
    values.set(goal, value);
}

function dependsOnUnknown(expression: Expression, inside: ReadonlySet<string>): boolean {
  switch (expression.kind) {
    case 'known':
      return expression.value === unknown;
    case 'goal':
      return !inside.has(expression.goal);
    case 'exclusion':
      return (
        dependsOnUnknown(expression.base, inside) || dependsOnUnknown(expression.subtract, inside)
      );
    default:
      return expression.of.some((operand) => dependsOnUnknown(operand, inside));
  }
}

function solveGoals(goals: readonly string[], equations: Equations, values: Values): void {
  propagate(goals, equations, values);
  const rest = goals.filter((goal) => !values.has(goal));
  const members = new Set(rest);
  const valueOf = (goal: string): GoalTruth => values.get(goal) ?? unknown;
  const edgesOf = (goal: string): string[] =>
    goalsOf(simplify(equations.get(goal) as Expression, valueOf)).filter((on) => members.has(on));
  for (const component of components(rest, edgesOf)) {
    const [only] = component;
    if (component.length === 1 && !edgesOf(only as string).includes(only as string)) {
      values.set(only as string, evaluate(equations.get(only as string) as Expression, valueOf));
      continue;
    }
    // Values that were decided meanwhile may have split the component.
    propagate(component, equations, values);
    const open = component.filter((goal) => !values.has(goal));
    if (open.length < component.length || components(open, edgesOf).length > 1)
      solveGoals(open, equations, values);
    else solveComponent(open, equations, values);
  }
}

/**
 * Solves the equations of a check. Cycles take the least fixed point; an exclusion that depends on itself through its
 * subtracted side is false; a goal that was not read is unknown. A goal decided here stays so whatever is read later: `before` is the solution of a part.
 */
export function solve(equations: Equations, before?: Pick<Solution, 'valueOf'>): Solution {
  const values: Values = new Map();
  const open: string[] = [];
  for (const goal of equations.keys()) {
    const value = before?.valueOf(goal) ?? unknown;
    if (value === unknown) open.push(goal);
    else values.set(goal, value);
  }
  solveGoals(open, equations, values);
  const valueOf = (goal: string): GoalTruth => values.get(goal) ?? unknown;

  function explore(
    from: Iterable<string>,
    onUnread: (goal: string) => void,
    onReason: (reason: Reason) => void,
  ): void {
    const seen = new Set<string>();
    const waiting: string[] = [];
    const reach = (goal: string): void => {
      if (seen.has(goal) || valueOf(goal) !== unknown) return;
      seen.add(goal);
      if (equations.has(goal)) waiting.push(goal);
      else onUnread(goal);
    };
    const descend = (expression: Expression): void => {
      if (evaluate(expression, valueOf) !== unknown) return;
      if (expression.kind === 'known') {
        if (expression.reason) onReason(expression.reason);
      } else if (expression.kind === 'goal') reach(expression.goal);
      else if (expression.kind === 'exclusion') {
        descend(expression.base);
        descend(expression.subtract);
      } else expression.of.forEach(descend);
    };
    for (const goal of from) reach(goal);
    for (let goal = waiting.pop(); goal !== undefined; goal = waiting.pop())
      descend(equations.get(goal) as Expression);
  }

  return {
    valueOf,
    reasonsOf(goal) {
      const reasons = new Map<string, Reason>();
      explore(
        [goal],
        () => undefined,
        (reason) => void reasons.set(`${reason.code} ${reason.detail}`, reason),
      );
      return [...reasons.values()];
    },
    openUnder(goals) {
      const open: string[] = [];
      explore(
        goals,
        (goal) => void open.push(goal),
        () => undefined,
      );
      return open;
    },
  };
}
