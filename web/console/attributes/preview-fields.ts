/** A field of the rendered form. */
export interface PreviewField {
  key: string;
  label: string;
  description: string | undefined;
  control: 'text' | 'lines' | 'number' | 'boolean' | 'choice' | 'json';
  values: readonly string[];
  isRequired: boolean;
  isReadOnly: boolean;
}

export interface PreviewGroup {
  title: string | undefined;
  fields: readonly PreviewField[];
}

interface RenderedProperty {
  type?: string;
  enum?: readonly unknown[];
  items?: RenderedProperty;
  description?: string;
  readOnly?: boolean;
  'x-label'?: string;
  'x-group'?: string;
  'x-order'?: number;
}

function controlOf({ type, enum: values }: RenderedProperty): PreviewField['control'] {
  if (type === 'array') return 'lines';
  if (values) return 'choice';
  if (type === 'boolean') return 'boolean';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'object' ? 'json' : 'text';
}

function fieldOf(key: string, property: RenderedProperty, isRequired: boolean): PreviewField {
  return {
    key,
    label: property['x-label'] ?? key,
    description: property.description,
    control: controlOf(property),
    values: (property.enum ?? property.items?.enum ?? []).map(String),
    isRequired,
    isReadOnly: property.readOnly === true,
  };
}

/** The fields of a rendered schema in their order, by group. Groups are in the order of their first field. */
export function previewGroups(schema: Readonly<Record<string, unknown>>): PreviewGroup[] {
  const properties = Object.entries(
    (schema['properties'] ?? {}) as Record<string, RenderedProperty>,
  );
  const required = (schema['required'] ?? []) as string[];
  const sorted = properties.toSorted(
    ([a, one], [b, other]) => (one['x-order'] ?? 0) - (other['x-order'] ?? 0) || (a < b ? -1 : 1),
  );
  const titles = [...new Set(sorted.map(([, property]) => property['x-group']))];
  return titles.map((title) => ({
    title,
    fields: sorted
      .filter(([, property]) => property['x-group'] === title)
      .map(([key, property]) => fieldOf(key, property, required.includes(key))),
  }));
}
