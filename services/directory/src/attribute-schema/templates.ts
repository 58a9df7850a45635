import { CreateAttributeDefinitionRequest } from '@platform/contracts';
import type { AttributeDefinitionCreation, AttributeTemplateResource } from '@platform/contracts';
import type { EntityKind } from './attribute-definition.ts';
import { organizationTemplates } from './organization-templates.ts';
import type { AttributeTemplateSource } from './template-source.ts';
import { userTemplates } from './user-templates.ts';

const templateOf = (
  entityKind: EntityKind,
  { attributes, ...template }: AttributeTemplateSource,
): AttributeTemplateResource => ({
  ...template,
  entityKind,
  definitions: attributes.map((attribute, order): AttributeDefinitionCreation =>
    CreateAttributeDefinitionRequest.parse({ order: order * 10, ...attribute, entityKind }),
  ),
});

/** Every template, in the order of the list. */
export const templates: readonly AttributeTemplateResource[] = [
  ...userTemplates.map((template) => templateOf('user', template)),
  ...organizationTemplates.map((template) => templateOf('organization', template)),
];
