import { Environment } from '@marcbachmann/cel-js';
import type { ASTNode } from '@marcbachmann/cel-js';
import { parse } from '@bufbuild/cel';
import type { Finding } from '../language/finding.ts';
import type { ConditionJson } from '../language/model-json.ts';
import { isRelationName } from '../keys/tuple-key.ts';
import type { CompiledCondition, ParameterType } from './compiled-condition.ts';
import { isCallable } from './condition-functions.ts';
import { maxItems } from './condition-value.ts';
import { compileExpression, parameterType } from './condition.ts';
import { freeNames, missingFunction, nestsComprehensions, sizeFault } from './expression.ts';

const maxNodes = 256;

class IpAddress {}

const base = new Environment({
  unlistedVariablesAreDyn: false,
  limits: { maxAstNodes: 4_096, maxDepth: 64, maxListElements: maxItems, maxMapEntries: maxItems },
})
  .registerType('ipaddress', { ctor: IpAddress, fields: {} })
  .registerFunction('ipaddress.in_cidr(string): bool', () => false)
  .registerFunction('ipaddress(string): ipaddress', () => new IpAddress())
  .registerOperator('ipaddress == ipaddress', () => false)
  // OpenFGA compares these with null, which they never are.
  .registerOperator('ipaddress == null', () => false)
  .registerOperator('google.protobuf.Timestamp == null', () => false)
  .registerOperator('google.protobuf.Duration == null', () => false);

const celNames: Partial<Record<ParameterType['name'], string>> = {
  any: 'dyn',
  timestamp: 'google.protobuf.Timestamp',
  duration: 'google.protobuf.Duration',
};

const celType = ({ name, generic }: ParameterType): string => {
  if (name === 'list') return `list<${celType(generic as ParameterType)}>`;
  if (name === 'map') return `map<string, ${celType(generic as ParameterType)}>`;
  return celNames[name] ?? name;
};

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value;

/** Nodes as they were written, before macros are unfolded. */
function nodesIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + nodesIn(item), 0);
  return isNode(value) ? 1 + nodesIn(value.args) : 0;
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] as string;

/** An error of a condition; the path is relative to it. */
export type ConditionFault = Finding;
const expressionFault = (code: Finding['code'], detail: string): { faults: ConditionFault[] } => ({
  faults: [{ path: ['expression'], code, detail }],
});

/**
 * A condition that has not been checked: its parameters, cost and type. Both libraries must accept the expression; the one
 * whose time is bounded by the text's length goes first. `inferred` takes names that no parameter declares for strings.
 */
export function checkedCondition(
  name: string,
  { expression, parameters = {} }: ConditionJson,
  { inferred = false } = {},
): { condition: CompiledCondition } | { faults: ConditionFault[] } {
  const types = new Map<string, ParameterType>();
  const faults: ConditionFault[] = [];
  for (const [key, json] of Object.entries(parameters)) {
    const type = parameterType(json);
    if (type) types.set(key, type);
    else
      faults.push({
        path: ['parameters', key],
        code: 'invalid_format',
        detail: 'has an unknown type',
      });
  }
  if (faults.length > 0) return { faults };
  const tooLarge = sizeFault(expression);
  if (tooLarge) return expressionFault('model_too_complex', tooLarge);
  try {
    const nodes = nodesIn(base.parse(expression).ast);
    if (nodes > maxNodes)
      return expressionFault(
        'model_too_complex',
        `must have at most ${maxNodes} nodes; it has ${nodes}`,
      );
    const parsed = parse(expression);
    if (nestsComprehensions(parsed.expr))
      return expressionFault('model_too_complex', 'must not nest comprehensions');
    for (const free of inferred ? freeNames(parsed.expr) : []) {
      if (types.has(free)) continue;
      if (!isRelationName(free))
        return expressionFault(
          'reserved',
          `uses ${free.slice(0, 50)}, which cannot be the name of a parameter`,
        );
      types.set(free, { name: 'string' });
    }
    const missing = missingFunction(parsed.expr, isCallable);
    if (missing !== undefined)
      return expressionFault(
        'invalid_format',
        `calls the unknown function ${missing.slice(0, 50)}`,
      );
    const env = base.clone();
    for (const [key, type] of types) env.registerVariable(key, celType(type));
    const { valid, type, error } = env.check(expression);
    if (!valid) return expressionFault('invalid_format', firstLine(error));
    if (type !== 'bool')
      return expressionFault('invalid_format', `must be a boolean expression; its type is ${type}`);
    return { condition: compileExpression(name, types, parsed) };
  } catch (error) {
    return expressionFault('invalid_format', firstLine(error));
  }
}
