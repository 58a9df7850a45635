import { isCelError, parse, plan } from '@bufbuild/cel';
import type { CelInput } from '@bufbuild/cel';
import type { ConditionJson, ParameterTypeJson } from '../language/model-json.ts';
import { parameterTypeNames } from './compiled-condition.ts';
import type {
  CompiledCondition,
  ConditionOutcome,
  ParameterType,
  ParameterTypeName,
} from './compiled-condition.ts';
import { conditionEnv } from './condition-functions.ts';
import { UnfitValue, celValue } from './condition-value.ts';
import type { ParsedExpression } from './expression.ts';

/** The type of a parameter from OpenFGA's JSON; undefined when there is none such. */
export function parameterType(json: ParameterTypeJson, nesting = 0): ParameterType | undefined {
  const name = json.type_name.replace(/^TYPE_NAME_/, '').toLowerCase() as ParameterTypeName;
  const generics = json.generic_types ?? [];
  if (!parameterTypeNames.includes(name) || nesting > 5) return undefined;
  if (name !== 'list' && name !== 'map') return generics.length === 0 ? { name } : undefined;
  const generic =
    generics.length === 1
      ? parameterType(generics[0] as ParameterTypeJson, nesting + 1)
      : undefined;
  return generic && { name, generic };
}

/** Compiles a parsed expression. Evaluation is linear in the expression and its lists. */
export function compileExpression(
  name: string,
  types: ReadonlyMap<string, ParameterType>,
  parsed: ParsedExpression,
): CompiledCondition {
  const compute = plan(conditionEnv, parsed);

  function evaluate(context: Readonly<Record<string, unknown>>): ConditionOutcome {
    const missing = [...types.keys()].filter((key) => !Object.hasOwn(context, key)).sort();
    if (missing.length > 0) return { missing };
    const failed: string[] = [];
    const bindings: Record<string, CelInput> = Object.create(null) as Record<string, CelInput>;
    for (const [key, type] of types) {
      try {
        bindings[key] = celValue(type, context[key]);
      } catch (error) {
        if (!(error instanceof UnfitValue)) throw error;
        failed.push(`${key} ${error.message}`);
      }
    }
    if (failed.length > 0) return { failed };
    const value = compute(bindings);
    if (isCelError(value)) return { failed: [value.message] };
    return typeof value === 'boolean' ? { value } : { failed: ['the expression is not a boolean'] };
  }
  return { name, parameters: types, evaluate };
}

/** Compiles a condition that was checked when its model was written. */
export const compileCondition = (
  name: string,
  { expression, parameters = {} }: ConditionJson,
): CompiledCondition =>
  compileExpression(
    name,
    new Map(
      Object.entries(parameters).map(([key, json]): [string, ParameterType] => [
        key,
        parameterType(json) ?? { name: 'any' },
      ]),
    ),
    parse(expression),
  );
