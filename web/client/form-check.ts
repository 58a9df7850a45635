import type { FieldDescriptor, FormDescriptor } from './form-descriptor.ts';

/** Faults of a value that are shown while the user types. */
export type FieldFault =
  | { code: 'required' }
  | { code: 'too_short'; limit: number }
  | { code: 'too_long'; limit: number }
  | { code: 'too_small'; limit: number }
  | { code: 'too_large'; limit: number }
  | { code: 'too_many'; limit: number }
  | { code: 'invalid_format' };

/** Values of a form, by the names of its fields. */
export type FormValues = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length);

const patterns = new Map<string, RegExp>();
/** Compiled once; undefined for a pattern that this browser does not know. */
function patternOf(text: string): RegExp | undefined {
  if (!patterns.has(text)) {
    try {
      patterns.set(text, new RegExp(text, 'u'));
    } catch {
      return undefined;
    }
  }
  return patterns.get(text);
}

/** Coarse on purpose: only what cannot be right, since the server decides. */
const formats: Readonly<Record<string, (text: string) => boolean>> = {
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => URL.canParse(text),
  'date-time': (text) => !Number.isNaN(Date.parse(text)),
};

function textFault(field: FieldDescriptor, text: string): FieldFault | undefined {
  const { minLength = 0, maxLength = Infinity, pattern, format = '', values } = field;
  // Characters as JSON Schema counts them, not UTF-16 units.
  const { length } = [...text];
  if (length < minLength) return { code: 'too_short', limit: minLength };
  if (length > maxLength) return { code: 'too_long', limit: maxLength };
  const isFaulty =
    (values && !values.includes(text)) ||
    (pattern !== undefined && patternOf(pattern)?.test(text) === false) ||
    formats[format]?.(text) === false;
  return isFaulty ? { code: 'invalid_format' } : undefined;
}

function numberFault(field: FieldDescriptor, value: unknown): FieldFault | undefined {
  const { kind, minimum = -Infinity, maximum = Infinity } = field;
  if (typeof value !== 'number' || Number.isNaN(value)) return { code: 'invalid_format' };
  if (kind === 'integer' && !Number.isInteger(value)) return { code: 'invalid_format' };
  if (value < minimum) return { code: 'too_small', limit: minimum };
  return value > maximum ? { code: 'too_large', limit: maximum } : undefined;
}

function singleFault(field: FieldDescriptor, value: unknown): FieldFault | undefined {
  if (field.kind === 'text' && typeof value === 'string') return textFault(field, value);
  return field.kind === 'integer' || field.kind === 'number'
    ? numberFault(field, value)
    : undefined;
}

/** Checks one value. Undefined if nothing is wrong with it, as far as the browser can know. */
export function fieldFault(field: FieldDescriptor, value: unknown): FieldFault | undefined {
  if (isEmpty(value)) return field.required ? { code: 'required' } : undefined;
  if (!Array.isArray(value)) return singleFault(field, value);
  const { maxItems = Infinity } = field;
  if (value.length > maxItems) return { code: 'too_many', limit: maxItems };
  return value.map((one) => singleFault(field, one)).find((fault) => fault !== undefined);
}

/** Whether an outer object that is missing makes the field irrelevant: `required` is about its object. */
function isMissingObject(name: string, values: FormValues): boolean {
  const outer = name.slice(0, name.lastIndexOf('.') + 1);
  if (outer === '') return false;
  return !Object.entries(values).some(([key, value]) => key.startsWith(outer) && !isEmpty(value));
}

/**
 * Checks the values of a form by their descriptor.
 * @param names fields that the form shows; the others are not checked
 * @returns faults by the names of fields
 */
export function formFaults(
  form: FormDescriptor,
  values: FormValues,
  names: readonly string[],
): Readonly<Record<string, FieldFault>> {
  const faults: Record<string, FieldFault> = {};
  for (const field of form.fields) {
    if (!names.includes(field.name) || isMissingObject(field.name, values)) continue;
    const fault = fieldFault(field, values[field.name]);
    if (fault) faults[field.name] = fault;
  }
  const { oneOf } = form;
  const isUnmet = oneOf && !oneOf.some((set) => set.every((name) => !isEmpty(values[name])));
  const first = oneOf?.flat().find((name) => names.includes(name));
  if (isUnmet && first !== undefined) faults[first] ??= { code: 'required' };
  return faults;
}
