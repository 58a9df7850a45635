import type { ConditionJson, ParameterTypeJson } from './model-json.ts';
import { itemsAt, mapAt, memberAt, objectAt, reportAt, textAt } from './json-place.ts';
import type { JsonPlace } from './json-place.ts';

/** Reads a condition of a model, whose key is its name. */
export function readCondition(place: JsonPlace, key: string): ConditionJson {
  const condition = objectAt(place, ['name', 'expression', 'parameters', 'metadata']);
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

function readParameter(place: JsonPlace): ParameterTypeJson {
  const parameter = objectAt(place, ['type_name', 'generic_types']);
  const generics = itemsAt(memberAt(parameter, 'generic_types')).map(readParameter);
  return {
    type_name: textAt(memberAt(parameter, 'type_name')),
    ...(generics.length > 0 ? { generic_types: generics } : {}),
  };
}
