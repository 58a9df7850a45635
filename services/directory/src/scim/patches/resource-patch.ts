import { isJsonObject } from '@platform/kit/formats';
import { isSame } from '../../json/json-equality.ts';
import type { Attribute, ResourceSchema } from '../schemas/attribute.ts';
import { attributeValue, withOnePrimary } from '../schemas/attribute-value.ts';
import { elementThatMatches, matchesElement } from '../filters/element-match.ts';
import type { Condition } from '../filters/filter-condition.ts';
import { patchTarget } from './patch-path.ts';
import type { PatchTarget } from './patch-path.ts';
import type { PatchOperation } from './patch-request.ts';
import { scimError } from '../scim-error.ts';

/** The attributes of a resource as its schema names them; those of extensions under their URNs. */
export type Resource = Record<string, unknown>;
type Element = Record<string, unknown>;

const own = (object: Resource, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

function assign(object: Resource, name: string, value: unknown): Resource {
  const { [name]: _before, ...rest } = object;
  const isEmpty =
    value === undefined ||
    (Array.isArray(value) && value.length === 0) ||
    (isJsonObject(value) && Object.keys(value).length === 0);
  return isEmpty ? rest : { ...rest, [name]: value };
}

type Change = PatchOperation['op'];

/** Sub-attributes that are not named stay unchanged (RFC 7644 §3.5.2.3). */
const merged = (before: unknown, value: unknown): unknown =>
  isJsonObject(before) && isJsonObject(value) ? { ...before, ...value } : value;

function setSub(attribute: Attribute, sub: Attribute, element: Element, value: unknown): Element {
  return assign(element, sub.name, attributeValue(sub, value, `${attribute.name}.${sub.name}`));
}

function changedSingle(
  attribute: Attribute,
  { sub }: PatchTarget,
  before: unknown,
  { op, value }: Pick<PatchOperation, 'op' | 'value'>,
): unknown {
  const given = op === 'remove' ? null : value;
  if (sub) return setSub(attribute, sub, isJsonObject(before) ? before : {}, given);
  const after = attributeValue(attribute, given);
  return after === undefined ? undefined : merged(before, after);
}

/** Whether `remove` names a value: one with the same `value`, or an equal one. */
function isNamed(one: unknown, named: readonly unknown[]): boolean {
  return named.some((wanted) =>
    isJsonObject(one) && isJsonObject(wanted) && wanted['value'] !== undefined
      ? one['value'] === wanted['value']
      : isSame(one, wanted),
  );
}

/** A single value may have been stored under an earlier definition of the tenant's attribute. */
const listOf = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());

function changedList(
  attribute: Attribute,
  before: readonly unknown[],
  { op, value }: Pick<PatchOperation, 'op' | 'value'>,
): unknown[] {
  if (op === 'remove' && (value === undefined || value === null)) return [];
  const given = listOf(attributeValue(attribute, value));
  if (op === 'replace') return given;
  if (op === 'remove') return before.filter((one) => !isNamed(one, given));
  const added = given.filter((one) => !before.some((held) => isSame(held, one)));
  return withOnePrimary([...before, ...added], added);
}

/**
 * The value to create for a path such as `emails[type eq "work"]` that no value meets yet, from its
 * filter.
 */
function newElement(
  attribute: Attribute,
  element: Condition | undefined,
  isFirst: boolean,
): Element {
  const made = element ? elementThatMatches(element) : {};
  if (!made) throw scimError('noTarget', `No value of ${attribute.name} matches the path`);
  const hasPrimary = attribute.subAttributes?.some(({ name }) => name === 'primary');
  return isFirst && hasPrimary && made['primary'] === undefined ? { ...made, primary: true } : made;
}

function changedElement(
  attribute: Attribute,
  sub: Attribute | undefined,
  element: Element,
  { op, value }: Pick<PatchOperation, 'op' | 'value'>,
): Element {
  if (sub) return setSub(attribute, sub, element, op === 'remove' ? null : value);
  const [given] = listOf(attributeValue(attribute, value));
  return merged(element, given ?? {}) as Element;
}

/**
 * Changes the values of a list that meet the path. If none does, `add`, or a member of an object,
 * creates one.
 */
function changedElements(
  attribute: Attribute,
  { element, sub }: PatchTarget,
  before: readonly Element[],
  operation: Pick<PatchOperation, 'op' | 'value'>,
): unknown[] {
  const isMet = (one: Element): boolean => element === undefined || matchesElement(one, element);
  if (operation.op === 'remove' && !sub) return before.filter((one) => !isMet(one));
  if (before.some(isMet)) {
    const changed = new Set<unknown>();
    const after = before.map((one) => {
      if (!isMet(one)) return one;
      const next = changedElement(attribute, sub, one, operation);
      changed.add(next);
      return next;
    });
    return withOnePrimary(
      after.filter((one) => Object.keys(one).length > 0),
      [...changed],
    );
  }
  if (operation.op === 'remove') return [...before];
  const empty = newElement(attribute, element, before.length === 0);
  const made = changedElement(attribute, sub, empty, operation);
  return withOnePrimary([...before, made], [made]);
}

