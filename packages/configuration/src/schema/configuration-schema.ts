import { inputSchemaOf } from '../files/member-names.ts';
import type { AnyKind, Reference } from '../kinds/kind.ts';
import { kinds } from '../kinds/kinds.ts';
import { isObject } from '../members/members.ts';
import type { Members } from '../members/members.ts';

type JsonSchema = Members;

const secretSchema: JsonSchema = {
  type: 'string',
  pattern: '^\\$\\{env:[A-Za-z_][A-Za-z0-9_]*\\}$',
  description: 'A secret: a reference to the environment, such as ${env:NAME}.',
};

const nameSchema = ({ to }: Reference): JsonSchema => ({
  type: 'string',
  description: `The name of a ${to.name}: ${to.key.join(' and ') || 'there is one'}.`,
});

/** Replaces the schemas at a path of members, in every form that has it. */
function withSchemaAt(node: unknown, steps: readonly string[], next: JsonSchema): unknown {
  const [step, ...rest] = steps;
  if (Array.isArray(node)) return node.map((form) => withSchemaAt(form, steps, next));
  if (!isObject(node)) return node;
  if (step === undefined) return next;
  return Object.fromEntries(
    Object.entries(node).map(([keyword, value]) => {
      if (['anyOf', 'oneOf', 'allOf'].includes(keyword))
        return [keyword, withSchemaAt(value, steps, next)];
      const isEach = step === '*' && (keyword === 'items' || keyword === 'additionalProperties');
      if (isEach) return [keyword, withSchemaAt(value, rest, next)];
      if (keyword !== 'properties' || !isObject(value)) return [keyword, value];
      return [
        keyword,
        Object.fromEntries(
          Object.entries(value).map(([name, member]) => [
            name,
            name === step || step === '*' ? withSchemaAt(member, rest, next) : member,
          ]),
        ),
      ];
    }),
  );
}

const inlined = (node: unknown, definitions: Members, seen: readonly string[] = []): unknown => {
  if (Array.isArray(node)) return node.map((entry) => inlined(entry, definitions, seen));
  if (!isObject(node)) return node;
  const { $ref, ...rest } = node;
  const id = typeof $ref === 'string' ? $ref.replace('#/$defs/', '') : undefined;
  // A condition of a login flow contains conditions.
  if (id !== undefined && seen.includes(id)) return rest;
  const target = id === undefined ? {} : inlined(definitions[id], definitions, [...seen, id]);
  return {
    ...(target as Members),
    ...Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [name, inlined(value, definitions, seen)]),
    ),
  };
};

function withAdditional(kind: AnyKind, schema: JsonSchema): JsonSchema {
  const { properties = {}, required = [] } = kind.additional ? inputSchemaOf(kind.additional) : {};
  const add = (node: JsonSchema): JsonSchema => {
    const { oneOf, anyOf } = node;
    if (!isObject(node['properties']) && (oneOf ?? anyOf))
      return {
        ...node,
        ...(Array.isArray(oneOf) && { oneOf: oneOf.map((form) => add(form as JsonSchema)) }),
        ...(Array.isArray(anyOf) && { anyOf: anyOf.map((form) => add(form as JsonSchema)) }),
      };
    const all = { ...(properties as Members), ...(node['properties'] as Members) };
    const names = [...(required as string[]), ...((node['required'] as string[]) ?? [])];
    return {
      ...node,
      properties: Object.fromEntries(
        Object.entries(all).filter(([name]) => kind.members.includes(name)),
      ),
      required: [
        ...new Set([...names, ...kind.key.filter((name) => name in all && kind.key.length === 1)]),
      ],
    };
  };
  return add(schema);
}

/** The schema of one resource of a kind, as files contain it. */
function resourceSchema(kind: AnyKind): JsonSchema {
  const { $defs = {}, $schema: _, ...root } = inputSchemaOf(kind.schema);
  const plain = withAdditional(kind, inlined(root, $defs as Members) as JsonSchema);
  const replacements: [string, JsonSchema][] = [
    ...kind.secrets.map(({ at }): [string, JsonSchema] => [at, secretSchema]),
    ...kind.references.flatMap((reference): [string, JsonSchema][] =>
      typeof reference.at === 'string' ? [[reference.at, nameSchema(reference)]] : [],
    ),
  ];
  return replacements.reduce<unknown>(
    (schema, [at, next]) => withSchemaAt(schema, at.split('/'), next),
    plain,
  ) as JsonSchema;
}

/**
 * Returns the JSON Schema (2020-12) of configuration files, for editors. `$defs` has the schema of each kind, by its name; a file
 * contains one resource or a list of them.
 */
export function configurationSchema(): JsonSchema {
  const each = kinds.map((kind): [string, JsonSchema] => {
    const resource = { $ref: `#/$defs/${kind.name}/$defs/resource` };
    return [
      kind.name,
      {
        title: kind.name,
        description: `Files: ${kind.path}.yaml, or files below ${kind.path}/.`,
        anyOf: [resource, { type: 'array', items: resource }],
        $defs: { resource: resourceSchema(kind) },
      },
    ];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of a tenant',
    $defs: Object.fromEntries(each),
  };
}
