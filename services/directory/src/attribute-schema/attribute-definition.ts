import type { AttributeDefinitionCreation, AttributeDefinitionResource } from '@platform/contracts';
import type { RowOf } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import { directory } from '../generated/tables.ts';

type Resource = AttributeDefinitionResource;

export type EntityKind = Resource['entityKind'];

/** The properties that a PATCH of a definition can change. */
export type DefinitionProperties = Pick<
  Resource,
  | 'format'
  | 'constraints'
  | 'required'
  | 'unique'
  | 'mutability'
  | 'visibility'
  | 'exposeInToken'
  | 'sensitivity'
  | 'defaultValue'
  | 'label'
  | 'labels'
  | 'description'
  | 'descriptions'
  | 'group'
  | 'order'
  | 'scimPath'
>;

/** The SCIM path is in the properties too; its column exists for the index. */
export const definitions = directory
  .table('attributeDefinitions')
  .narrow<{
    type: Resource['type'];
    properties: DefinitionProperties;
    template: Resource['template'];
    conformanceState: Resource['conformance']['state'];
  }>()
  .omit('scimPath');

export type DefinitionRow = RowOf<typeof definitions>;

/**
 * A stored definition. `generation` grows when a change makes stored values valid or invalid;
 * `uniqueSince` is the generation that made values unique. Unique values of records after
 * `unfilledAfter` may not be recorded yet; null: all are.
 */
export type DefinitionRecord = DefinitionProperties &
  Omit<DefinitionRow, 'properties' | `conformance${string}`> & {
    conformance: Omit<Resource['conformance'], 'finishedAt'> & { finishedAt: Date | null };
  };

/** The parts of a definition that decide whether a value is valid. */
export type ValueRule = Pick<
  DefinitionRecord,
  'key' | 'type' | 'multiValued' | 'format' | 'constraints'
>;

const extensions: Record<EntityKind, string> = { user: 'User', organization: 'Organization' };

/** The SCIM path of an attribute that sets none. */
const defaultScimPath = (kind: EntityKind, key: string): string =>
  `urn:platform:params:scim:schemas:extension:tenant:2.0:${extensions[kind]}:${key}`;

const standardPath = /^urn:ietf:params:scim:schemas:(?:core|extension:enterprise):2\.0:User:/i;

/** Whether a path is in the schemas of RFC 7643. */
export const isStandardPath = (scimPath: string): boolean => standardPath.test(scimPath);

/** The default properties of a definition. */
export const defaultProperties = (kind: EntityKind, key: string): DefinitionProperties => ({
  format: null,
  constraints: {},
  required: false,
  unique: false,
  mutability: 'read_write',
  visibility: 'admin_only',
  exposeInToken: false,
  sensitivity: 'personal',
  defaultValue: null,
  label: null,
  labels: {},
  description: null,
  descriptions: {},
  group: null,
  order: 0,
  scimPath: defaultScimPath(kind, key),
});

const propertyNames = Object.keys(defaultProperties('user', '')) as (keyof DefinitionProperties)[];

export const propertiesOf = (definition: DefinitionProperties): DefinitionProperties =>
  Object.fromEntries(
    propertyNames.map((name) => [name, definition[name] ?? null]),
  ) as unknown as DefinitionProperties;

/**
 * The content of a definition without its times and author. Two definitions with equal content are
 * identical.
 */
export const definitionContentOf = ({
  entityKind,
  key,
  type,
  multiValued,
  ...rest
}: Pick<AttributeDefinitionCreation, 'entityKind' | 'key' | 'type' | 'multiValued'> &
  DefinitionProperties) => ({ entityKind, key, type, multiValued, ...propertiesOf(rest) });

export const definitionResource = (d: DefinitionRecord): Resource => ({
  id: d.id,
  state: d.state,
  entityKind: d.entityKind,
  key: d.key,
  type: d.type,
  multiValued: d.multiValued,
  ...propertiesOf(d),
  template: d.template,
  conformance: { ...d.conformance, finishedAt: isoTime(d.conformance.finishedAt) },
  createdAt: d.createdAt.toISOString(),
  updatedAt: d.updatedAt.toISOString(),
});
