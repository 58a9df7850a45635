import { claimFormats } from '@platform/contracts';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import { versionOf } from './claim-schema-record.ts';
import type { ClaimSchemaRecord } from './claim-schema-record.ts';

/** Says whether a value is valid under a schema. */
export type ClaimValidator = (value: unknown) => boolean;

/** Compiles schemas (2020-12). Formats are checked, nothing is coerced or filled in. Throws where a schema cannot be compiled. */
export function claimCompiler(): (schema: Record<string, unknown>) => ClaimValidator {
  const ajv = new Ajv2020({ addUsedSchema: false, strict: false, strictSchema: true, logger: false });
  addFormats.default(ajv, [...claimFormats]);
  return (schema) => {
    const validate = ajv.compile(schema);
    // The library would keep every one for ever.
    ajv.removeSchema(schema);
    return (value) => validate(value);
  };
}

const never: ClaimValidator = () => false;

/** Validators of stored schemas, compiled once a revision. Under a schema that does not compile nothing is valid. */
export function claimValidators(compile = claimCompiler(), { max = 2_000 } = {}) {
  const compiled = new LRUCache<string, ClaimValidator>({ max });
  return function validatorOf(tenantId: string, schema: Pick<ClaimSchemaRecord, 'claimName' | 'schema' | 'createdAt' | 'revision'>): ClaimValidator {
    const key = `${tenantId} ${schema.claimName} ${versionOf(schema)}`;
    const known = compiled.get(key);
    if (known) return known;
    let validator = never;
    try {
      validator = compile(schema.schema);
    } catch { /* it was stored by a release that took more */ }
    compiled.set(key, validator);
    return validator;
  };
}

/** See {@link claimValidators}. */
export type ValidatorOf = ReturnType<typeof claimValidators>;
