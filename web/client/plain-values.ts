import type { FieldDescriptor, FormDescriptor } from './form-descriptor.ts';
import { linesOf, textOfLines } from './lines.ts';

/** Values of a plain form: texts, numbers and booleans. Names with dots are nested. */
export type PlainValues = Record<string, unknown>;
type Read = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is PlainValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const valueAt = (values: Read, name: string): unknown =>
  name
    .split('.')
    .reduce<unknown>((value, part) => (isObject(value) ? value[part] : undefined), values);

function setAt(values: PlainValues, name: string, value: unknown): void {
  const parts = name.split('.');
  const last = parts.pop()!;
  const inner = parts.reduce((outer, part) => (outer[part] ??= {}) as PlainValues, values);
  inner[last] = value;
}

/** Whether a field is a list that is edited with a line for each entry. */
export const isLinesField = ({ kind, list, map }: FieldDescriptor): boolean =>
  kind === 'text' && list === true && !map;

/** Whether a field is edited as JSON, because its form is open. */
export const isJsonField = ({ kind, list, map }: FieldDescriptor): boolean =>
  kind === 'json' || kind === 'object' || map === true || (list === true && kind !== 'text');

export function fieldNamed({ operationId, fields }: FormDescriptor, name: string): FieldDescriptor {
  const field = fields.find((one) => one.name === name);
  if (!field) throw new TypeError(`${operationId} has no field ${name}.`);
  return field;
}

/** JSON as text. An empty list or object is no text, unless it is a value that the field needs. */
function jsonText(value: unknown, isRequired = false): string {
  if (value === undefined || value === null) return '';
  const isEmpty = typeof value === 'object' && Object.keys(value).length === 0;
  return isEmpty && !isRequired ? '' : JSON.stringify(value, null, 2);
}

function inputOf(field: FieldDescriptor, value: unknown): unknown {
  if (isLinesField(field)) return textOfLines(Array.isArray(value) ? value : []);
  if (isJsonField(field)) return jsonText(value, field.required);
  if (field.kind === 'boolean') return value === true;
  if (field.kind === 'text') return typeof value === 'string' ? value : '';
  return typeof value === 'number' ? value : null;
}

/** The fields that hold values: an object is its fields. */
export const leafNames = ({ fields }: FormDescriptor): string[] =>
  fields
    .map(({ name }) => name)
    .filter((name) => !fields.some((one) => one.name.startsWith(`${name}.`)));

/** The form with only these of its fields. */
export const formWith = (form: FormDescriptor, names: readonly string[]): FormDescriptor => ({
  ...form,
  fields: form.fields.filter(({ name }) => names.includes(name)),
});

/** The values of a form with these fields, for a resource; empty ones if there is none yet. */
export function plainValues(
  form: FormDescriptor,
  names: readonly string[],
  resource: object = {},
): PlainValues {
  const values: PlainValues = {};
  for (const name of names)
    setAt(values, name, inputOf(fieldNamed(form, name), valueAt(resource as Read, name)));
  return values;
}

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Text of JSON as its value; other text unchanged, for the server to judge. */
export const jsonOf = (text: string): unknown =>
  isJson(text) ? (JSON.parse(text) as unknown) : text;

function outputOf(field: FieldDescriptor, value: unknown): unknown {
  if (typeof value === 'number') return Number.isNaN(value) ? null : value;
  if (typeof value !== 'string') return value;
  if (isLinesField(field)) return linesOf(value);
  if (value.trim() === '') return null;
  return isJsonField(field) ? jsonOf(value) : value.trim();
}

function bodyFrom(
  form: FormDescriptor,
  values: Read,
  isSent: (value: unknown, field: FieldDescriptor) => boolean,
): PlainValues {
  const body: PlainValues = {};
  for (const field of form.fields) {
    const value = valueAt(values, field.name);
    // The fields of an object follow on their own.
    if (value === undefined || isObject(value)) continue;
    const output = outputOf(field, value);
    if (isSent(output, field)) setAt(body, field.name, output);
  }
  return body;
}

/** The values of a form, or those that have changed, as a request has them. An emptied field is `null`. */
export const plainBody = (form: FormDescriptor, values: Read): PlainValues =>
  bodyFrom(form, values, () => true);

/** The same without what is empty, for a request that creates something: what is absent has its default. */
export const plainCreation = (form: FormDescriptor, values: Read): PlainValues =>
  bodyFrom(
    form,
    values,
    (value, field) =>
      value !== null && !(isLinesField(field) && Array.isArray(value) && value.length === 0),
  );
