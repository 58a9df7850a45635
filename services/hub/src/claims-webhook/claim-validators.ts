import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';

/** Says whether a value is valid under a schema. */
export type ClaimValidator = (value: unknown) => boolean;

const never: ClaimValidator = () => false;

/** Validators of JSON Schemas (2020-12), compiled once a text. Nothing is coerced or filled in; under a schema that does not compile nothing is valid. */
export function claimValidators({ max = 2_000 } = {}): (jsonSchema: string) => ClaimValidator {
  // A schema registered under its own `$id` would be found by another tenant's.
  const ajv = new Ajv2020({ addUsedSchema: false, allErrors: false, strict: false, strictSchema: true, logger: false });
  addFormats.default(ajv);
  const compiled = new LRUCache<string, ClaimValidator>({ max });

  function compile(jsonSchema: string): ClaimValidator {
    try {
      const schema = JSON.parse(jsonSchema) as object;
      const validate = ajv.compile(schema);
      // Kept here, by its text; the library would keep every one for ever.
      ajv.removeSchema(schema);
      return (value) => validate(value);
    } catch {
      return never;
    }
  }

  return (jsonSchema) => {
    let validator = compiled.get(jsonSchema);
    if (!validator) compiled.set(jsonSchema, (validator = compile(jsonSchema)));
    return validator;
  };
}
