import type { Finding } from './finding.ts';
import type { ConditionJson, ModelJson, ParameterTypeJson } from './model-json.ts';
import {
  itemsAt,
  mapAt,
  memberAt,
  objectAt,
  optionalObjectAt,
  reportAt,
  textAt,
} from './json-node.ts';
import type { JsonNode } from './json-node.ts';
import { readTypeDefinition } from './type-form.ts';

/**
 * Reads the JSON of a model into its canonical form, without empty members, so that a model has the same checksum in both syntaxes.
 * Errors are added to `findings`.
 */
export function readModel(input: unknown): { model: ModelJson; findings: Finding[] } {
  const findings: Finding[] = [];
  const top = objectAt({ value: input, path: [], findings }, [
    'schema_version',
    'type_definitions',
    'conditions',
    'id',
  ]);
  const conditions = mapAt(optionalObjectAt(memberAt(top, 'conditions')), readCondition);
  const model = {
    schema_version: textAt(memberAt(top, 'schema_version')),
    type_definitions: itemsAt(memberAt(top, 'type_definitions')).map(readTypeDefinition),
    ...(Object.keys(conditions).length > 0 ? { conditions } : {}),
  };
  return { model, findings };
}

/** Reads a condition of a model, whose key is its name. */
function readCondition(node: JsonNode, key: string): ConditionJson {
  const condition = objectAt(node, ['name', 'expression', 'parameters', 'metadata']);
  const name = memberAt(condition, 'name');
  if (name.value !== undefined && name.value !== key) reportAt(name, 'must equal its key');
  const parameters = memberAt(condition, 'parameters');
  const given =
    parameters.value === undefined ? { ...parameters, value: {} } : objectAt(parameters);
  return {
    name: key,
    expression: textAt(memberAt(condition, 'expression')),
    parameters: mapAt(given, readParameter),
  };
}

function readParameter(node: JsonNode): ParameterTypeJson {
  const parameter = objectAt(node, ['type_name', 'generic_types']);
  const generics = itemsAt(memberAt(parameter, 'generic_types')).map(readParameter);
  return {
    type_name: textAt(memberAt(parameter, 'type_name')),
    ...(generics.length > 0 ? { generic_types: generics } : {}),
  };
}
