import { checkedCondition } from '../conditions/checked-condition.ts';
import { inlineName } from '../conditions/inline-condition.ts';
import { isRelationName, isTypeName } from '../keys/tuple-key.ts';
import type { Finding } from '../language/finding.ts';
import type { ModelJson, UsersetJson } from '../language/model-json.ts';
import { operandsOf } from './relation-cycles.ts';

type Path = Finding['path'];

/** The limits of a model; all inclusive. */
export interface ModelLimits {
  maxObjectTypes: number;
  maxRelationsPerType: number;
  maxModelBytes: number;
  maxRewriteNestingDepth: number;
}

const nameDetail = (max: number) =>
  `must have 1 to ${max} characters without : # @ *, white space or control characters, and not be a keyword`;

/** Names of types, relations, conditions and parameters. */
export function nameFindings(model: ModelJson): Finding[] {
  const findings: Finding[] = [];
  const relationLike = (name: string, path: Path): void => {
    if (!isRelationName(name))
      findings.push({ path, code: 'invalid_format', detail: nameDetail(50) });
  };
  for (const [i, { type, relations = {} }] of model.type_definitions.entries()) {
    if (!isTypeName(type))
      findings.push({
        path: ['type_definitions', i, 'type'],
        code: 'invalid_format',
        detail: nameDetail(254),
      });
    for (const name of Object.keys(relations))
      relationLike(name, ['type_definitions', i, 'relations', name]);
  }
  for (const [name, { parameters = {} }] of Object.entries(model.conditions ?? {})) {
    relationLike(name, ['conditions', name]);
    if (name === inlineName)
      findings.push({
        path: ['conditions', name],
        code: 'reserved',
        detail: 'is reserved for inline conditions of tuples; a model cannot declare it',
      });
    for (const parameter of Object.keys(parameters))
      relationLike(parameter, ['conditions', name, 'parameters', parameter]);
  }
  return findings;
}

/** How many types, and relations of a type. */
export function countFindings(model: ModelJson, limits: ModelLimits): Finding[] {
  const findings: Finding[] = [];
  const types = model.type_definitions.length;
  if (types > limits.maxObjectTypes)
    findings.push({
      path: ['type_definitions'],
      code: 'max_object_types',
      detail: `must have at most ${limits.maxObjectTypes} types; it has ${types}`,
    });
  for (const [i, { relations = {} }] of model.type_definitions.entries()) {
    const count = Object.keys(relations).length;
    if (count > limits.maxRelationsPerType) {
      findings.push({
        path: ['type_definitions', i, 'relations'],
        code: 'max_relations_per_type',
        detail: `must have at most ${limits.maxRelationsPerType} relations; it has ${count}`,
      });
    }
  }
  return findings;
}

/** Unions, intersections and exclusions on the longest way from the root to a leaf; a leaf is 0. */
export const nestingOf = (userset: UsersetJson): number => {
  const operands = operandsOf(userset);
  return operands.length === 0 ? 0 : 1 + Math.max(...operands.map(nestingOf));
};

/** Rewrites that are nested too deep. */
export function nestingFindings(model: ModelJson, limits: ModelLimits): Finding[] {
  return model.type_definitions.flatMap(({ relations = {} }, i) =>
    Object.entries(relations).flatMap(([name, userset]): Finding[] => {
      const nesting = nestingOf(userset);
      return nesting <= limits.maxRewriteNestingDepth
        ? []
        : [
            {
              path: ['type_definitions', i, 'relations', name],
              code: 'max_rewrite_nesting_depth',
              detail: `must be nested at most ${limits.maxRewriteNestingDepth} levels deep; it is nested ${nesting} levels`,
            },
          ];
    }),
  );
}

const maxConditions = 50;

/** Conditions of a model: their number, and each by itself. */
export function conditionFindings(model: ModelJson): Finding[] {
  const conditions = Object.entries(model.conditions ?? {});
  if (conditions.length > maxConditions)
    return [
      {
        path: ['conditions'],
        code: 'model_too_complex',
        detail: `must have at most ${maxConditions} conditions; it has ${conditions.length}`,
      },
    ];
  return conditions.flatMap(([name, condition]): Finding[] => {
    const checked = checkedCondition(name, condition);
    return 'faults' in checked
      ? checked.faults.map((fault) => ({ ...fault, path: ['conditions', name, ...fault.path] }))
      : [];
  });
}
