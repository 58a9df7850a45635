/** The definition of a SCIM attribute (RFC 7643 §2). */
export interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'decimal' | 'integer' | 'dateTime' | 'reference' | 'complex';
  multiValued: boolean;
  required: boolean;
  caseExact: boolean;
  mutability: 'readOnly' | 'readWrite' | 'immutable' | 'writeOnly';
  returned: 'always' | 'default' | 'request' | 'never';
  uniqueness: 'none' | 'server';
  description: string;
  subAttributes?: readonly Attribute[];
  canonicalValues?: readonly string[];
  referenceTypes?: readonly string[];
}

/** The attributes under one URN. */
export interface SchemaDocument {
  id: string;
  name: string;
  description: string;
  attributes: readonly Attribute[];
}

/** All attributes that a type of resource may have. */
export interface ResourceSchema {
  resourceType: 'User' | 'Group';
  /** The path of its resources: `Users`, `Groups`. */
  collection: string;
  core: SchemaDocument;
  extensions: readonly SchemaDocument[];
}

type More = Partial<Omit<Attribute, 'name' | 'description'>>;

/** An attribute with the default characteristics, except those in `more`. */
export const attribute = (name: string, description: string, more: More = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  description,
  ...more,
});

/** A complex attribute with sub-attributes. */
export const complex = (
  name: string,
  description: string,
  subAttributes: readonly Attribute[],
  more: More = {},
): Attribute => attribute(name, description, { type: 'complex', subAttributes, ...more });

/** A list of values with a type and a preference, such as e-mail addresses (RFC 7643 §2.4). */
export const plural = (
  name: string,
  description: string,
  types: readonly string[],
  value: More = {},
): Attribute =>
  complex(
    name,
    description,
    [
      attribute('value', 'The value.', value),
      attribute('display', 'A name to show.'),
      attribute(
        'type',
        'Type of the value, such as work or home.',
        types.length > 0 ? { canonicalValues: types } : {},
      ),
      attribute('primary', 'Whether it is the preferred value.', { type: 'boolean' }),
    ],
    { multiValued: true },
  );

/** Attributes that every resource has and no schema lists (RFC 7643 §3.1). */
export const commonAttributes: readonly Attribute[] = [
  attribute('schemas', 'URNs of the schemas of the resource.', {
    type: 'reference',
    referenceTypes: ['uri'],
    multiValued: true,
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
  }),
  attribute('id', 'Identifier of the resource.', {
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
    uniqueness: 'server',
  }),
  attribute('externalId', 'Identifier assigned by the client.', { caseExact: true }),
  complex(
    'meta',
    'Metadata of the resource.',
    [
      attribute('resourceType', 'Type of the resource.', { mutability: 'readOnly' }),
      attribute('created', 'When the resource was created.', {
        type: 'dateTime',
        mutability: 'readOnly',
      }),
      attribute('lastModified', 'When the resource was last changed.', {
        type: 'dateTime',
        mutability: 'readOnly',
      }),
      attribute('location', 'Its address.', {
        type: 'reference',
        referenceTypes: ['uri'],
        mutability: 'readOnly',
      }),
      attribute('version', 'Its entity tag.', { caseExact: true, mutability: 'readOnly' }),
    ],
    { mutability: 'readOnly' },
  ),
];
