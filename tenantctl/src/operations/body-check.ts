import { wordList } from './field-option.ts';
import type { FieldOption } from './field-option.ts';
import { nearestName } from '@platform/configuration/nearest-name';
import type { Field, OperationSpec } from './operation-spec.ts';

type Body = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOfKind: Readonly<Record<Field['kind'], (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  json: () => true,
};

const kindWords: Readonly<Record<Field['kind'], string>> = {
  text: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  json: 'a value',
};

/** Why a single value of a field is not valid. */
function valueFault({ kind, values }: Field, value: unknown): string | undefined {
  if (!isOfKind[kind](value)) return `must be ${kindWords[kind]}`;
  if (!values || values.includes(value as string)) return undefined;
  const words = values.map(String);
  const similar = nearestName(String(value), words);
  return `must be ${wordList(words)}${similar ? `. Did you mean ${similar}?` : ''}`;
}

function fault(field: Field, value: unknown): string | undefined {
  if (value === null) return field.nullable ? undefined : 'must not be null';
  if (field.list) {
    if (!Array.isArray(value)) return 'must be a list';
    return value.map((item) => valueFault(field, item)).find(Boolean);
  }
  if (field.map) {
    if (!isObject(value)) return 'must be an object';
    return Object.values(value)
      .map((item) => valueFault(field, item))
      .find(Boolean);
  }
  return valueFault(field, value);
}

/** The fields of an object, by the name of the member. */
function membersOf(fields: readonly FieldOption[], prefix: string): Map<string, FieldOption> {
  const own = fields.filter(
    ({ field: { name } }) => name.startsWith(prefix) && !name.slice(prefix.length).includes('.'),
  );
  return new Map(own.map((one) => [one.field.name.slice(prefix.length), one]));
}

function* faultsIn(
  body: Body,
  fields: readonly FieldOption[],
  prefix: string,
  isOpen: boolean,
): Iterable<string> {
  const members = membersOf(fields, prefix);
  for (const [name, value] of Object.entries(body)) {
    const member = members.get(name);
    if (!member) {
      if (isOpen) continue;
      const similar = nearestName(name, [...members.keys()]);
      yield `The body has no member ${prefix}${name}.${similar ? ` Did you mean ${prefix}${similar}?` : ''}`;
      continue;
    }
    const { field, flag } = member;
    const wrong = fault(field, value);
    if (wrong) yield `--${flag} ${wrong}${wrong.endsWith('?') ? '' : '.'}`;
    else if (field.kind === 'object' && !field.list && !field.map && isObject(value))
      yield* faultsIn(value, fields, `${field.name}.`, field.open ?? false);
  }
  for (const [name, { field, flag }] of members)
    if (field.required && body[name] === undefined)
      yield `--${wordOfFlag(field, flag)} is required.`;
}

/** Secrets are given in files. */
const wordOfFlag = ({ secret }: Field, flag: string): string => (secret ? `${flag}-file` : flag);

function alternativeFault(
  { alternatives = [] }: OperationSpec,
  body: Body,
  fields: readonly FieldOption[],
): string[] {
  const isMet = alternatives.some((set) =>
    set.every((name) => body[name] !== undefined && body[name] !== null),
  );
  if (alternatives.length === 0 || isMet) return [];
  const flagFor = (name: string): string => {
    const found = fields.find(({ field }) => field.name === name);
    return `--${found ? wordOfFlag(found.field, found.flag) : name}`;
  };
  const distinct = new Set(alternatives.map((set) => wordList(set.map(flagFor), 'and')));
  return [`Set ${wordList([...distinct])}.`];
}

/** What is wrong with a body, in sentences that name the flags. Empty if nothing is. */
export function bodyFaults(
  spec: OperationSpec,
  body: Body,
  fields: readonly FieldOption[],
): string[] {
  const faults = [...faultsIn(body, fields, '', false)];
  return faults.length > 0 ? faults : alternativeFault(spec, body, fields);
}
