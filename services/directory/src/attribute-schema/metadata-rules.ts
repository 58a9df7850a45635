import type { FieldError } from '@platform/contracts';
import { problemWithReason, invalidFields } from '@platform/kit/problem';
import { isSame } from '../json/json-equality.ts';
import type { DefinitionRecord } from './attribute-definition.ts';
import type { AttributeSchema, Metadata } from './schema.ts';

/**
 * Who writes: `admin`, callers of the API; `self`, users on their own pages; `source`, directories,
 * imports and logins, which may write `read_only` attributes and never fail because a required one
 * is missing.
 */
export type MetadataWriter = 'admin' | 'self' | 'source';

export interface MetadataWrite {
  before: Metadata;
  after: Metadata;
  writer: MetadataWriter;
  /** `replace`: PUT, which removes properties that are left out. */
  how: 'create' | 'replace' | 'patch';
}

interface KeyedError extends FieldError {
  key: string;
}

const maxUnmanaged = 100;
const has = (metadata: Metadata, key: string): boolean => Object.hasOwn(metadata, key);

const keyed = (key: string, { pointer = '', code, detail }: FieldError): KeyedError => ({
  key,
  pointer: `/metadata/${key.replaceAll('~', '~0').replaceAll('/', '~1')}${pointer}`,
  code,
  detail,
});

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const activeDefinition = (schema: AttributeSchema, key: string): DefinitionRecord | undefined => {
  const definition = schema.definitions.get(key);
  return definition?.state === 'active' ? definition : undefined;
};

/** Values of deleted definitions are hidden immediately and removed later. */
export const visibleMetadata = (schema: AttributeSchema, metadata: Metadata): Metadata =>
  schema.isPurging
    ? Object.fromEntries(
        Object.entries(metadata).filter(
          ([key]) => schema.definitions.get(key)?.state !== 'purging',
        ),
      )
    : metadata;

/** The metadata that events and audit records may contain. */
export const publishedMetadata = (schema: AttributeSchema, metadata: Metadata): Metadata =>
  schema.definitions.size === 0
    ? metadata
    : Object.fromEntries(
        Object.entries(visibleMetadata(schema, metadata)).filter(
          ([key]) => !isSensitiveKey(schema, key),
        ),
      );

/** Whether events leave out the values of an attribute. */
export const isSensitiveKey = (schema: AttributeSchema, key: string): boolean =>
  schema.definitions.get(key)?.sensitivity === 'sensitive';

/** The metadata that token claims may use. */
export const tokenAttributes = (schema: AttributeSchema, metadata: Metadata): Metadata =>
  Object.fromEntries(
    Object.entries(metadata).filter(([key]) => activeDefinition(schema, key)?.exposeInToken),
  );

export const incompleteAttributes = (schema: AttributeSchema, metadata: Metadata): string[] =>
  schema.required.filter(({ key }) => !has(metadata, key)).map(({ key }) => key);

/** The metadata that users can see on their own profile. */
export const ownMetadata = (schema: AttributeSchema, metadata: Metadata): Metadata =>
  Object.fromEntries(
    Object.entries(metadata).filter(([key]) => {
      const definition = activeDefinition(schema, key);
      return definition !== undefined && definition.visibility !== 'admin_only';
    }),
  );

/** Keys of required attributes without a value that the user can fill in. */
export const selfIncomplete = (schema: AttributeSchema, metadata: Metadata): string[] =>
  schema.required
    .filter((definition) => isWritable(definition, 'self') && !has(metadata, definition.key))
    .map(({ key }) => key);

function unmanagedError(schema: AttributeSchema, key: string, write: MetadataWrite) {
  const isGone = schema.definitions.has(key);
  if (isGone || schema.unmanaged === 'reject' || write.writer === 'self')
    return { code: 'unknown_attribute' as const, detail: 'is not an attribute of the schema' };
  const value = write.after[key];
  const isTaken = isScalar(value) || (Array.isArray(value) && value.every(isScalar));
  if (isTaken) return undefined;
  const detail =
    'has no definition, so it must be a string, a number, a boolean or an array of these';
  return { code: 'invalid_format' as const, detail };
}

function accessError(definition: DefinitionRecord, write: MetadataWrite): FieldError | undefined {
  const { writer, before } = write;
  if (writer === 'self' && definition.visibility === 'admin_only')
    return { code: 'unknown_attribute', detail: 'is not an attribute of the schema' };
  if (writer === 'self' && definition.visibility === 'self_read')
    return { code: 'immutable', detail: 'cannot be changed by users themselves' };
  if (definition.mutability === 'read_only' && writer !== 'source')
    return { code: 'immutable', detail: 'can be written only by directories and imports' };
  if (definition.mutability === 'write_once' && has(before, definition.key))
    return { code: 'immutable', detail: 'cannot be changed once it is set' };
  return undefined;
}

