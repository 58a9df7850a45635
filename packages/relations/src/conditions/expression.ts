import type { parse } from '@bufbuild/cel';

const maxExpressionBytes = 2_048;
const maxBrackets = 32;

/** An expression, parsed; of the library that will run it. */
export type ParsedExpression = ReturnType<typeof parse>;
type Node = Record<string, unknown> & { case?: string; value?: Record<string, unknown> };

function openBrackets(expression: string): number {
  let open = 0;
  let most = 0;
  for (const c of expression) {
    if ('([{'.includes(c)) most = Math.max(most, ++open);
    else if (')]}'.includes(c)) open--;
  }
  return most;
}

/** Bounds beyond which a text is not parsed. */
export function sizeFault(expression: string): string | undefined {
  const bytes = Buffer.byteLength(expression);
  if (bytes > maxExpressionBytes)
    return `must have at most ${maxExpressionBytes} bytes; it has ${bytes}`;
  return openBrackets(expression) > maxBrackets
    ? `must nest at most ${maxBrackets} brackets`
    : undefined;
}

/** Whether the body of a comprehension contains another one. Its range may be the result of one: costs add up instead of multiplying. */
export function nestsComprehensions(value: unknown, inBody = false): boolean {
  if (Array.isArray(value)) return value.some((item) => nestsComprehensions(item, inBody));
  if (typeof value !== 'object' || value === null) return false;
  const kind = value as Node;
  if (kind.case !== 'comprehensionExpr')
    return Object.values(value).some((item) => nestsComprehensions(item, inBody));
  const { iterRange, loopCondition, loopStep, result } = kind.value ?? {};
  return (
    inBody ||
    nestsComprehensions(iterRange, inBody) ||
    [loopCondition, loopStep, result].some((part) => nestsComprehensions(part, true))
  );
}

/** The first function that an expression calls and that is not there; `isCallable` is asked by name, arguments and target. */
export function missingFunction(
  value: unknown,
  isCallable: (name: string, argumentCount: number, hasTarget: boolean) => boolean,
): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const kind = value as Node;
  if (kind.case === 'callExpr') {
    const {
      function: name,
      args,
      target,
    } = kind.value as {
      function: string;
      args: unknown[];
      target?: unknown;
    };
    if (!isCallable(name, args.length, target !== undefined)) return name;
  }
  for (const part of Object.values(value)) {
    const missing = missingFunction(part, isCallable);
    if (missing !== undefined) return missing;
  }
  return undefined;
}

/** The names that an expression reads, except those that its comprehensions bind. */
export function freeNames(
  value: unknown,
  bound: readonly unknown[] = [],
  found = new Set<string>(),
): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return found;
  const kind = value as Node;
  if (kind.case === 'identExpr') {
    const name = kind.value?.['name'] as string;
    if (!bound.includes(name)) found.add(name);
  } else if (kind.case === 'comprehensionExpr') {
    const { iterVar, iterVar2, accuVar, iterRange, accuInit, ...within } = kind.value ?? {};
    for (const outside of [iterRange, accuInit]) freeNames(outside, bound, found);
    freeNames(Object.values(within), [...bound, iterVar, iterVar2, accuVar], found);
  } else {
    for (const part of Object.values(value)) freeNames(part, bound, found);
  }
  return found;
}
