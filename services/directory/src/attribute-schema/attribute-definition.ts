import type { AttributeDefinitionCreation, AttributeDefinitionResource } from '@platform/contracts';
import type { RowOf } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import { directory } from '../generated/tables.ts';

type Resource = AttributeDefinitionResource;

/** What metadata belongs to. */
export type EntityKind = Resource['entityKind'];

/** What a PATCH of a definition changes. */
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

/** Rows of definitions. The place in SCIM is in the properties too; its column is for the index. */
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
 * A stored definition. `generation` grows when values are judged differently; `uniqueSince` is the generation that made values unique.
 * Unique values of records behind `unfilledAfter` may not be known yet; null: all are.
 */
export type DefinitionRecord = DefinitionProperties &
  Omit<DefinitionRow, 'properties' | `conformance${string}`> & {
    conformance: Omit<Resource['conformance'], 'finishedAt'> & { finishedAt: Date | null };
  };

/** What is judged of a value: a definition without the rest. */
export type ValueRule = Pick<
  DefinitionRecord,
  'key' | 'type' | 'multiValued' | 'format' | 'constraints'
>;

const extensions: Record<EntityKind, string> = { user: 'User', organization: 'Organization' };

/** Where SCIM finds an attribute that names no place of its own. */
const usualScimPath = (kind: EntityKind, key: string): string =>
  `urn:platform:params:scim:schemas:extension:tenant:2.0:${extensions[kind]}:${key}`;

const standardPath = /^urn:ietf:params:scim:schemas:(?:core|extension:enterprise):2\.0:User:/i;

/** Is this a place in the schemas of RFC 7643? */
export const isStandardPath = (scimPath: string): boolean => standardPath.test(scimPath);

/** The properties of a definition that says nothing of them. */
export const usualProperties = (kind: EntityKind, key: string): DefinitionProperties => ({
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
  scimPath: usualScimPath(kind, key),
});

const propertyNames = Object.keys(usualProperties('user', '')) as (keyof DefinitionProperties)[];

/** The part of a definition that a PATCH changes. */
export const propertiesOf = (definition: DefinitionProperties): DefinitionProperties =>
  Object.fromEntries(
    propertyNames.map((name) => [name, definition[name] ?? null]),
  ) as unknown as DefinitionProperties;

/** The content of a definition without its times and author: two with the same are identical. */
export const definitionContentOf = ({
  entityKind,
  key,
  type,
  multiValued,
  ...rest
}: Pick<AttributeDefinitionCreation, 'entityKind' | 'key' | 'type' | 'multiValued'> &
  DefinitionProperties) => ({ entityKind, key, type, multiValued, ...propertiesOf(rest) });

/** The API representation of a definition. */
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
