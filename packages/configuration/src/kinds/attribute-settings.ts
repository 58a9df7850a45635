import { AttributeEntityKind, PutAttributeSchemaSettingsRequest } from '@platform/contracts';
import type {
  AttributeSchemaSettings,
  PutAttributeSchemaSettingsRequest as Body,
} from '@platform/sdk';
import { z } from 'zod';
import { eachOf } from '../tenant/each-of.ts';
import { defineKind } from './kind.ts';

type EntityKind = AttributeSchemaSettings['entityKind'];

const initial = { unmanagedAttributes: 'allow' } as const;

/** How metadata without a definition is handled. */
export const attributeSettings = defineKind<AttributeSchemaSettings, Body>({
  name: 'attribute-settings',
  path: 'attribute-schema/settings',
  layout: 'list',
  schema: PutAttributeSchemaSettingsRequest,
  additional: z.strictObject({ entityKind: AttributeEntityKind }),
  key: ['entityKind'],
  refersBy: 'name',
  resetTo: initial,
  id: ({ entityKind }) => entityKind,
  list: ({ platform }) =>
    eachOf(AttributeEntityKind.options, (entityKind) =>
      platform.attributeSchema.settings.get({ entityKind }),
    ),
  get: (platform, { entityKind }) =>
    platform.attributeSchema.settings.get({ entityKind }).response(),
  create: ({ platform, additional, body }) =>
    platform.attributeSchema.settings.put(body, {
      entityKind: additional['entityKind'] as EntityKind,
    }),
  update: ({ platform, resource: { entityKind }, body, options }) =>
    platform.attributeSchema.settings.put(body, { entityKind, ...options }),
  delete: ({ platform, resource: { entityKind }, options }) =>
    platform.attributeSchema.settings.put(initial, { entityKind, ...options }),
});
