import type { Finding } from '../language/finding.ts';
import type {
  ConditionJson,
  ModelJson,
  ParameterTypeJson,
  RelationReferenceJson,
  TypeDefinitionJson,
  UsersetJson,
} from '../language/model-json.ts';

type Path = Finding['path'];
type Members = Record<string, unknown>;

/**
 * Reads the JSON of a model into one form, whatever way it was spelled: what is empty is left out, so that the language
 * and its JSON have one checksum. What is not of the form is added to `findings`.
 */
export function readModel(input: unknown): { model: ModelJson; findings: Finding[] } {
  const findings: Finding[] = [];
  const wrong = (path: Path, detail: string, code: Finding['code'] = 'invalid_format'): void =>
    void findings.push({ path, code, detail });

  function members(value: unknown, path: Path, known: readonly string[]): Members {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      wrong(path, 'must be an object', value === undefined ? 'required' : 'invalid_format');
      return {};
    }
    for (const name of Object.keys(value))
      if (known.length > 0 && !known.includes(name))
        wrong([...path, name], 'is not a known property', 'unknown_member');
    return value as Members;
  }
  function text(value: unknown, path: Path): string {
    if (typeof value !== 'string')
      wrong(path, 'must be a string', value === undefined ? 'required' : 'invalid_format');
    return typeof value === 'string' ? value : '';
  }
  function list(value: unknown, path: Path): unknown[] {
    if (value !== undefined && !Array.isArray(value)) wrong(path, 'must be a list');
    return Array.isArray(value) ? value : [];
  }
  const mapped = <T>(value: Members, read: (item: unknown, name: string) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(value).map(([name, item]) => [name, read(item, name)]));

  function reference(value: unknown, path: Path): { relation: string } {
    const { object, relation } = members(value, path, ['object', 'relation']);
    if (object !== undefined && object !== '') wrong([...path, 'object'], 'must be empty');
    return { relation: text(relation, [...path, 'relation']) };
  }

  function children(value: unknown, path: Path): UsersetJson[] {
    const child = list(members(value, path, ['child'])['child'], [...path, 'child']);
    if (child.length === 0) wrong([...path, 'child'], 'needs at least one child', 'required');
    return child.map((item, i) => userset(item, [...path, 'child', i]));
  }

  function userset(value: unknown, path: Path): UsersetJson {
    const given = members(value, path, [
      'this',
      'computedUserset',
      'tupleToUserset',
      'union',
      'intersection',
      'difference',
    ]);
    const operators = Object.keys(given).filter(
      (name) => given[name] !== undefined && given[name] !== null,
    );
    if (operators.length !== 1) {
      wrong(path, 'must have exactly one operator');
      return { this: {} };
    }
    const operator = operators[0] as string;
    const at = [...path, operator];
    if (operator === 'computedUserset') return { computedUserset: reference(given[operator], at) };
    if (operator === 'union') return { union: { child: children(given[operator], at) } };
    if (operator === 'intersection')
      return { intersection: { child: children(given[operator], at) } };
    if (operator === 'difference') {
      const { base, subtract } = members(given[operator], at, ['base', 'subtract']);
      return {
        difference: {
          base: userset(base, [...at, 'base']),
          subtract: userset(subtract, [...at, 'subtract']),
        },
      };
    }
    if (operator === 'tupleToUserset') {
      const { tupleset, computedUserset } = members(given[operator], at, [
        'tupleset',
        'computedUserset',
      ]);
      return {
        tupleToUserset: {
          tupleset: reference(tupleset, [...at, 'tupleset']),
          computedUserset: reference(computedUserset, [...at, 'computedUserset']),
        },
      };
    }
    members(given[operator], at, []);
    return { this: {} };
  }

  function restriction(value: unknown, path: Path): RelationReferenceJson {
    const { type, relation, wildcard, condition } = members(value, path, [
      'type',
      'relation',
      'wildcard',
      'condition',
      'module',
      'source_info',
    ]);
    const isWildcard = wildcard !== undefined && wildcard !== null;
    const relationName =
      relation === undefined || relation === '' ? undefined : text(relation, [...path, 'relation']);
    if (isWildcard && relationName !== undefined)
      wrong(path, 'must have either relation or wildcard, not both');
    return {
      type: text(type, [...path, 'type']),
      ...(relationName === undefined ? {} : { relation: relationName }),
      ...(isWildcard ? { wildcard: {} } : {}),
      ...(condition === undefined || condition === ''
        ? {}
        : { condition: text(condition, [...path, 'condition']) }),
    };
  }

  function typeDefinition(value: unknown, path: Path): TypeDefinitionJson {
    const { type, relations, metadata } = members(value, path, ['type', 'relations', 'metadata']);
    const rewrites = mapped(
      relations === undefined || relations === null
        ? {}
        : members(relations, [...path, 'relations'], []),
      (item, name) => userset(item, [...path, 'relations', name]),
    );
    const about =
      metadata === undefined || metadata === null
        ? {}
        : members(metadata, [...path, 'metadata'], ['relations', 'module', 'source_info']);
    const at = [...path, 'metadata', 'relations'];
    const described =
      about['relations'] === undefined || about['relations'] === null
        ? {}
        : members(about['relations'], at, []);
    const restrictions = mapped(described, (item, name) => ({
      directly_related_user_types: list(
        members(item, [...at, name], ['directly_related_user_types', 'module', 'source_info'])[
          'directly_related_user_types'
        ],
        [...at, name, 'directly_related_user_types'],
      ).map((each, i) => restriction(each, [...at, name, 'directly_related_user_types', i])),
    }));
    for (const name of Object.keys(restrictions))
      if (!Object.hasOwn(rewrites, name))
        wrong([...at, name], 'is not a relation of the type', 'relation_not_found');
    const kept = Object.fromEntries(
      Object.entries(restrictions).filter(([, r]) => r.directly_related_user_types.length > 0),
    );
    return {
      type: text(type, [...path, 'type']),
      relations: rewrites,
      ...(Object.keys(kept).length > 0 ? { metadata: { relations: kept } } : {}),
    };
  }

  function parameter(value: unknown, path: Path): ParameterTypeJson {
    const { type_name: name, generic_types: generics } = members(value, path, [
      'type_name',
      'generic_types',
    ]);
    const items = list(generics, [...path, 'generic_types']).map((item, i) =>
      parameter(item, [...path, 'generic_types', i]),
    );
    return {
      type_name: text(name, [...path, 'type_name']),
      ...(items.length > 0 ? { generic_types: items } : {}),
    };
  }

  function condition(value: unknown, name: string): ConditionJson {
    const path = ['conditions', name];
    const given = members(value, path, ['name', 'expression', 'parameters', 'metadata']);
    if (given['name'] !== undefined && given['name'] !== name)
      wrong([...path, 'name'], 'must equal its key');
    const parameters =
      given['parameters'] === undefined
        ? {}
        : members(given['parameters'], [...path, 'parameters'], []);
    return {
      name,
      expression: text(given['expression'], [...path, 'expression']),
      parameters: mapped(parameters, (item, key) => parameter(item, [...path, 'parameters', key])),
    };
  }

  const top = members(input, [], ['schema_version', 'type_definitions', 'conditions', 'id']);
  const conditions =
    top['conditions'] === undefined || top['conditions'] === null
      ? {}
      : mapped(members(top['conditions'], ['conditions'], []), condition);
  return {
    model: {
      schema_version: text(top['schema_version'], ['schema_version']),
      type_definitions: list(top['type_definitions'], ['type_definitions']).map((item, i) =>
        typeDefinition(item, ['type_definitions', i]),
      ),
      ...(Object.keys(conditions).length > 0 ? { conditions } : {}),
    },
    findings,
  };
}
