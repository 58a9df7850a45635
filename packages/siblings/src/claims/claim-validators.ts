import { claimFormats } from '@platform/contracts';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';

/** Says whether a value is valid under a schema. Changes nothing. */
export type ClaimValidator = (value: unknown) => boolean;

/** The validator of a JSON Schema that is given as text. */
export type ClaimValidatorOf = (jsonSchema: string) => ClaimValidator;

/**
 * Compiles JSON Schemas (2020-12). Formats that a claim's schema may name are checked; nothing is coerced or filled in.
 * Throws where a schema cannot be compiled: bad keywords, formats that are not known, references that lead nowhere.
 */
export function claimCompiler(): (schema: Readonly<Record<string, unknown>>) => ClaimValidator {
  const ajv = new Ajv2020({
    addUsedSchema: false,
    allErrors: false,
    strict: false,
    strictSchema: true,
    logger: false,
  });
  addFormats.default(ajv, [...claimFormats]);
  return (given) => {
    // Under its `$id` the library would find it for another tenant's schema, or take a schema of its own away with it.
    const { $id: _, ...schema } = given;
    try {
      const validate = ajv.compile(schema);
      return (value) => {
        try {
          return validate(value);
        } catch {
          // It calls `valueOf` and `toString` of what it compares, which may be members of the value.
          return false;
        }
      };
    } finally {
      // It would keep every one for ever.
      ajv.removeSchema(schema);
    }
  };
}

const never: ClaimValidator = () => false;

/** Validators of schemas, compiled once a text; the `max` used last are kept. Under a schema that does not compile nothing is valid. */
export function claimValidators({ compile = claimCompiler(), max = 2_000 } = {}): ClaimValidatorOf {
  const compiled = new LRUCache<string, ClaimValidator>({ max });

  function compileText(jsonSchema: string): ClaimValidator {
    try {
      const schema: unknown = JSON.parse(jsonSchema);
      return typeof schema === 'object' && schema !== null && !Array.isArray(schema)
        ? compile(schema as Record<string, unknown>)
        : never;
    } catch {
      return never;
    }
  }

  return (jsonSchema) => {
    let validator = compiled.get(jsonSchema);
    if (!validator) compiled.set(jsonSchema, (validator = compileText(jsonSchema)));
    return validator;
  };
}
