import { flagWord } from '@platform/command-line/flag-word';
import { InvalidArgumentError, Option } from 'commander';
import { nearestName } from '@platform/configuration/nearest-name';
import type { Field } from './operation-spec.ts';

const scalars: Readonly<Record<Field['kind'], string>> = {
  text: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'true|false',
  object: 'json',
  json: 'json',
};

/** The placeholder of a value in help. */
const wordOf = ({ name, kind, values, list, map }: Field): string => {
  const word = values ? flagWord(name.split('.').at(-1) ?? name) : scalars[kind];
  if (map) return 'key=value';
  return list ? `${word}...` : word;
};

const parsers: Readonly<Record<Field['kind'], (text: string) => unknown>> = {
  text: (text) => text,
  integer(text) {
    if (!/^-?\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
    return Number(text);
  },
  number(text) {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value))
      throw new InvalidArgumentError('It must be a number.');
    return value;
  },
  boolean(text) {
    if (text !== 'true' && text !== 'false')
      throw new InvalidArgumentError('It must be true or false.');
    return text === 'true';
  },
  object: jsonOf,
  json: jsonOf,
};

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('It must be JSON.');
  }
}

/** A value of a map whose values can be anything: JSON, or else text. */
function looseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Reads one value of a field from the command line. @throws InvalidArgumentError */
export function parseValue({ kind, values }: Field, text: string): unknown {
  const value = parsers[kind](text);
  if (!values || values.includes(value as string)) return value;
  const similar = nearestName(text, values.map(String));
  throw new InvalidArgumentError(
    `It must be ${wordList(values.map(String))}.${similar ? ` Did you mean ${similar}?` : ''}`,
  );
}

/** `a, b or c` */
export const wordList = (words: readonly string[], conjunction = 'or'): string =>
  words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;

type Pairs = Record<string, unknown>;

function addPair(field: Field, text: string, previous: Pairs = {}): Pairs {
  if (text.startsWith('{')) return { ...previous, ...(jsonOf(text) as Pairs) };
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be key=value, or a JSON object.');
  const value = text.slice(at + 1);
  const parsed = field.kind === 'json' ? looseValue(value) : parseValue(field, value);
  return { ...previous, [text.slice(0, at)]: parsed };
}

/** A list as JSON replaces the repetition of its flag: `--roles '["admin"]'`. */
function addItem(field: Field, text: string, previous: readonly unknown[] = []): unknown[] {
  if (text.startsWith('[')) {
    const items = jsonOf(text);
    if (Array.isArray(items)) return [...previous, ...items];
  }
  return [...previous, parseValue(field, text)];
}

const collector = (field: Field) => (text: string, previous: unknown) => {
  if (field.map) return addPair(field, text, previous as Pairs | undefined);
  if (field.list) return addItem(field, text, previous as unknown[] | undefined);
  return parseValue(field, text);
};

/** Descriptions of the API are Markdown. */
const plain = (text: string): string => text.replaceAll('`', '');

/** What the help says of a field. */
function descriptionOf({ about, values, list, map }: Field, isRequired: boolean): string {
  const sentence = about && plain(/[.!?]$/.test(about) ? about : `${about}.`);
  return [
    isRequired ? 'Required.' : '',
    sentence ?? '',
    values && !values.includes(true) ? `${wordList(values.map(String))}.` : '',
    list || map ? 'Can be repeated.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The name of a field's flag, without dashes; `body.` distinguishes it from an option of the command. */
export function flagOf({ name }: Pick<Field, 'name'>, taken: ReadonlySet<string>): string {
  const word = name.split('.').map(flagWord).join('.');
  return taken.has(word) ? `body.${word}` : word;
}

/** A field with the options that set it. */
export interface FieldOption {
  field: Field;
  /** Without dashes. */
  flag: string;
  options: readonly Option[];
  /** The key of its value in the options of the command. */
  key: string;
}

const negatable = new WeakSet<Option>();

/** Whether `--no-…` sets the field to false. */
export const isNegatable = (option: Option): boolean => negatable.has(option);

/** The options of the members of a body, or of query parameters. Members of an object that is required are required as well. */
export function fieldOptions(
  fields: readonly Field[],
  taken: ReadonlySet<string>,
): readonly FieldOption[] {
  const required = new Set<string>();
  return fields.map((field) => {
    const parent = field.name.split('.').slice(0, -1).join('.');
    const isRequired = Boolean(field.required) && (parent === '' || required.has(parent));
    if (isRequired) required.add(field.name);
    return fieldOption(field, taken, isRequired);
  });
}

/** The options of a field: `--flag <value>`, for a boolean `--flag` and `--no-flag`, for a secret `--flag-file <file>`. */
function fieldOption(field: Field, taken: ReadonlySet<string>, isRequired: boolean): FieldOption {
  const flag = flagOf(field, taken);
  const made = (flags: string, about: string): Option => new Option(flags, about);
  const about = descriptionOf(field, isRequired);
  if (field.secret) {
    const option = made(
      `--${flag}-file <file>`,
      `File with the value; - reads standard input. ${about}`.trim(),
    );
    return { field, flag, options: [option], key: option.attributeName() };
  }
  if (field.kind === 'boolean' && !field.list && !field.map) {
    const yes = made(`--${flag}`, about);
    negatable.add(yes);
    return {
      field,
      flag,
      options: [yes, made(`--no-${flag}`, '').hideHelp()],
      key: yes.attributeName(),
    };
  }
  const option = made(`--${flag} <${wordOf(field)}>`, about).argParser(collector(field));
  const { kind, list, map, values } = field;
  // Its members have flags of their own.
  if (kind === 'object' && !list && !map) option.hideHelp();
  // Not `choices()`: it replaces the parser, and knows no lists.
  if (values) option.argChoices = values.map(String);
  return { field, flag, options: [option], key: option.attributeName() };
}
