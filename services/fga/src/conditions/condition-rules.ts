import { Environment } from '@marcbachmann/cel-js';
import type { ASTNode } from '@marcbachmann/cel-js';
import { parse } from '@bufbuild/cel';
import type { Finding } from '../models/finding.ts';
import type { ConditionJson, ModelJson } from '../models/model-json.ts';
import type { ParameterType } from './compiled-condition.ts';
import { maxItems } from './condition-value.ts';
import { compileCondition, parameterType } from './condition.ts';

const maxConditions = 50;
const maxExpressionBytes = 2_048;
const maxNodes = 256;
const maxBrackets = 32;

class IpAddress {}

const base = new Environment({ unlistedVariablesAreDyn: false, limits: { maxAstNodes: 4_096, maxDepth: 64, maxListElements: maxItems, maxMapEntries: maxItems } })
  .registerType('ipaddress', { ctor: IpAddress, fields: {} })
  .registerFunction('ipaddress.in_cidr(string): bool', () => false)
  .registerFunction('ipaddress(string): ipaddress', () => new IpAddress())
  .registerOperator('ipaddress == ipaddress', () => false);

const celNames: Partial<Record<ParameterType['name'], string>> = { any: 'dyn', timestamp: 'google.protobuf.Timestamp', duration: 'google.protobuf.Duration' };

const celType = ({ name, generic }: ParameterType): string => {
  if (name === 'list') return `list<${celType(generic as ParameterType)}>`;
  if (name === 'map') return `map<string, ${celType(generic as ParameterType)}>`;
  return celNames[name] ?? name;
};

const isNode = (value: unknown): value is ASTNode => typeof value === 'object' && value !== null && 'op' in value && 'args' in value;

/** Nodes as they were written, before macros are unfolded. */
function nodesIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + nodesIn(item), 0);
  return isNode(value) ? 1 + nodesIn(value.args) : 0;
}

/** Does a comprehension's body hold another one? What it runs over may come out of one: that only adds. */
function nestsComprehensions(value: unknown, inBody = false): boolean {
  if (Array.isArray(value)) return value.some((item) => nestsComprehensions(item, inBody));
  if (typeof value !== 'object' || value === null) return false;
  const kind = value as { case?: string; value?: Record<string, unknown> };
  if (kind.case !== 'comprehensionExpr') return Object.values(value).some((item) => nestsComprehensions(item, inBody));
  const { iterRange, loopCondition, loopStep, result } = kind.value ?? {};
  return inBody || nestsComprehensions(iterRange, inBody) || [loopCondition, loopStep, result].some((part) => nestsComprehensions(part, true));
}

function openBrackets(expression: string): number {
  let open = 0;
  let most = 0;
  for (const c of expression) {
    if ('([{'.includes(c)) most = Math.max(most, ++open);
    else if (')]}'.includes(c)) open--;
  }
  return most;
}

const firstLine = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] as string;

function expressionFinding(name: string, condition: ConditionJson, types: ReadonlyMap<string, ParameterType>): Pick<Finding, 'code' | 'detail'> | undefined {
  const { expression } = condition;
  const bytes = Buffer.byteLength(expression);
  if (bytes > maxExpressionBytes) return { code: 'model_too_complex', detail: `has ${bytes} bytes, ${maxExpressionBytes} at most` };
  if (openBrackets(expression) > maxBrackets) return { code: 'model_too_complex', detail: `has more than ${maxBrackets} brackets open at once` };
  try {
    const env = base.clone();
    for (const [key, type] of types) env.registerVariable(key, celType(type));
    const typed = env.parse(expression);
    const nodes = nodesIn(typed.ast);
    if (nodes > maxNodes) return { code: 'model_too_complex', detail: `has ${nodes} nodes, ${maxNodes} at most` };
    const { valid, type, error } = typed.check();
    if (!valid) return { code: 'invalid_format', detail: firstLine(error) };
    if (type !== 'bool') return { code: 'invalid_format', detail: `must be a boolean, it is ${type}` };
    if (nestsComprehensions(parse(expression).expr)) return { code: 'model_too_complex', detail: 'has a comprehension within a comprehension' };
    compileCondition(name, condition);
  } catch (error) {
    return { code: 'invalid_format', detail: firstLine(error) };
  }
  return undefined;
}

/** Conditions: their number, parameters, cost and type. Both libraries must accept an expression. */
export function conditionFindings(model: ModelJson): Finding[] {
  const conditions = Object.entries(model.conditions ?? {});
  if (conditions.length > maxConditions) return [{ path: ['conditions'], code: 'model_too_complex', detail: `has ${conditions.length} conditions, ${maxConditions} at most` }];
  return conditions.flatMap(([name, condition]): Finding[] => {
    const types = new Map<string, ParameterType>();
    const findings: Finding[] = [];
    for (const [key, json] of Object.entries(condition.parameters ?? {})) {
      const type = parameterType(json);
      if (type) types.set(key, type);
      else findings.push({ path: ['conditions', name, 'parameters', key], code: 'invalid_format', detail: 'is of a type that does not exist' });
    }
    const found = findings.length === 0 ? expressionFinding(name, condition, types) : undefined;
    return found ? [{ path: ['conditions', name, 'expression'], ...found }] : findings;
  });
}
