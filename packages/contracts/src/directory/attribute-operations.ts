import { z } from 'zod';
import { Deletion, listOf } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import {
  AppliedTemplate,
  ApplyTemplateRequest,
  AttributeDefinition,
  AttributeSchemaSettings,
  AttributeTemplate,
  CreateAttributeDefinitionRequest,
  PatchAttributeDefinitionRequest,
  PutAttributeSchemaSettingsRequest,
  deleteDefinitionQuery,
  entityKindQuery,
  jsonSchemaQuery,
} from './attribute-definition.ts';

const read = allOf('tenant:attribute-schema.read');
const write = allOf('tenant:attribute-schema.write');
const path = '/api/v1/attribute-schema';

/** Operations on the attribute schema: definitions of the properties of `metadata`. */
export const attributeSchemaOperations = operations({
  attributeSchemaList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists attribute definitions, by order and key',
    query: entityKindQuery,
    response: listOf(AttributeDefinition),
    errors: [],
    noEtag: true,
  },
  attributeSchemaCreate: {
    method: 'post',
    path,
    scopes: write,
    summary: 'Creates an attribute definition',
    description:
      'A definition never changes stored values. A background scan reports values that violate it in `conformance`.',
    body: CreateAttributeDefinitionRequest,
    response: AttributeDefinition,
    errors: ['already_exists', 'invalid_state', 'limit_exceeded'],
    maxBodyBytes: 262_144,
  },
  attributeSchemaGet: {
    method: 'get',
    path: `${path}/{id}`,
    scopes: read,
    summary: 'Gets an attribute definition',
    response: AttributeDefinition,
    errors: [],
  },
  attributeSchemaUpdate: {
    method: 'patch',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Updates an attribute definition',
    description:
      'JSON Merge Patch (RFC 7396). `entityKind`, `key`, `type` and `multiValued` cannot be changed. Existing records that violate a stricter definition are not modified. A change of `scimPath` returns 409 `conflict` while the mapping of a directory reads the present path (`references` lists the mappings).',
    body: PatchAttributeDefinitionRequest,
    mergePatch: true,
    response: AttributeDefinition,
    errors: ['already_exists', 'conflict', 'invalid_state', 'precondition_failed'],
    maxBodyBytes: 262_144,
  },
  attributeSchemaDelete: {
    method: 'delete',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Deletes an attribute definition',
    description:
      'Returns 409 `conflict` if a mapping of a directory or of the migration source writes the attribute (`references` lists the mappings), if records have a value, or if this cannot be ruled out quickly. With `purgeValues`, the values are removed in the background.',
    query: deleteDefinitionQuery,
    response: Deletion,
    errors: ['conflict', 'invalid_state', 'precondition_failed'],
  },
  attributeSchemaRender: {
    method: 'get',
    path: `${path}/json-schema`,
    scopes: read,
    summary: 'Renders the attribute schema as JSON Schema',
    description:
      'Returns a JSON Schema 2020-12 document that describes the metadata that the API accepts.',
    query: jsonSchemaQuery,
    response: z.record(z.string(), z.unknown()),
    errors: [],
  },
  attributeSchemaGetSettings: {
    method: 'get',
    path: `${path}/settings`,
    scopes: read,
    summary: 'Gets the settings of an attribute schema',
    query: entityKindQuery,
    response: AttributeSchemaSettings,
    errors: [],
  },
  attributeSchemaPutSettings: {
    method: 'put',
    path: `${path}/settings`,
    scopes: write,
    summary: 'Replaces the settings of an attribute schema',
    query: entityKindQuery,
    body: PutAttributeSchemaSettingsRequest,
    response: AttributeSchemaSettings,
    errors: ['precondition_failed'],
  },
  attributeSchemaTemplateListTemplates: {
    method: 'get',
    path: `${path}/templates`,
    scopes: read,
    summary: 'Lists templates of attribute definitions',
    query: entityKindQuery,
    response: listOf(AttributeTemplate),
    errors: [],
    noEtag: true,
  },
  attributeSchemaTemplateApplyTemplate: {
    method: 'post',
    path: `${path}/apply-template`,
    scopes: write,
    summary: 'Applies a template of attribute definitions',
    description:
      'Creates either all definitions or none. Identical definitions that already exist are skipped. Later versions of a template never change definitions that were created from it.',
    body: ApplyTemplateRequest,
    response: AppliedTemplate,
    errors: ['already_exists', 'invalid_state', 'limit_exceeded'],
  },
});
