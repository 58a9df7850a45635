import { inlineName } from '../conditions/inline-condition.ts';
import { isRelationName, isTypeName } from '../language/tuple-key.ts';
import type { Finding } from '../language/finding.ts';
import type { ModelJson, RelationReferenceJson, UsersetJson } from '../language/model-json.ts';
import { cycleFindings, operandsOf } from './relation-cycles.ts';

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

interface Declared {
  userset: UsersetJson;
  restrictions: RelationReferenceJson[];
}

const declaredIn = (model: ModelJson): Map<string, Map<string, Declared>> =>
  new Map(
    model.type_definitions.map(({ type, relations = {}, metadata }) => [
      type,
      new Map(
        Object.entries(relations).map(([name, userset]) => {
          const described = metadata?.relations;
          return [
            name,
            {
              userset,
              restrictions:
                (described && Object.hasOwn(described, name)
                  ? described[name]?.directly_related_user_types
                  : undefined) ?? [],
            },
          ];
        }),
      ),
    ]),
  );

const hasThis = (userset: UsersetJson): boolean =>
  userset.this !== undefined || operandsOf(userset).some(hasThis);

/** Every `type#relation` from which some subject can be reached: a least fixed point. */
function entryPoints(
  types: ReadonlyMap<string, ReadonlyMap<string, Declared>>,
): ReadonlySet<string> {
  const found = new Set<string>();
  const reaches = (
    type: string,
    restrictions: readonly RelationReferenceJson[],
    userset: UsersetJson,
  ): boolean => {
    const within = (operand: UsersetJson): boolean => reaches(type, restrictions, operand);
    if (userset.computedUserset) return found.has(`${type}#${userset.computedUserset.relation}`);
    if (userset.tupleToUserset) {
      const { tupleset, computedUserset } = userset.tupleToUserset;
      return (types.get(type)?.get(tupleset.relation)?.restrictions ?? []).some((r) =>
        found.has(`${r.type}#${computedUserset.relation}`),
      );
    }
    if (userset.union) return userset.union.child.some(within);
    if (userset.intersection) return userset.intersection.child.every(within);
    if (userset.difference)
      return within(userset.difference.base) && within(userset.difference.subtract);
    return restrictions.some(
      (r) => r.relation === undefined || found.has(`${r.type}#${r.relation}`),
    );
  };
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const [type, relations] of types)
      for (const [name, declared] of relations)
        if (reaches(type, declared.restrictions, declared.userset)) found.add(`${type}#${name}`);
  }
  return found;
}

/** The rules of the language itself. Every place of one relation is looked at, so all faults come at once. */
export function languageFindings(model: ModelJson): Finding[] {
  const findings: Finding[] = [];
  const wrong = (path: Path, code: Finding['code'], detail: string): void =>
    void findings.push({ path, code, detail });
  if (model.schema_version !== '1.1') wrong(['schema_version'], 'invalid_format', 'must be 1.1');
  if (model.type_definitions.length === 0)
    wrong(['type_definitions'], 'required', 'must have at least one type');
  const types = declaredIn(model);
  const seen = new Set<string>();

  function checkRewrite(type: string, userset: UsersetJson, path: Path): void {
    const relations = types.get(type);
    if (userset.computedUserset && !relations?.has(userset.computedUserset.relation)) {
      wrong(
        [...path, 'computedUserset', 'relation'],
        'relation_not_found',
        `refers to ${userset.computedUserset.relation}, which is not a relation of ${type}`,
      );
    }
    if (userset.tupleToUserset)
      checkTupleset(type, userset.tupleToUserset, [...path, 'tupleToUserset']);
    for (const kind of ['union', 'intersection'] as const)
      userset[kind]?.child.forEach((child, i) =>
        checkRewrite(type, child, [...path, kind, 'child', i]),
      );
    for (const side of ['base', 'subtract'] as const)
      if (userset.difference)
        checkRewrite(type, userset.difference[side], [...path, 'difference', side]);
  }

  function checkTupleset(
    type: string,
    { tupleset, computedUserset }: NonNullable<UsersetJson['tupleToUserset']>,
    path: Path,
  ): void {
    const declared = types.get(type)?.get(tupleset.relation);
    if (!declared)
      return wrong(
        [...path, 'tupleset', 'relation'],
        'relation_not_found',
        `refers to ${tupleset.relation}, which is not a relation of ${type}`,
      );
    if (
      !declared.userset.this ||
      declared.restrictions.some((r) => r.relation !== undefined || r.wildcard)
    ) {
      wrong(
        [...path, 'tupleset', 'relation'],
        'invalid_format',
        `refers to ${tupleset.relation}, which must be a direct relation to plain types`,
      );
    }
    if (!declared.restrictions.some((r) => types.get(r.type)?.has(computedUserset.relation))) {
      wrong(
        [...path, 'computedUserset', 'relation'],
        'relation_not_found',
        `refers to ${computedUserset.relation}, which does not exist in any type of ${tupleset.relation}`,
      );
    }
  }

  function checkRestrictions(restrictions: readonly RelationReferenceJson[], path: Path): void {
    const forms = new Set<string>();
    for (const [i, { type, relation, wildcard, condition }] of restrictions.entries()) {
      const at = [...path, i];
      if (!types.has(type))
        wrong([...at, 'type'], 'type_not_found', `refers to the unknown type ${type}`);
      else if (relation !== undefined && !types.get(type)?.has(relation))
        wrong(
          [...at, 'relation'],
          'relation_not_found',
          `refers to ${relation}, which is not a relation of ${type}`,
        );
      if (
        condition !== undefined &&
        condition !== inlineName &&
        !Object.hasOwn(model.conditions ?? {}, condition)
      )
        wrong([...at, 'condition'], 'not_found', `refers to the unknown condition ${condition}`);
      const form = JSON.stringify([type, relation, wildcard !== undefined, condition]);
      if (forms.has(form)) wrong(at, 'already_exists', 'is listed twice');
      forms.add(form);
    }
  }

  for (const [i, { type, relations = {} }] of model.type_definitions.entries()) {
    if (seen.has(type))
      wrong(['type_definitions', i, 'type'], 'already_exists', `repeats the type ${type}`);
    seen.add(type);
    for (const [name, userset] of Object.entries(relations)) {
      const path = ['type_definitions', i, 'relations', name];
      const restrictions = types.get(type)?.get(name)?.restrictions ?? [];
      checkRewrite(type, userset, path);
      checkRestrictions(restrictions, [
        'type_definitions',
        i,
        'metadata',
        'relations',
        name,
        'directly_related_user_types',
      ]);
      if (hasThis(userset) && restrictions.length === 0)
        wrong(
          path,
          'required',
          'must have directly related user types, because it is assigned directly',
        );
      if (!hasThis(userset) && restrictions.length > 0)
        wrong(
          path,
          'not_assignable',
          'must not have directly related user types, because it is never assigned directly',
        );
    }
  }
  // Where names are missing, reachability says nothing more.
  if (findings.length > 0) return findings;
  const cycles = cycleFindings(model);
  findings.push(...cycles);
  const isCyclic = (i: number, name: string): boolean =>
    cycles.some(({ path }) => path[1] === i && path[3] === name);
  const reached = entryPoints(types);
  for (const [i, { type, relations = {} }] of model.type_definitions.entries()) {
    for (const name of Object.keys(relations))
      if (!reached.has(`${type}#${name}`) && !isCyclic(i, name))
        wrong(
          ['type_definitions', i, 'relations', name],
          'invalid_format',
          'has no entry point, so no subject can ever have it',
        );
  }
  return findings;
}
