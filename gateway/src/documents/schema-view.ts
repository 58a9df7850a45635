import type { JsonObject } from '@platform/contracts';
import { escapeHtml } from '@platform/kit/formats';
import { prose } from './html.ts';

const refName = (schema: JsonObject): string | undefined =>
  (schema['$ref'] as string | undefined)?.split('/').at(-1);
const list = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? (value as JsonObject[]) : [];

/** A short name of the type of a schema; components are links. */
export function typeOf(schema: JsonObject): string {
  const name = refName(schema);
  if (name) return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
  if ('const' in schema) return `<code>${escapeHtml(JSON.stringify(schema['const']))}</code>`;
  const values = list(schema['enum']);
  if (values.length > 0)
    return values.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(' | ');
  const choices = [...list(schema['anyOf']), ...list(schema['oneOf'])];
  if (choices.length > 0) return choices.map(typeOf).join(' | ');
  if (schema['type'] === 'array')
    return `array of ${typeOf((schema['items'] ?? {}) as JsonObject)}`;
  const type = ([] as unknown[]).concat(schema['type'] ?? 'any').join(' | ');
  return escapeHtml(schema['format'] ? `${type} (${String(schema['format'])})` : type);
}

const bounds: Readonly<Record<string, string>> = {
  minLength: 'at least # characters',
  maxLength: 'at most # characters',
  minimum: 'from #',
  maximum: 'to #',
  maxItems: 'at most # entries',
  pattern: 'matches #',
  default: 'default #',
};

const boundsOf = (schema: JsonObject): string =>
  Object.entries(bounds)
    .filter(([key]) => key in schema && typeof schema[key] !== 'object')
    .map(([key, words]) => words.replace('#', () => `<code>${escapeHtml(schema[key])}</code>`))
    .join(', ');

/** The members of a schema that is not a component. */
function inner(schema: JsonObject): JsonObject | undefined {
  if (schema['properties']) return schema;
  if (schema['type'] === 'array') return inner((schema['items'] ?? {}) as JsonObject);
  return [...list(schema['anyOf']), ...list(schema['oneOf'])]
    .map(inner)
    .find((found) => found !== undefined);
}

/** Renders the members of an object schema, nested ones below theirs. */
export function membersView(schema: JsonObject): string {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  const rows = Object.entries(properties).map(([name, member]) => {
    const below = inner(member);
    const told = [
      member['description'] ? prose(String(member['description'])) : '',
      boundsOf(member),
    ]
      .filter(Boolean)
      .join(' · ');
    return (
      `<li><code class="name">${escapeHtml(name)}</code> <span class="type">${typeOf(member)}</span>${required.includes(name) ? ' <span class="required">required</span>' : ''}` +
      `${told ? `<div class="told">${told}</div>` : ''}${below ? membersView(below) : ''}</li>`
    );
  });
  return rows.length > 0 ? `<ul class="members">${rows.join('')}</ul>` : '';
}

/** Renders a schema where it is used: a link to its component, or its members. */
export const schemaView = (schema: JsonObject): string => {
  const below = refName(schema) ? undefined : inner(schema);
  return `<p class="type">${typeOf(schema)}</p>${below ? membersView(below) : ''}`;
};
