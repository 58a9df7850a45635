// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions, KeyedOptions } from '../../options.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `attributeSchema`. */
export interface AttributeSchemaResource {
  /**
   * Lists attribute definitions, by order and key.
   *
   * Scopes: `tenant:attribute-schema.read`.
   * @example
   * const attributeDefinitionList = await platform.attributeSchema.list({
   *   entityKind: 'user',
   * });
   */
  list(
    options: api.AttributeSchemaListQuery & CallOptions,
  ): Call<api.AttributeDefinitionList, CommonCode>;

  /**
   * Creates an attribute definition.
   *
   * A definition never changes stored values. A background scan reports values that violate it in `conformance`.
   *
   * Scopes: `tenant:attribute-schema.write`.
   *
   * Problems: `already_exists`, `invalid_state`, `limit_exceeded`.
   * @example
   * const attributeDefinition = await platform.attributeSchema.create({
   *   entityKind: 'user',
   *   key: 'editor',
   *   type: 'string',
   * });
   */
  create(
    body: api.CreateAttributeDefinitionRequest,
    options?: KeyedOptions,
  ): Call<
    api.AttributeDefinition,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'invalid_state' | 'limit_exceeded'
  >;

  /**
   * Gets an attribute definition.
   *
   * Scopes: `tenant:attribute-schema.read`.
   * @example
   * const attributeDefinition = await platform.attributeSchema.get(
   *   'atd_01h455vb4pex5vsknk084sn02q',
   * );
   */
  get(id: string, options?: CallOptions): Call<api.AttributeDefinition, CommonCode>;

  /**
   * Updates an attribute definition.
   *
   * JSON Merge Patch (RFC 7396). `entityKind`, `key`, `type` and `multiValued` cannot be changed. Existing records that violate a stricter definition are not modified. A change of `scimPath` returns 409 `conflict` while the mapping of a directory reads the present path (`references` lists the mappings).
   *
   * Scopes: `tenant:attribute-schema.write`.
   *
   * Problems: `already_exists`, `conflict`, `invalid_state`, `precondition_failed`.
   * @example
   * const attributeDefinition = await platform.attributeSchema.update(
   *   'atd_01h455vb4pex5vsknk084sn02q',
   *   { description: 'An example.', format: 'email' },
   * );
   */
  update(
    id: string,
    body: api.PatchAttributeDefinitionRequest,
    options?: ConditionalOptions,
  ): Call<
    api.AttributeDefinition,
    CommonCode | BodyCode | 'already_exists' | 'conflict' | 'invalid_state' | 'precondition_failed'
  >;

  /**
   * Deletes an attribute definition.
   *
   * Returns 409 `conflict` if a mapping of a directory or of the migration source writes the attribute (`references` lists the mappings), if records have a value, or if this cannot be ruled out quickly. With `purgeValues`, the values are removed in the background.
   *
   * Scopes: `tenant:attribute-schema.write`.
   *
   * Problems: `conflict`, `invalid_state`, `precondition_failed`.
   * @example
   * await platform.attributeSchema.delete('atd_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    id: string,
    options?: api.AttributeSchemaDeleteQuery & ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'conflict' | 'invalid_state' | 'precondition_failed'>;

  /**
   * Renders the attribute schema as JSON Schema.
   *
   * Returns a JSON Schema 2020-12 document that describes the metadata that the API accepts.
   *
   * Scopes: `tenant:attribute-schema.read`.
   * @example
   * const attributeSchemaRender = await platform.attributeSchema.render({
   *   entityKind: 'user',
   * });
   */
  render(
    options: api.AttributeSchemaRenderQuery & CallOptions,
  ): Call<api.AttributeSchemaRenderResponse, CommonCode>;

  readonly settings: AttributeSchemaSettingsResource;

  readonly templates: AttributeSchemaTemplatesResource;
}

/** Methods of `attributeSchema.settings`. */
export interface AttributeSchemaSettingsResource {
  /**
   * Gets the settings of an attribute schema.
   *
   * Scopes: `tenant:attribute-schema.read`.
   * @example
   * const attributeSchemaSettings = await platform.attributeSchema.settings.get({
   *   entityKind: 'user',
   * });
   */
  get(
    options: api.AttributeSchemaSettingsGetQuery & CallOptions,
  ): Call<api.AttributeSchemaSettings, CommonCode>;

