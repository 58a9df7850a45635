import { RE2JS } from '@bufbuild/re2';
import { locale, pointerOf, timeZone } from '@platform/contracts';
import type { FieldError } from '@platform/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ValueRule } from './attribute-definition.ts';
import { valueSchema } from './value-schema.ts';
import type { JsonSchema } from './value-schema.ts';

/** Returns the errors of a value; pointers are relative to the value. Empty if it is valid. */
export type JudgeValue = (value: unknown) => FieldError[];

/** Patterns of tenants are matched in linear time. */
const linearRegExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern);
    return {
      test: (text: string) => compiled.test(text),
      // The library identifies patterns by their text.
      toString: () => `linear:${pattern}`,
    };
  },
  { code: 'linearRegExp' },
);

function newCompiler(): Ajv2020 {
  const ajv = new Ajv2020({
    addUsedSchema: false,
    allErrors: true,
    strict: false,
    strictSchema: true,
    logger: false,
    code: { regExp: linearRegExp },
  });
  addFormats.default(ajv, ['email', 'uri', 'uuid', 'ipv4', 'ipv6', 'date', 'date-time']);
  ajv.addFormat('language-tag', (text) => locale.safeParse(text).success);
  ajv.addFormat('time-zone', (text) => timeZone.safeParse(text).success);
  return ajv;
}

/** A compiler keeps every pattern that it compiles, so it is replaced after this many. */
const compilationsEach = 1_000;
let compiler = newCompiler();
let compilations = 0;

function compile(schema: JsonSchema): ValidateFunction {
  compilations += 1;
  if (compilations % compilationsEach === 0) compiler = newCompiler();
  try {
    return compiler.compile(schema);
  } finally {
    compiler.removeSchema(schema);
  }
}

const maxErrors = 20;

function fieldError({ keyword, instancePath, params, message }: ErrorObject): FieldError {
  const named = (name: unknown): string => `${instancePath}${pointerOf([String(name)])}`;
  if (keyword === 'required')
    return { pointer: named(params['missingProperty']), code: 'required', detail: 'is required' };
  if (keyword === 'additionalProperties')
    return {
      pointer: named(params['additionalProperty']),
      code: 'unknown_member',
      detail: 'is not a property of the schema',
    };
  return { pointer: instancePath, code: 'invalid_format', detail: message ?? 'is not valid' };
}

/** Compiles a JSON Schema. @throws if it cannot be compiled */
function schemaJudge(schema: JsonSchema): JudgeValue {
  const validate = compile(schema);
  return (value) =>
    validate(value) ? [] : (validate.errors ?? []).slice(0, maxErrors).map(fieldError);
}

export const valueJudge = (rule: ValueRule): JudgeValue => schemaJudge(valueSchema(rule));
