import { AttributeEntityKind, CreateAttributeDefinitionRequest } from '@platform/contracts';
import type {
  AttributeDefinition,
  CreateAttributeDefinitionRequest as Body,
  PatchAttributeDefinitionRequest as Patch,
} from '@platform/sdk';
import { eachOf } from '../tenant/each-of.ts';
import { defineKind } from './kind.ts';
import type { TenantView } from './kind.ts';

async function definitions({ platform }: TenantView): Promise<AttributeDefinition[]> {
  const lists = await eachOf(AttributeEntityKind.options, (entityKind) =>
    platform.attributeSchema.list({ entityKind }),
  );
  return lists.flatMap(({ data }) => data).filter(({ state }) => state === 'active');
}

export const attribute = defineKind<AttributeDefinition, Body, Patch>({
  name: 'attribute',
  path: 'attribute-schema/attributes',
  layout: 'list',
  schema: CreateAttributeDefinitionRequest,
  key: ['entityKind', 'key'],
  refersBy: 'attributeDefinition',
  defaults: {
    format: null,
    constraints: {},
    defaultValue: null,
    label: null,
    labels: {},
    description: null,
    descriptions: {},
    group: null,
  },
  fixed: ['type', 'multiValued'],
  keepsBecause: () =>
    'The type of an attribute is fixed, because values of it are stored. Declare an attribute with another key',
  list: definitions,
  get: (platform, { id }) => platform.attributeSchema.get(id).response(),
  create: ({ platform, body }) => platform.attributeSchema.create(body),
  update: ({ platform, id, patch, options }) => platform.attributeSchema.update(id, patch, options),
  delete: ({ platform, id, options }) => platform.attributeSchema.delete(id, options),
});
