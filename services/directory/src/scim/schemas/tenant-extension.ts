import type {
  AttributeSchema,
  AttributeDefinition,
} from '../../attribute-schema/attribute-schema.ts';
import { attribute } from './attribute.ts';
import type { Attribute, ResourceSchema, SchemaDocument } from './attribute.ts';
import { enterpriseSchema, userSchema } from './user-schema.ts';

/** No SCIM type can represent a JSON document. */
const types = {
  string: 'string',
  enum: 'string',
  date: 'string',
  date_time: 'dateTime',
  integer: 'integer',
  number: 'decimal',
  boolean: 'boolean',
} as const;

function scimAttribute(definition: AttributeDefinition, name: string): Attribute | undefined {
  const { type, multiValued, label, description, constraints } = definition;
  if (type === 'object') return undefined;
  const options = constraints.options?.map(({ value }) => value);
  return attribute(name, description ?? label ?? definition.key, {
    type: types[type],
    multiValued,
    ...(options ? { canonicalValues: options } : {}),
  });
}

/**
 * Attributes of the tenant under the URNs in their `scimPath`. A path in a standard schema does not
 * add an attribute.
 */
function extensionsOf(definitions: Iterable<AttributeDefinition>): SchemaDocument[] {
  const byUrn = new Map<string, Attribute[]>();
  for (const definition of definitions) {
    const { scimPath, state } = definition;
    const end = scimPath.lastIndexOf(':');
    const urn = scimPath.slice(0, end);
    const name = scimPath.slice(end + 1);
    const isStandard = [userSchema.id, enterpriseSchema.id].some(
      (id) => id.toLowerCase() === urn.toLowerCase(),
    );
    if (state !== 'active' || isStandard || name.includes('.')) continue;
    const made = scimAttribute(definition, name);
    if (made) byUrn.set(urn, [...(byUrn.get(urn) ?? []), made]);
  }
  return [...byUrn].map(([id, attributes]) => ({
    id,
    name: id.split(':').slice(-3).join('-'),
    description: 'Attributes defined by the tenant.',
    attributes,
  }));
}

const made = new WeakMap<AttributeSchema, ResourceSchema>();

/**
 * The SCIM schema of a tenant's users: the standard schemas, with the tenant's attribute schema as
 * extensions.
 */
export function userResourceSchema(schema: AttributeSchema): ResourceSchema {
  const known = made.get(schema);
  if (known) return known;
  const resourceSchema: ResourceSchema = {
    resourceType: 'User',
    collection: 'Users',
    core: userSchema,
    extensions: [enterpriseSchema, ...extensionsOf(schema.definitions.values())],
  };
  made.set(schema, resourceSchema);
  return resourceSchema;
}
