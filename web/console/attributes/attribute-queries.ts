import { attributeSchema } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';
import type { EntityKind } from './attribute-routes.ts';

export const attributesQuery = (entityKind: EntityKind) =>
  apiQuery('attributeSchemaList', [entityKind], (api, options) =>
    attributeSchema(api).list({ entityKind, ...options }),
  );

export const attributeQuery = (id: string) =>
  apiQuery('attributeSchemaGet', [id], (api, options) => attributeSchema(api).get(id, options));

export const attributeSettingsQuery = (entityKind: EntityKind) =>
  apiQuery('attributeSchemaGetSettings', [entityKind], (api, options) =>
    attributeSchema(api).settings.get({ entityKind, ...options }),
  );

export const templatesQuery = (entityKind: EntityKind) =>
  apiQuery('attributeSchemaTemplateListTemplates', [entityKind], (api, options) =>
    attributeSchema(api).templates.list({ entityKind, ...options }),
  );

export interface Rendering {
  entityKind: EntityKind;
  audience: 'admin' | 'self';
  locale: string;
}

export const renderedSchemaQuery = (rendering: Rendering) =>
  apiQuery('attributeSchemaRender', [rendering], (api, options) =>
    attributeSchema(api).render({ ...rendering, ...options }),
  );

export const attributeReads = [
  'attributeSchemaList',
  'attributeSchemaGet',
  'attributeSchemaRender',
] as const;