function changedAttribute(
  attribute: Attribute,
  target: PatchTarget,
  before: unknown,
  operation: Pick<PatchOperation, 'op' | 'value'>,
): unknown {
  if (!attribute.multiValued) return changedSingle(attribute, target, before, operation);
  const list = listOf(before);
  return target.element || target.sub
    ? changedElements(attribute, target, list as Element[], operation)
    : changedList(attribute, list, operation);
}

type AttributeTarget = PatchTarget & { attribute: Attribute };

const holderOf = (resource: Resource, { extension }: AttributeTarget): Resource | undefined =>
  extension === undefined ? resource : (own(resource, extension) as Resource | undefined);

/** RFC 7644 §3.5.2.3: a replacement of values that a filter selects fails if it selects none. */
function requireSelected(resource: Resource, target: AttributeTarget, path: string): void {
  const { attribute, element } = target;
  if (element === undefined) return;
  const values = listOf(own(holderOf(resource, target) ?? {}, attribute.name)) as Element[];
  if (!values.some((one) => matchesElement(one, element)))
    throw scimError('noTarget', `No value of ${attribute.name} matches ${path}`);
}

function applyTo(
  resource: Resource,
  target: AttributeTarget,
  operation: Pick<PatchOperation, 'op' | 'value'>,
): Resource {
  const { attribute, extension } = target;
  const holder = holderOf(resource, target);
  const before = own(holder ?? {}, attribute.name);
  const after = assign(
    holder ?? {},
    attribute.name,
    changedAttribute(attribute, target, before, operation),
  );
  return extension === undefined ? after : assign(resource, extension, after);
}

/**
 * Applies each member of an object as a separate operation, ignoring those that no schema lists.
 */
function applyMembers(
  schema: ResourceSchema,
  resource: Resource,
  { op, value }: { op: Change; value: unknown },
  prefix = '',
): Resource {
  if (!isJsonObject(value))
    throw scimError('invalidValue', `The operation ${op} without a path requires an object`);
  return Object.entries(value).reduce<Resource>((after, [name, one]) => {
    const target = patchTarget(schema, prefix + name);
    if (!target || target.attribute?.mutability === 'readOnly') return after;
    if (!target.attribute)
      return applyMembers(schema, after, { op, value: one }, `${target.extension}:`);
    return applyTo(after, { ...target, attribute: target.attribute }, { op, value: one });
  }, resource);
}

/**
 * Users of a directory sign in with its own identity provider or with a password that it does not
 * know, but a client may still send one.
 */
const isPassword = ({ core }: ResourceSchema, path: string): boolean =>
  ['password', `${core.id}:password`.toLowerCase()].includes(path.toLowerCase());

function applyOperation(
  schema: ResourceSchema,
  resource: Resource,
  { op, path, value }: PatchOperation,
): Resource {
  if (path === undefined) return applyMembers(schema, resource, { op, value });
  if (isPassword(schema, path)) return resource;
  const target = patchTarget(schema, path);
  if (!target) throw scimError('invalidPath', `${path} is not an attribute of the resource`);
  const { attribute, extension, sub } = target;
  if (!attribute) {
    if (op === 'remove') return assign(resource, extension as string, undefined);
    return applyMembers(schema, resource, { op, value }, `${extension}:`);
  }
  if (attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly')
    throw scimError('mutability', `${path} is read-only`);
  if (op === 'replace') requireSelected(resource, { ...target, attribute }, path);
  return applyTo(resource, { ...target, attribute }, { op, value });
}

/**
 * Applies all operations of a PATCH in order. @throws the SCIM error of the first that cannot be
 * applied
 */
export const patchedResource = (
  schema: ResourceSchema,
  resource: Resource,
  operations: readonly PatchOperation[],
): Resource =>
  operations.reduce<Resource>(
    (after, operation) => applyOperation(schema, after, operation),
    resource,
  );

/** The body of a POST or PUT with the schema's names, without members that no schema lists. */
export const resourceOf = (schema: ResourceSchema, body: Record<string, unknown>): Resource =>
  applyMembers(schema, {}, { op: 'replace', value: body });

const names = (body: Record<string, unknown>, name: string): boolean =>
  Object.keys(body).some((key) => key.toLowerCase() === name.toLowerCase());

/**
 * The resource after a PUT. Attributes that the body does not name are cleared, except
 * `externalId`, which RFC 7644 §3.5.1 lets a server keep: Okta sends it when it creates a user and
 * not when it replaces one, and finds the user by it when it assigns them again. Roles may also be
 * mapped to the external id of a group.
 */
export function replacedResource(
  schema: ResourceSchema,
  before: Resource,
  body: Record<string, unknown>,
): Resource {
  const after = resourceOf(schema, body);
  return names(body, 'externalId') ? after : assign(after, 'externalId', before['externalId']);
}
