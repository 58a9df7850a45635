import { isId } from '@platform/contracts';
import type { attributeSchemaOperations } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { answer, contentVersion } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found } from '@platform/kit/problem';
import { definitionResource } from './attribute-definition.ts';
import type { DefinitionRecord, EntityKind } from './attribute-definition.ts';
import { lockSchema } from './attribute-schemas.ts';
import {
  bumpSchema,
  findDefinition,
  findSettings,
  listDefinitions,
  lockDefinition,
} from './attribute-store.ts';
import {
  addDefinitions,
  changeDefinition,
  createDefinition,
  removeDefinition,
} from './definition-writes.ts';
import type { DefinitionWriting } from './definition-writes.ts';
import { jsonSchemaDocument } from './json-schema.ts';
import { planTemplate, requireTemplate } from './template-application.ts';
import { templates } from './templates.ts';

const shown = (definition: DefinitionRecord) =>
  answer(definitionResource(definition), { version: definition.version });

const whole = <T>(data: T[]) => ({ data, nextCursor: null, hasMore: false });

async function existing(tx: Tx, id: string): Promise<DefinitionRecord> {
  return found(isId('attributeDefinition', id) ? await findDefinition(tx, id) : undefined);
}

/**
 * Locks the schema of the definition's kind first, so that no metadata is written in the meantime.
 */
async function locked(tx: Tx, id: string): Promise<DefinitionRecord> {
  const { entityKind } = await existing(tx, id);
  await lockSchema(tx, entityKind);
  return found(await lockDefinition(tx, id));
}

async function settingsOf(tx: Tx, entityKind: EntityKind) {
  const { unmanaged } = await findSettings(tx, entityKind);
  return { entityKind, unmanagedAttributes: unmanaged };
}

export const attributeHandlers = (
  writing: DefinitionWriting,
): Handlers<typeof attributeSchemaOperations> => ({
  attributeSchemaList: async ({ tx, query }) =>
    whole((await listDefinitions(tx, query.entityKind)).map(definitionResource)),

  async attributeSchemaCreate({ tx, body }) {
    await lockSchema(tx, body.entityKind);
    return shown(await createDefinition(tx, body, writing));
  },

  attributeSchemaGet: async ({ tx, params }) => shown(await existing(tx, params.id)),

  async attributeSchemaUpdate({ tx, params, body, ifMatch, audit }) {
    const before = await locked(tx, params.id);
    ifMatch(before.version);
    const { definition, changed } = await changeDefinition(tx, before, body, writing);
    audit({ changed });
    return shown(definition);
  },

  async attributeSchemaDelete({ tx, params, query, ifMatch }) {
    const definition = await locked(tx, params.id);
    ifMatch(definition.version);
    await removeDefinition(tx, definition, query.purgeValues ?? false, writing);
    return { id: definition.id, deleted: true as const };
  },

  async attributeSchemaRender({
    tx,
    principal: { tenantId },
    query: { entityKind, ...rendering },
  }) {
    const settings = await findSettings(tx, entityKind);
    const all = await listDefinitions(tx, entityKind);
    return jsonSchemaDocument({ tenantId, kind: entityKind }, settings, all, rendering);
  },

  attributeSchemaGetSettings: ({ tx, query }) => settingsOf(tx, query.entityKind),

  async attributeSchemaPutSettings({ tx, query: { entityKind }, body, ifMatch, audit }) {
    await lockSchema(tx, entityKind);
    const before = await settingsOf(tx, entityKind);
    ifMatch(contentVersion(before));
    if (before.unmanagedAttributes === body.unmanagedAttributes) return before;
    await bumpSchema(tx, entityKind, body.unmanagedAttributes);
    audit({ changed: ['/unmanagedAttributes'] });
    return { entityKind, ...body };
  },

  attributeSchemaTemplateListTemplates: ({ query }) =>
    whole(templates.filter(({ entityKind }) => entityKind === query.entityKind)),

  async attributeSchemaTemplateApplyTemplate({ tx, body }) {
    const template = requireTemplate(body.templateId);
    await lockSchema(tx, template.entityKind);
    const present = await listDefinitions(tx, template.entityKind);
    const { created, skipped } = planTemplate(template, body, present);
    if (!body.dryRun) {
      await addDefinitions(tx, created, writing, present.length);
      await tx.publish({
        type: 'attribute_schema.template_applied',
        subject: { type: 'attribute_template', id: template.id },
        data: {
          attributeTemplate: { id: template.id, version: template.version },
          created: created.map(({ id, key }) => ({ id, key })),
        },
      });
    }
    const { id: templateId, version } = template;
    return {
      templateId,
      version,
      created: created.map(definitionResource),
      skipped,
      dryRun: body.dryRun,
    };
  },
});
