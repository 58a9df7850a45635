/** A fault of a schema, and its location. */
export interface ClaimSchemaFault {
  path: (string | number)[];
  code: 'schema_keyword_not_allowed' | 'invalid_format';
  message: string;
}

/** Maximum size of a schema in bytes, as JSON in UTF-8. */
export const maxClaimSchemaBytes = 8192;

/** Maximum nesting of schemas, and of an `enum` or `const`. */
export const maxClaimSchemaDepth = 5;

/** Supported formats. All are checked in time linear in the length of the text. */
export const claimFormats = [
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uuid',
  'json-pointer',
] as const;

const typeNames = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isUnique = (list: readonly unknown[]): boolean =>
  new Set(list.map((entry) => JSON.stringify(entry))).size === list.length;
const isTypeName = (value: unknown): boolean =>
  typeof value === 'string' && typeNames.includes(value);

/**
 * Returns the nesting depth of arrays and objects; 0 for anything else. Stops one level beyond
 * `limit`.
 */
export function jsonDepth(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (limit <= 0) return 1;
  return (
    1 +
    Object.values(value).reduce<number>(
      (deepest, member) => Math.max(deepest, jsonDepth(member, limit - 1)),
      0,
    )
  );
}

type Check = (value: unknown) => string | undefined;
const must =
  (holds: (value: unknown) => boolean, message: string): Check =>
  (value) =>
    holds(value) ? undefined : message;
const isFlat = (value: unknown): boolean =>
  jsonDepth(value, maxClaimSchemaDepth) <= maxClaimSchemaDepth;
const count = must(
  (n) => Number.isSafeInteger(n) && (n as number) >= 0,
  'must be an integer of at least 0',
);
const bound = must((n) => typeof n === 'number' && Number.isFinite(n), 'must be a number');

/** Keywords whose value is not a schema. */
const plain: Readonly<Record<string, Check>> = {
  type: must(
    (v) =>
      isTypeName(v) || (Array.isArray(v) && v.length > 0 && v.every(isTypeName) && isUnique(v)),
    `must be one or more of ${typeNames.join(', ')}`,
  ),
  enum: must(
    (v) => Array.isArray(v) && v.length > 0 && isUnique(v) && v.every(isFlat),
    `must be a list of unique values, nested at most ${maxClaimSchemaDepth} levels deep`,
  ),
  const: must(isFlat, `must be nested at most ${maxClaimSchemaDepth} levels deep`),
  format: must(
    (v) => (claimFormats as readonly unknown[]).includes(v),
    `must be one of ${claimFormats.join(', ')}`,
  ),
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minProperties: count,
  maxProperties: count,
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  required: must(
    (v) => Array.isArray(v) && v.every((name) => typeof name === 'string') && isUnique(v),
    'must be a list of unique names',
  ),
};

/** Keywords whose value is a schema. */
const inner: ReadonlySet<string> = new Set(['items', 'additionalProperties']);

/**
 * Keywords that a claim's schema may use. Excludes references, conditions and regular expressions,
 * which could be slow.
 */
export const claimSchemaKeywords: readonly string[] = [
  ...Object.keys(plain),
  ...inner,
  'properties',
];

type Path = ClaimSchemaFault['path'];
const invalid = (path: Path, message: string): ClaimSchemaFault => ({
  path,
  code: 'invalid_format',
  message,
});

function faultsOf(keyword: string, value: unknown, path: Path, depth: number): ClaimSchemaFault[] {
  if (inner.has(keyword)) return schemaFaults(value, path, depth + 1);
  if (keyword === 'properties') {
    if (!isObject(value)) return [invalid(path, 'must be an object of schemas')];
    return Object.entries(value).flatMap(([name, schema]) =>
      schemaFaults(schema, [...path, name], depth + 1),
    );
  }
  const check = Object.hasOwn(plain, keyword) ? plain[keyword] : undefined;
  if (!check)
    return [
      {
        path,
        code: 'schema_keyword_not_allowed',
        message: `is not a supported keyword; use ${claimSchemaKeywords.join(', ')}`,
      },
    ];
  const message = check(value);
  return message === undefined ? [] : [invalid(path, message)];
}

function schemaFaults(schema: unknown, path: Path, depth: number): ClaimSchemaFault[] {
  if (depth > maxClaimSchemaDepth)
    return [invalid(path, `must not nest schemas more than ${maxClaimSchemaDepth} levels deep`)];
  if (typeof schema === 'boolean' && depth > 1) return [];
  if (!isObject(schema))
    return [
      invalid(path, depth > 1 ? 'must be a schema: an object, true or false' : 'must be an object'),
    ];
  return Object.entries(schema).flatMap(([keyword, value]) =>
    faultsOf(keyword, value, [...path, keyword], depth),
  );
}

/**
 * Lists the faults of a claim's schema: it must be JSON Schema 2020-12 with these keywords only,
 * small and flat. Empty if there are none.
 */
export function claimSchemaFaults(schema: unknown): ClaimSchemaFault[] {
  if (new TextEncoder().encode(JSON.stringify(schema)).length > maxClaimSchemaBytes)
    return [invalid([], `must have at most ${maxClaimSchemaBytes} bytes`)];
  return schemaFaults(schema, [], 1);
}
