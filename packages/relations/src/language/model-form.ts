import type { Finding } from './finding.ts';
import type { ModelJson } from './model-json.ts';
import { readCondition } from './condition-form.ts';
import { itemsAt, mapAt, memberAt, objectAt, optionalObjectAt, textAt } from './json-place.ts';
import { readTypeDefinition } from './type-form.ts';

/**
 * Reads the JSON of a model into one form, whatever way it was spelled: what is empty is left out, so that the language
 * and its JSON have one checksum. What is not of the form is added to `findings`.
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
