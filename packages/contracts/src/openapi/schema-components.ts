import { z } from 'zod';
import type { JsonObject } from './json.ts';

/** The side of a schema: requests or responses. */
export type SchemaSide = 'input' | 'output';

/** Schemas of a document, stored once under their ids. */
export interface SchemaComponents {
  /**
   * Returns the JSON Schema (2020-12) of a side. A schema with an id, or with a given name, becomes
   * a component, and the result refers to it.
   */
  use(schema: z.ZodType, side: SchemaSide, name?: string): JsonObject;
  /** `components.schemas`. */
  all(): Record<string, JsonObject>;
}

const sorted = (record: Record<string, JsonObject>): Record<string, JsonObject> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Responses may gain members, so readers must not reject unknown ones. */
const openObjects = ({ jsonSchema }: { jsonSchema: JsonObject }): void => {
  if (jsonSchema['additionalProperties'] === false) delete jsonSchema['additionalProperties'];
};

function rename(node: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((item) => rename(item, names));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      const id =
        key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', '') : undefined;
      return [
        key,
        id === undefined ? rename(value, names) : `#/components/schemas/${names.get(id) ?? id}`,
      ];
    }),
  );
}

/**
 * Collects schemas. If the two sides of an id differ, the request side is stored under `{id}Input`.
 */
export function schemaComponents(): SchemaComponents {
  const components: Record<string, JsonObject> = {};

  function nameFor(name: string, side: SchemaSide, schema: JsonObject): string {
    const present = components[name];
    if (!present || JSON.stringify(present) === JSON.stringify(schema)) return name;
    return side === 'input' ? `${name}Input` : `${name}Output`;
  }

  function put(name: string, side: SchemaSide, schema: JsonObject): string {
    const chosen = nameFor(name, side, schema);
    components[chosen] ??= schema;
    return chosen;
  }

  /**
   * Names the definitions. A new name changes those that refer to it, so this repeats until no name
   * changes.
   */
  function namesOf(
    definitions: Record<string, JsonObject>,
    side: SchemaSide,
  ): ReadonlyMap<string, string> {
    const names = new Map<string, string>();
    for (let before = -1; before !== names.size;) {
      before = names.size;
      for (const [id, definition] of Object.entries(definitions)) {
        const name = nameFor(id, side, rename(definition, names) as JsonObject);
        if (name !== id) names.set(id, name);
      }
    }
    return names;
  }

  return {
    use(schema, side, name) {
      const {
        $schema: _,
        $defs = {},
        ...root
      } = z.toJSONSchema(schema, {
        target: 'draft-2020-12',
        io: side,
        unrepresentable: 'any',
        ...(side === 'output' ? { override: openObjects as never } : {}),
      }) as JsonObject & { $defs?: Record<string, JsonObject> };
      const names = namesOf($defs, side);
      for (const [id, definition] of Object.entries($defs))
        components[names.get(id) ?? id] ??= rename(definition, names) as JsonObject;
      const body = rename(root, names) as JsonObject;
      if (name === undefined || '$ref' in body) return body;
      return { $ref: `#/components/schemas/${put(name, side, body)}` };
    },
    all: () => sorted(components),
  };
}
