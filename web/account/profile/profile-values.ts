import type { MyProfile, ProfileField } from '@platform/sdk';
import { bodyOf } from '../../client/form-text.ts';

/** How a field is edited. `fixed`: it is only shown. */
export type FieldKind = 'text' | 'date' | 'choice' | 'flag' | 'number' | 'lines' | 'fixed';

/** Values of the form, nested like the profile. */
export type ProfileValues = Record<string, unknown>;

/** The name of a field in the form: `/name/givenName` is `name.givenName`. */
export const nameOf = ({ pointer }: Pick<ProfileField, 'pointer'>): string =>
  pointer.slice(1).replaceAll('/', '.');

/** The schema of a value without `null`, which clears it. */
function plainSchema({ schema }: Pick<ProfileField, 'schema'>): Record<string, unknown> {
  const { anyOf } = schema as { anyOf?: Record<string, unknown>[] };
  return anyOf?.find(({ type }) => type !== 'null') ?? schema;
}

const typeOf = ({ type }: Record<string, unknown>): unknown =>
  Array.isArray(type) ? type.find((one) => one !== 'null') : type;

/** The values that are allowed, if they are few and known. */
export function choicesOf(field: Pick<ProfileField, 'schema'>): readonly string[] | undefined {
  const { enum: values } = plainSchema(field) as { enum?: unknown[] };
  return values?.filter((value) => typeof value === 'string');
}

const kindOfType: Readonly<Record<string, FieldKind>> = {
  string: 'text',
  boolean: 'flag',
  integer: 'number',
  number: 'number',
};

export function kindOf(field: Pick<ProfileField, 'schema'>): FieldKind {
  const schema = plainSchema(field);
  const type = String(typeOf(schema));
  if (choicesOf(field)) return 'choice';
  if (schema['format'] === 'date') return 'date';
  const { items } = schema as { items?: Record<string, unknown> };
  if (type === 'array') return items && typeOf(items) === 'string' ? 'lines' : 'fixed';
  return kindOfType[type] ?? 'fixed';
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((found, key) => (found as ProfileValues | null | undefined)?.[key], value);

function formValue(kind: FieldKind, value: unknown): unknown {
  if (kind === 'lines') return Array.isArray(value) ? value.join('\n') : '';
  if (kind === 'flag') return value === true;
  if (kind === 'number') return typeof value === 'number' ? value : Number.NaN;
  if (kind === 'fixed') return value === undefined || value === null ? '' : JSON.stringify(value);
  return typeof value === 'string' ? value : '';
}

/** The values of the profile, as the form has them. */
export function profileValues(profile: MyProfile, fields: readonly ProfileField[]): ProfileValues {
  const values: ProfileValues = {};
  for (const field of fields) {
    const path = nameOf(field).split('.');
    const value = formValue(kindOf(field), valueAt(profile, path));
    const [outer = '', inner] = path;
    if (inner === undefined) values[outer] = value;
    else values[outer] ??= {} as ProfileValues;
    if (inner !== undefined) (values[outer] as ProfileValues)[inner] = value;
  }
  return values;
}

const linesIn = (text: unknown): string[] =>
  String(text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The patch as the platform expects it: lists for lines, `null` for what has been emptied. */
export function profilePatch(
  patch: Readonly<Record<string, unknown>>,
  fields: readonly ProfileField[],
): Record<string, unknown> {
  const body = bodyOf(patch);
  for (const field of fields) {
    const path = nameOf(field).split('.');
    const key = path.at(-1)!;
    const outer = path.length > 1 ? (body[path[0]!] as ProfileValues | undefined) : body;
    if (outer?.[key] === undefined) continue;
    if (kindOf(field) === 'lines') outer[key] = outer[key] === null ? null : linesIn(outer[key]);
    if (Number.isNaN(outer[key])) outer[key] = null;
  }
  return body;
}
