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

function inputOf(field: FieldDescriptor, value: unknown): unknown {
  if (isLinesField(field)) return textOfLines(Array.isArray(value) ? value : []);
  if (isJsonField(field))
    return value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
  if (field.kind === 'boolean') return value === true;
  if (field.kind === 'text') return typeof value === 'string' ? value : '';
  return typeof value === 'number' ? value : null;
}

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

/** Text of JSON as its value; other text unchanged, for the server to judge. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function outputOf(field: FieldDescriptor, value: unknown): unknown {
  if (typeof value === 'number') return Number.isNaN(value) ? null : value;
  if (typeof value !== 'string') return value;
  if (isLinesField(field)) return linesOf(value);
  if (value.trim() === '') return null;
  return isJsonField(field) ? jsonOf(value) : value.trim();
}

/** The values of a form, or those that have changed, as a request has them. An emptied field is `null`. */
export function plainBody(form: FormDescriptor, values: Read): PlainValues {
  const body: PlainValues = {};
  for (const field of form.fields) {
    const value = valueAt(values, field.name);
    // The fields of an object follow on their own.
    if (value !== undefined && !isObject(value)) setAt(body, field.name, outputOf(field, value));
  }
  return body;
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** The same without what is empty, for a request that creates something: what is absent has its default. */
export function plainCreation(form: FormDescriptor, values: Read): PlainValues {
  const filled = (all: PlainValues): PlainValues =>
    Object.fromEntries(
      Object.entries(all).flatMap(([name, value]) => {
        const kept = isObject(value) ? filled(value) : value;
        return isEmpty(kept) ? [] : [[name, kept]];
      }),
    );
  return filled(plainBody(form, values));
}