function keyErrors(schema: AttributeSchema, key: string, write: MetadataWrite): FieldError[] {
  const definition = activeDefinition(schema, key);
  if (!definition) {
    const error = has(write.after, key) ? unmanagedError(schema, key, write) : undefined;
    return error ? [error] : [];
  }
  const denied = accessError(definition, write);
  if (denied) return [denied];
  if (has(write.after, key)) return schema.judge(definition, write.after[key]);
  const mayRemove = !definition.required || write.writer === 'source';
  return mayRemove ? [] : [{ code: 'required', detail: 'is required' }];
}

const isWritable = ({ mutability, visibility }: DefinitionRecord, writer: MetadataWriter) =>
  mutability !== 'read_only' && (writer !== 'self' || visibility === 'self_write');

/** Required attributes that are neither stored nor given. */
function missing(schema: AttributeSchema, write: MetadataWrite): KeyedError[] {
  if (write.how === 'patch' || write.writer === 'source') return [];
  return schema.required
    .filter(({ key }) => !has(write.before, key) && !has(write.after, key))
    .filter((definition) => isWritable(definition, write.writer))
    .map(({ key }) => keyed(key, { code: 'required', detail: 'is required' }));
}

/** The previous values that a full replacement keeps, because the caller may not write them. */
function kept(schema: AttributeSchema, { before }: MetadataWrite): Metadata {
  return Object.fromEntries(
    Object.entries(before).filter(([key]) => {
      const mutability = activeDefinition(schema, key)?.mutability;
      return mutability === 'read_only' || mutability === 'write_once';
    }),
  );
}

function completed(schema: AttributeSchema, write: MetadataWrite): Metadata {
  if (write.how === 'patch') return write.after;
  if (write.how === 'replace') return { ...kept(schema, write), ...write.after };
  return { ...schema.defaults, ...write.after };
}

const unmanagedKeys = (schema: AttributeSchema, metadata: Metadata): number =>
  Object.keys(metadata).filter((key) => !schema.definitions.has(key)).length;

function judged(
  schema: AttributeSchema,
  given: MetadataWrite,
): { after: Metadata; errors: KeyedError[] } {
  const before = visibleMetadata(schema, given.before);
  const write = { ...given, before, after: completed(schema, given) };
  // An unchanged value that was stored under a deleted definition does not count as written.
  const after = Object.fromEntries(
    Object.entries(write.after).filter(
      ([key, value]) =>
        schema.definitions.get(key)?.state !== 'purging' || !isSame(given.before[key], value),
    ),
  );
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...keys].filter((key) => {
    const isKept = has(before, key) === has(after, key) && isSame(before[key], after[key]);
    const isDefault = given.how === 'create' && !has(given.after, key);
    return !isKept && !isDefault;
  });
  const errors = changed.flatMap((key) =>
    keyErrors(schema, key, { ...write, after }).map((error) => keyed(key, error)),
  );
  return { after, errors: [...errors, ...missing(schema, { ...write, after })] };
}

/**
 * The metadata that results from a write: defaults are set, and values that the caller may not
 * write are kept.
 * @throws 422 `validation_failed` with every error; 422 `limit_exceeded` for too many keys without
 * a definition
 */
export function acceptedMetadata(schema: AttributeSchema, write: MetadataWrite): Metadata {
  const { after, errors } = judged(schema, write);
  if (errors.length > 0) {
    throw invalidFields(errors.map(({ key: _key, ...error }) => error));
  }
  const unmanaged = unmanagedKeys(schema, after);
  if (unmanaged > maxUnmanaged && unmanaged > unmanagedKeys(schema, write.before)) {
    const detail = `must have at most ${maxUnmanaged} properties without a definition`;
    throw problemWithReason('limit_exceeded', {
      pointer: '/metadata',
      code: 'limit_exceeded',
      detail,
    });
  }
  return after;
}

/**
 * Like {@link acceptedMetadata}, for a writer that cannot correct errors: invalid values are
 * replaced by the previous ones.
 */
export function fittingMetadata(schema: AttributeSchema, write: MetadataWrite): Metadata {
  const { after, errors } = judged(schema, write);
  const left = { ...after };
  for (const { key } of errors) {
    if (has(write.before, key)) left[key] = write.before[key];
    else delete left[key];
  }
  const added = Object.keys(left).filter(
    (key) => !schema.definitions.has(key) && !has(write.before, key),
  );
  const excess = Math.min(added.length, Math.max(0, unmanagedKeys(schema, left) - maxUnmanaged));
  for (const key of added.slice(added.length - excess)) delete left[key];
  return left;
}
