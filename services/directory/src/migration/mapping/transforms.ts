import type { MappingTransformInput } from '@platform/contracts';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CountryCode } from 'libphonenumber-js/max';

/** A value between transforms; undefined if there is none. */
type Value = unknown;
type Of<T extends MappingTransformInput['type']> = Extract<MappingTransformInput, { type: T }>;

/** Applies to text, or to each text of a list. */
const eachText =
  (change: (text: string) => Value) =>
  (value: Value): Value => {
    if (Array.isArray(value))
      return value.map((one) => (typeof one === 'string' ? change(one) : one));
    return typeof value === 'string' ? change(value) : value;
  };

const truths = new Set(['true', 'yes', 'y', 'on', '1', 't']);
const falsehoods = new Set(['false', 'no', 'n', 'off', '0', 'f', '']);

function asBoolean(value: Value): Value {
  if (typeof value === 'boolean' || value === undefined || value === null) return value;
  const word = String(value).trim().toLowerCase();
  if (truths.has(word)) return true;
  return falsehoods.has(word) ? false : value;
}

/** LDAP's GeneralizedTime: `20261122143000.5Z`, `20261122143000+0100`. */
function generalizedTime(text: string): number {
  const parts =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)?(\d\d)?(?:[.,]\d+)?(Z|[+-]\d{4})$/.exec(text) ?? [];
  const [, year, month, day, hour, minute = '00', second = '00', zone = 'Z'] = parts;
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
}

function asDate({ from, to }: Of<'date'>): (value: Value) => Value {
  const millis = (value: string | number): number => {
    if (from === 'unix_seconds') return Number(value) * 1_000;
    if (from === 'unix_milliseconds') return Number(value);
    return from === 'generalized_time' ? generalizedTime(String(value)) : Date.parse(String(value));
  };
  return (value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    const time = new Date(millis(value));
    if (Number.isNaN(time.getTime())) return value;
    return to === 'date' ? time.toISOString().slice(0, 10) : time.toISOString();
  };
}

const asPhone = ({ defaultCountry }: Of<'phone'>) =>
  eachText((text) => {
    const parsed = parsePhoneNumberFromString(text, defaultCountry as CountryCode | undefined);
    return parsed?.isValid() ? parsed.number : text;
  });

const split = ({ separator, index }: Of<'split'>) =>
  eachText((text) => {
    const parts = text.split(separator).map((part) => part.trim());
    return index === undefined ? parts.filter((part) => part !== '') : parts.at(index);
  });

const join =
  ({ separator }: Of<'join'>) =>
  (value: Value): Value =>
    Array.isArray(value)
      ? value.filter((one) => one !== null && one !== undefined && one !== '').join(separator)
      : value;

const mapped =
  ({ values, otherwise }: Of<'map'>) =>
  (value: Value): Value => {
    if (value === undefined || value === null) return value;
    const key = String(value);
    return Object.hasOwn(values, key) ? values[key] : otherwise;
  };

/**
 * A transform as a function. It never throws: a value that it cannot read stays unchanged and is
 * validated like any other.
 */
export function transformOf(given: MappingTransformInput): (value: Value) => Value {
  switch (given.type) {
    case 'trim':
      return eachText((text) => text.trim());
    case 'lower':
      return eachText((text) => text.toLowerCase());
    case 'split':
      return split(given);
    case 'join':
      return join(given);
    case 'constant':
      return () => given.value;
    case 'date':
      return asDate(given);
    case 'boolean':
      return asBoolean;
    case 'phone':
      return asPhone(given);
    case 'strip_prefix':
      return eachText((text) =>
        text.startsWith(given.prefix) ? text.slice(given.prefix.length) : text,
      );
    case 'map':
      return mapped(given);
  }
}
