import { byName, byNameWithPattern, idValue } from './example-values.ts';
import type { JsonObject } from './json.ts';

type Schemas = Readonly<Record<string, JsonObject>>;

const alphabet = '01h455vb4pex5vsknk084sn02q';
const maxDepth = 6;

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-11-20T09:30:00.000Z',
  date: '2026-11-20',
  uri: 'https://example.com/path',
  email: 'ada@example.com',
  uuid: '0190163d-8694-739b-aea5-966c26f8ad91',
  ipv4: '203.0.113.7',
  ipv6: '2001:db8::7',
  byte: 'cGxhdGZvcm0=',
};

/** Returns a value that matches a simple pattern: an id's prefix, a scope, a hash. */
function fromPattern(pattern: string): string | undefined {
  const id = /^\^([a-z]+_)\[0-7\]/.exec(pattern);
  if (id) return `${id[1]}${alphabet}`;
  return [
    'example',
    'ada@example.com',
    'en',
    'https://example.com',
    '203.0.113.0/24',
    'user:ada',
    '2026-11-20T09:30:00.000Z',
    'PT1H',
    '#0b5cad',
    'document:readme',
    'tenant:users.read',
    'https://claims.example.com/plan',
    'Example',
    'example.com',
    'displayName',
    '/displayName',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'DE',
    'A1B2C3D4E5',
    '2026-11-20',
    'urn:ietf:params:scim:schemas:core:2.0:User:title',
    '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49…\n-----END PRIVATE KEY-----\n',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    '0',
    'a',
    'A',
  ].find((one) => new RegExp(pattern, 'u').test(one));
}

function textExample(schema: JsonObject, name: string, owner: string | undefined): string {
  const {
    pattern,
    format,
    minLength = 0,
    maxLength = Infinity,
  } = schema as {
    pattern?: string;
    format?: string;
    minLength?: number;
    maxLength?: number;
  };
  const fits = (text: string | undefined): text is string =>
    text !== undefined &&
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text));
  const known = [
    format && byFormat[format],
    byName[name],
    pattern && byNameWithPattern[name],
    idValue(name, owner),
    pattern && fromPattern(pattern),
    'example',
  ].find((one) => fits(one || undefined));
  return known ?? 'example'.padEnd(minLength, '-').slice(0, maxLength);
}

function numberExample({ minimum, maximum, exclusiveMinimum }: JsonObject): number {
  const least = (minimum as number | undefined) ?? (exclusiveMinimum as number | undefined);
  const value =
    least === undefined ? 1 : Math.max(1, least + (exclusiveMinimum === undefined ? 0 : 1));
  return Math.min(value, (maximum as number | undefined) ?? value);
}

const hasDefault = ({ default: value, minItems = 0 }: JsonObject): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length < (minItems as number));

/**
 * Returns a value that a schema accepts, the same at every call: its own `examples`, `default` or
 * `enum` take precedence. Includes shallow optional members; uses the non-null branch of nullable
 * values. `owner`: the name of the schema that has the member `name`.
 * @returns undefined if no example can be built (free-form JSON).
 */
export function exampleOf(
  schema: JsonObject,
  schemas: Schemas,
  name = '',
  depth = 0,
  owner?: string,
): unknown {
  const { $ref, examples, anyOf, oneOf, allOf } = schema as {
    $ref?: string;
    examples?: unknown[];
    anyOf?: JsonObject[];
    oneOf?: JsonObject[];
    allOf?: JsonObject[];
  };
  if ($ref) {
    const component = $ref.replace('#/components/schemas/', '');
    const target = schemas[component];
    return target && depth <= maxDepth
      ? exampleOf(target, schemas, name, depth + 1, component)
      : undefined;
  }
  if (examples && examples.length > 0) return examples[0];
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (hasDefault(schema)) return schema['default'];
  const branches = (anyOf ?? oneOf ?? []).filter((one) => one['type'] !== 'null');
  const [choice] = branches;
  if (choice || allOf) {
    const { anyOf: _, oneOf: __, allOf: ___, ...own } = schema;
    const parts = [choice ? branchOf(choice, branches.slice(1), own) : own, ...(allOf ?? [])]
      .map((one) => exampleOf(one, schemas, name, depth, owner))
      .filter((one) => one !== undefined);
    const areObjects = parts.every(
      (one) => typeof one === 'object' && one !== null && !Array.isArray(one),
    );
    return areObjects && parts.length > 0 ? Object.assign({}, ...parts) : parts.at(-1);
  }
  const types = ([] as unknown[]).concat(schema['type'] ?? []);
  switch (types.find((type) => type !== 'null') ?? types[0]) {
    case 'string':
      return textExample(schema, name, owner);
    case 'integer':
    case 'number':
      return numberExample(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return arrayExample(schema, schemas, name, depth);
    case 'object':
      return objectExample(schema, schemas, depth, owner);
    default:
      return undefined;
  }
}

/**
 * Completes a branch that only restricts its surrounding object with that object's properties,
 * except those of other branches.
 */
function branchOf(branch: JsonObject, others: readonly JsonObject[], own: JsonObject): JsonObject {
  const { properties } = own as { properties?: Record<string, JsonObject> };
  if (!properties || branch['$ref']) return branch;
  const narrowed = (branch['properties'] ?? {}) as Record<string, JsonObject>;
  const required = (branch['required'] ?? []) as string[];
  const foreign = new Set(
    others
      .flatMap((other) => (other['required'] ?? []) as string[])
      .filter((name) => !required.includes(name)),
  );
  return {
    ...own,
    required: [...((own['required'] ?? []) as string[]), ...required],
    properties: Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => !foreign.has(name))
        .map(([name, property]) => [name, { ...property, ...narrowed[name] }]),
    ),
  };
}

function arrayExample(
  { items, minItems = 0 }: JsonObject,
  schemas: Schemas,
  name: string,
  depth: number,
): unknown[] {
  const item = items
    ? exampleOf(items as JsonObject, schemas, name.replace(/s$/, ''), depth + 1)
    : undefined;
  if (item === undefined || (depth > maxDepth && minItems === 0)) return [];
  return Array.from({ length: Math.max(1, minItems as number) }, () => item);
}

function objectExample(
  schema: JsonObject,
  schemas: Schemas,
  depth: number,
  owner: string | undefined,
): JsonObject {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  const memberExample = (property: JsonObject, name: string): unknown => {
    const example = exampleOf(property, schemas, name, depth + 1, owner);
    return example === undefined && required.includes(name) ? 'example' : example;
  };
  const entries = Object.entries(properties)
    .filter(([name]) => required.includes(name) || depth < 2)
    .map(([name, property]) => [name, memberExample(property, name)] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}
