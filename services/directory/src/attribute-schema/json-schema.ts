import { textPattern } from '@platform/contracts';
import type { DefinitionRecord, EntityKind } from './attribute-definition.ts';
import type { SchemaSettings } from './attribute-store.ts';
import { valueSchema } from './value-schema.ts';
import type { JsonSchema } from './value-schema.ts';

/** The audience and the language that a schema is rendered for. */
export interface Rendering {
  audience: 'admin' | 'self';
  locale?: string;
}

const scalar = ['string', 'number', 'boolean'];

/** The text of the most specific locale available (RFC 4647 §3.4). */
function lookUp(
  texts: Readonly<Record<string, string>>,
  locale: string | undefined,
): string | undefined {
  const byTag = new Map(Object.entries(texts).map(([tag, text]) => [tag.toLowerCase(), text]));
  const subtags = locale?.toLowerCase().split('-') ?? [];
  while (subtags.length > 0) {
    const text = byTag.get(subtags.join('-'));
    if (text !== undefined) return text;
    subtags.pop();
    // A single-letter subtag only introduces the next one.
    if (subtags.at(-1)?.length === 1) subtags.pop();
  }
  return undefined;
}

function propertySchema(definition: DefinitionRecord, { audience, locale }: Rendering): JsonSchema {
  const { mutability, visibility } = definition;
  const description = lookUp(definition.descriptions, locale) ?? definition.description;
  const label = lookUp(definition.labels, locale) ?? definition.label;
  const isReadOnly =
    mutability === 'read_only' || (audience === 'self' && visibility === 'self_read');
  return {
    ...valueSchema(definition),
    ...(description ? { description } : {}),
    ...(definition.defaultValue === null ? {} : { default: definition.defaultValue }),
    ...(isReadOnly ? { readOnly: true } : {}),
    ...(label ? { 'x-label': label } : {}),
    ...(definition.group ? { 'x-group': definition.group } : {}),
    'x-order': definition.order,
    'x-visibility': visibility,
  };
}

const unmanagedSchema = {
  anyOf: [{ type: scalar }, { type: 'array', items: { type: scalar } }],
};

/**
 * The attribute schema of a kind as a JSON Schema document, which validates what the API accepts
 * when a record is created.
 */
export function jsonSchemaDocument(
  { tenantId, kind }: { tenantId: string; kind: EntityKind },
  settings: SchemaSettings,
  all: readonly DefinitionRecord[],
  rendering: Rendering,
): JsonSchema {
  const isSelf = rendering.audience === 'self';
  const shown = all.filter(
    ({ state, visibility }) => state === 'active' && !(isSelf && visibility === 'admin_only'),
  );
  const isWritable = ({ mutability, visibility }: DefinitionRecord) =>
    mutability !== 'read_only' && (!isSelf || visibility === 'self_write');
  const required = shown.filter((d) => d.required && d.defaultValue === null && isWritable(d));
  const isOpen = !isSelf && settings.unmanaged === 'allow';
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:platform:${tenantId}:attribute-schema:${kind}:${rendering.audience}`,
    type: 'object',
    properties: Object.fromEntries(shown.map((d) => [d.key, propertySchema(d, rendering)])),
    required: required.map(({ key }) => key),
    additionalProperties: isOpen ? unmanagedSchema : false,
    ...(isOpen ? { propertyNames: { pattern: textPattern } } : {}),
  };
}
