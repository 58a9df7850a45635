import { compileCondition } from '../conditions/condition.ts';
import { inlineName } from '../conditions/inline-condition.ts';
import type { CompiledCondition } from '../conditions/compiled-condition.ts';
import type { ModelJson, UsersetJson } from '../language/model-json.ts';

/** The rewrite of a relation: how its subjects are found. */
export type Rewrite =
  | { kind: 'this' }
  | { kind: 'computed'; relation: string }
  | { kind: 'tupleToUserset'; tupleset: string; computed: string }
  | { kind: 'union' | 'intersection'; children: Rewrite[] }
  | { kind: 'exclusion'; base: Rewrite; subtract: Rewrite };

/** A form of subject that a relation takes: `type`, `type#relation` or `type:*`, with a condition or with none. */
export interface TypeRestriction {
  type: string;
  relation?: string;
  wildcard: boolean;
  condition?: string;
}

export interface CompiledRelation {
  name: string;
  rewrite: Rewrite;
  restrictions: TypeRestriction[];
  /** For a relation used as a tupleset: the types of its subjects (plain subjects only). */
  tuplesetTypes: ReadonlySet<string>;
}

export interface CompiledType {
  name: string;
  relations: ReadonlyMap<string, CompiledRelation>;
}

/** A model, ready to be evaluated. Everything is a Map: a name is never a property. */
export interface CompiledModel {
  id: string;
  types: ReadonlyMap<string, CompiledType>;
  conditions: ReadonlyMap<string, CompiledCondition>;
  /** Whether its tuples may have inline conditions. */
  takesInline: boolean;
}

function rewriteOf(json: UsersetJson): Rewrite {
  if (json.computedUserset) return { kind: 'computed', relation: json.computedUserset.relation };
  if (json.tupleToUserset) {
    return {
      kind: 'tupleToUserset',
      tupleset: json.tupleToUserset.tupleset.relation,
      computed: json.tupleToUserset.computedUserset.relation,
    };
  }
  if (json.union) return { kind: 'union', children: json.union.child.map(rewriteOf) };
  if (json.intersection)
    return { kind: 'intersection', children: json.intersection.child.map(rewriteOf) };
  if (json.difference)
    return {
      kind: 'exclusion',
      base: rewriteOf(json.difference.base),
      subtract: rewriteOf(json.difference.subtract),
    };
  return { kind: 'this' };
}

const own = <T>(members: Record<string, T> | null | undefined, name: string): T | undefined =>
  members && Object.hasOwn(members, name) ? members[name] : undefined;

/** Compiles a model that the rules of the language allow (it was checked when it was written). */
export function compileModel(json: ModelJson, id = ''): CompiledModel {
  const types = json.type_definitions.map((definition): [string, CompiledType] => {
    const relations = Object.entries(definition.relations ?? {}).map(
      ([name, userset]): [string, CompiledRelation] => {
        const references =
          own(definition.metadata?.relations, name)?.directly_related_user_types ?? [];
        const restrictions = references.map(
          ({ type, relation, wildcard, condition }): TypeRestriction => ({
            type,
            wildcard: wildcard !== undefined,
            ...(relation ? { relation } : {}),
            ...(condition ? { condition } : {}),
          }),
        );
        const tuplesetTypes = new Set(
          restrictions.filter((r) => !r.wildcard && r.relation === undefined).map((r) => r.type),
        );
        return [name, { name, rewrite: rewriteOf(userset), restrictions, tuplesetTypes }];
      },
    );
    return [definition.type, { name: definition.type, relations: new Map(relations) }];
  });
  const conditions = Object.entries(json.conditions ?? {}).map(
    ([name, condition]): [string, CompiledCondition] => [name, compileCondition(name, condition)],
  );
  const takesInline = types.some(([, { relations }]) =>
    [...relations.values()].some(({ restrictions }) =>
      restrictions.some((r) => r.condition === inlineName),
    ),
  );
  return { id, types: new Map(types), conditions: new Map(conditions), takesInline };
}

/** The relation, where the model has it. */
export const relationOf = (
  model: CompiledModel,
  type: string,
  relation: string,
): CompiledRelation | undefined => model.types.get(type)?.relations.get(relation);

/** True when the relation's restrictions take this form of subject with this condition (or with none). */
export const allowsSubject = (
  relation: CompiledRelation,
  subject: { type: string; relation?: string; wildcard: boolean },
  condition: string | undefined,
): boolean =>
  relation.restrictions.some(
    (r) =>
      r.type === subject.type &&
      r.relation === subject.relation &&
      r.wildcard === subject.wildcard &&
      r.condition === condition,
  );
