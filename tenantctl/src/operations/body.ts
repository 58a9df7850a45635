import { usageError } from '@platform/command-line/failure';
import { inputText, parseDocument, secretText } from './input-file.ts';
import type { FieldOption } from './field-option.ts';

type Body = Record<string, unknown>;

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sets a nested member, and the objects around it where they are missing. */
export function setMember(body: Body, name: string, value: unknown): void {
  const path = name.split('.');
  const last = path.pop()!;
  let at = body;
  for (const part of path) {
    if (!isObject(at[part])) at[part] = {};
    at = at[part] as Body;
  }
  const present = at[last];
  // A map or an object that is given in several ways is one.
  at[last] = isObject(value) && isObject(present) ? { ...present, ...value } : value;
}

/** What the caller gave for a body. */
export interface BodyInput {
  /** `--data`: `@file`, `-`, or the document itself. */
  data?: string | undefined;
  /** Members to send as `null`. */
  unset?: readonly string[] | undefined;
  /** Values of the flags, by the key of their option. */
  flags: Readonly<Record<string, unknown>>;
  fields: readonly FieldOption[];
}

async function documentOf(data: string): Promise<Body> {
  const document = await parseDocument(await inputText(data), data);
  if (!isObject(document))
    throw usageError('--data must contain an object with the members of the body.');
  return structuredClone(document);
}

function unsetMember(body: Body, word: string, fields: readonly FieldOption[]): void {
  const found = fields.find(({ field, flag }) => flag === word || field.name === word);
  if (!found) throw usageError(`--unset: the body has no member ${word}.`);
  if (!found.field.nullable) throw usageError(`--unset: ${found.field.name} cannot be null.`);
  setMember(body, found.field.name, null);
}

/**
 * Assembles a body: the document of `--data`, then the flags, which take precedence, then the members to unset. Undefined if none of
 * them is given.
 */
export async function bodyOf({
  data,
  unset = [],
  flags,
  fields,
}: BodyInput): Promise<Body | undefined> {
  const given = fields.filter(({ key }) => flags[key] !== undefined);
  if (data === undefined && given.length === 0 && unset.length === 0) return undefined;
  const body = data === undefined ? {} : await documentOf(data);
  // Parents first, so that a flag of a member is not overwritten by that of its object.
  for (const { field, key } of given.toSorted((a, b) => depthOf(a) - depthOf(b))) {
    const value = flags[key];
    setMember(body, field.name, field.secret ? await secretText(String(value)) : value);
  }
  for (const word of unset) unsetMember(body, word, fields);
  return body;
}

const depthOf = ({ field }: FieldOption): number => field.name.split('.').length;