  /**
   * Replaces the settings of an attribute schema.
   *
   * Scopes: `tenant:attribute-schema.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * const attributeSchemaSettings = await platform.attributeSchema.settings.put(
   *   { unmanagedAttributes: 'allow' },
   *   { entityKind: 'user' },
   * );
   */
  put(
    body: api.PutAttributeSchemaSettingsRequest,
    options: api.AttributeSchemaSettingsPutQuery & ConditionalOptions,
  ): Call<api.AttributeSchemaSettings, CommonCode | BodyCode | 'precondition_failed'>;
}

/** Methods of `attributeSchema.templates`. */
export interface AttributeSchemaTemplatesResource {
  /**
   * Lists templates of attribute definitions.
   *
   * Scopes: `tenant:attribute-schema.read`.
   * @example
   * const attributeTemplateList = await platform.attributeSchema.templates.list({
   *   entityKind: 'user',
   * });
   */
  list(
    options: api.AttributeSchemaTemplatesListQuery & CallOptions,
  ): Call<api.AttributeTemplateList, CommonCode>;

  /**
   * Applies a template of attribute definitions.
   *
   * Creates either all definitions or none. Identical definitions that already exist are skipped. Later versions of a template never change definitions that were created from it.
   *
   * Scopes: `tenant:attribute-schema.write`.
   *
   * Problems: `already_exists`, `invalid_state`, `limit_exceeded`.
   * @example
   * const appliedTemplate = await platform.attributeSchema.templates.apply({
   *   templateId: 'example',
   *   include: ['example'],
   * });
   */
  apply(
    body: api.ApplyTemplateRequest,
    options?: KeyedOptions,
  ): Call<
    api.AppliedTemplate,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'invalid_state' | 'limit_exceeded'
  >;
}

/** Makes the methods of `attributeSchema` for a client. */
export const attributeSchema = (client: Client): AttributeSchemaResource => ({
  list: (options) =>
    client.call(
      {
        name: 'attributeSchema.list',
        method: 'GET',
        path: '/api/v1/attribute-schema',
        query: ['entityKind'],
      },
      [],
      undefined,
      options,
    ),
  create: (body, options) =>
    client.call(
      { name: 'attributeSchema.create', method: 'POST', path: '/api/v1/attribute-schema' },
      [],
      body,
      options,
    ),
  get: (id, options) =>
    client.call(
      { name: 'attributeSchema.get', method: 'GET', path: '/api/v1/attribute-schema/{id}' },
      [id],
      undefined,
      options,
    ),
  update: (id, body, options) =>
    client.call(
      {
        name: 'attributeSchema.update',
        method: 'PATCH',
        path: '/api/v1/attribute-schema/{id}',
        conditional: true,
      },
      [id],
      body,
      options,
    ),
  delete: (id, options) =>
    client.call(
      {
        name: 'attributeSchema.delete',
        method: 'DELETE',
        path: '/api/v1/attribute-schema/{id}',
        query: ['purgeValues'],
        conditional: true,
      },
      [id],
      undefined,
      options,
    ),
  render: (options) =>
    client.call(
      {
        name: 'attributeSchema.render',
        method: 'GET',
        path: '/api/v1/attribute-schema/json-schema',
        query: ['entityKind', 'audience', 'locale'],
      },
      [],
      undefined,
      options,
    ),
  settings: {
    get: (options) =>
      client.call(
        {
          name: 'attributeSchema.settings.get',
          method: 'GET',
          path: '/api/v1/attribute-schema/settings',
          query: ['entityKind'],
        },
        [],
        undefined,
        options,
      ),
    put: (body, options) =>
      client.call(
        {
          name: 'attributeSchema.settings.put',
          method: 'PUT',
          path: '/api/v1/attribute-schema/settings',
          query: ['entityKind'],
          conditional: true,
        },
        [],
        body,
        options,
      ),
  },
  templates: {
    list: (options) =>
      client.call(
        {
          name: 'attributeSchema.templates.list',
          method: 'GET',
          path: '/api/v1/attribute-schema/templates',
          query: ['entityKind'],
        },
        [],
        undefined,
        options,
      ),
    apply: (body, options) =>
      client.call(
        {
          name: 'attributeSchema.templates.apply',
          method: 'POST',
          path: '/api/v1/attribute-schema/apply-template',
        },
        [],
        body,
        options,
      ),
  },
});
