import { isText } from '@platform/contracts';
import { isJsonObject } from '@platform/kit/formats';
import type { Attribute } from './attribute.ts';
import { subAttribute } from './attribute-path.ts';
import { dateTimeOf } from './date-time.ts';
import { scimError } from '../scim-error.ts';

const invalid = (detail: string) => scimError('invalidValue', detail);

/** Line breaks are part of a postal address. */
const lineBreaks = /[\n\r\t]/g;

function textValue(value: unknown, where: string): string {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw invalid(`${where} must be a string`);
  const text = String(value).normalize('NFC');
  if (isText(text.replace(lineBreaks, ' '))) return text;
  throw invalid(`${where} must not contain control characters or bidirectional overrides`);
}

function booleanValue(value: unknown, where: string): boolean {
  if (typeof value === 'boolean') return value;
  // Entra sends "True" and "False".
  const word = typeof value === 'string' ? value.toLowerCase() : undefined;
  if (word === 'true' || word === 'false') return word === 'true';
  throw invalid(`${where} must be true or false`);
}

function numberValue({ type }: Attribute, value: unknown, where: string): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  const fits = type === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number);
  if (fits) return number as number;
  throw invalid(`${where} must be ${type === 'integer' ? 'an integer' : 'a number'}`);
}

function dateTimeValue(value: unknown, where: string): string {
  const read = dateTimeOf(value);
  if (read !== undefined) return read;
  throw invalid(`${where} must be a date and time (RFC 3339)`);
}

function complexValue(attribute: Attribute, value: unknown, where: string): unknown {
  if (!isJsonObject(value)) {
    // `"manager": "26118915"` stands for its `value`.
    if (!subAttribute(attribute, 'value')) throw invalid(`${where} must be an object`);
    return complexValue(attribute, { value }, where);
  }
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const sub = subAttribute(attribute, name);
    const held = sub && singleValue(sub, part, `${where}.${sub.name}`);
    return held === undefined ? [] : [[sub?.name, held] as const];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

function simpleValue(attribute: Attribute, value: unknown, where: string): unknown {
  switch (attribute.type) {
    case 'boolean':
      return booleanValue(value, where);
    case 'integer':
    case 'decimal':
      return numberValue(attribute, value, where);
    case 'dateTime':
      return dateTimeValue(value, where);
    default:
      return textValue(value, where);
  }
}

/** Unwraps a list of one value and an object around a value, which Entra sends. */
function unwrapped({ type }: Attribute, value: unknown): unknown {
  const one = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
  return type !== 'complex' && isJsonObject(one) && Object.hasOwn(one, 'value')
    ? one['value']
    : one;
}

function singleValue(attribute: Attribute, given: unknown, where: string): unknown {
  const value = unwrapped(attribute, given);
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined;
    throw invalid(`${where} must have a single value`);
  }
  return attribute.type === 'complex'
    ? complexValue(attribute, value, where)
    : simpleValue(attribute, value, where);
}

type Element = Record<string, unknown>;

/** At most one value is primary: the latest written (RFC 7644 §3.5.2). */
export function withOnePrimary(values: readonly unknown[], latest: readonly unknown[]): unknown[] {
  const isPrimary = (value: unknown): boolean => isJsonObject(value) && value['primary'] === true;
  const chosen = latest.findLast(isPrimary) ?? values.find(isPrimary);
  return values.map((value) =>
    isPrimary(value) && value !== chosen ? { ...(value as Element), primary: false } : value,
  );
}

/**
 * A value with the type and names of its attribute; undefined for null and for an empty list (RFC
 * 7643 §2.5). @throws 400 `invalidValue`
 */
export function attributeValue(
  attribute: Attribute,
  given: unknown,
  where = attribute.name,
): unknown {
  if (!attribute.multiValued) return singleValue(attribute, given, where);
  const list: unknown[] = Array.isArray(given) ? given : [given];
  const values = list
    .map((one) => singleValue(attribute, one, where))
    .filter((one) => one !== undefined);
  return values.length === 0 ? undefined : withOnePrimary(values, []);
}
