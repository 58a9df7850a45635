import { z } from 'zod';
import type { AnyKind } from '../kinds/kind.ts';
import { isObject } from '../members/members.ts';
import type { Members } from '../members/members.ts';

const schemas = new WeakMap<z.ZodType, Members>();

/** The JSON Schema of what a caller sends. */
export function inputSchemaOf(schema: z.ZodType): Members {
  const known = schemas.get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
  }) as Members;
  schemas.set(schema, made);
  return made;
}

function resolved(node: unknown, root: Members): Members[] {
  if (!isObject(node)) return [];
  const { $ref, anyOf, oneOf, allOf } = node;
  const definitions = root['$defs'];
  const target =
    typeof $ref === 'string' && isObject(definitions)
      ? definitions[$ref.replace('#/$defs/', '')]
      : undefined;
  const forms = [anyOf, oneOf, allOf].flatMap((list): unknown[] =>
    Array.isArray(list) ? list : [],
  );
  return [
    node,
    ...(target === undefined ? [] : resolved(target, root)),
    ...forms.flatMap((form) => resolved(form, root)),
  ];
}

function stepInto(node: Members, name: string): unknown {
  const { properties, items, additionalProperties } = node;
  if (isObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  return /^\d+$/.test(name) && items !== undefined ? items : additionalProperties;
}

/** Lists the names of the members that an object at a path can have. */
export function memberNamesAt(kind: AnyKind, path: readonly string[]): string[] {
  if (path.length === 0) return [...kind.members];
  const root = inputSchemaOf(kind.schema);
  const nodes = path.reduce<Members[]>(
    (found, name) => found.flatMap((node) => resolved(stepInto(node, name), root)),
    resolved(root, root),
  );
  return [
    ...new Set(
      nodes.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : [])),
    ),
  ];
}
