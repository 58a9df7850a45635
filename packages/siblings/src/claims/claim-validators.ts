import { claimFormats } from '@platform/contracts';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';

/** Whether a value is valid under a schema. Does not modify the value. */
export type ClaimValidator = (value: unknown) => boolean;

/** Returns the validator of a JSON Schema given as text. */
export type ClaimValidatorOf = (jsonSchema: string) => ClaimValidator;

/**
 * Creates a compiler of JSON Schemas (2020-12). Checks the formats that a claim's schema may use;
 * coerces and completes nothing. The compiler throws for an invalid schema: bad keywords, unknown
 * formats, dangling references.
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
    // By its `$id`, the library would return it for another tenant's schema, or remove one of its
    // own with it.
    const { $id: _, ...schema } = given;
    try {
      const validate = ajv.compile(schema);
      return (value) => {
        try {
          return validate(value);
        } catch {
          // The library calls `valueOf` and `toString` of compared values, which a claim's value
          // may define as members.
          return false;
        }
      };
    } finally {
      // The library would keep every schema forever.
      ajv.removeSchema(schema);
    }
  };
}

const never: ClaimValidator = () => false;

/**
 * Caches compiled validators by text of the schema; keeps the `max` most recently used ones. Under
 * a schema that does not compile, no value is valid.
 */
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
