import type { ResourceSchema } from './schemas/attribute.ts';
import { resolvePath } from './schemas/attribute-path.ts';
import type { AttributePath } from './schemas/attribute-path.ts';
import type { Resource } from './patches/resource-patch.ts';
import { scimError } from './scim-error.ts';

/** Selects the attributes that are returned (RFC 7644 §3.9). */
export interface Projection {
  /** `attributes`: these, and those that are always returned. */
  only?: readonly AttributePath[];
  /** `excludedAttributes`: all except these. */
  except?: readonly AttributePath[];
}

type Names = string | readonly string[] | undefined;

/** Ignores names that no schema lists. */
function pathsOf(schema: ResourceSchema, names: Names): AttributePath[] | undefined {
  const list = (typeof names === 'string' ? names.split(',') : (names ?? [])).map((name) =>
    name.trim(),
  );
  const given = list.filter((name) => name !== '');
  return given.length === 0 ? undefined : given.flatMap((name) => resolvePath(schema, name) ?? []);
}

/** The projection that a request asks for, in its query or in the body of a search. */
export function projectionOf(
  schema: ResourceSchema,
  { attributes, excludedAttributes }: { attributes?: Names; excludedAttributes?: Names },
): Projection {
  const only = pathsOf(schema, attributes);
  const except = pathsOf(schema, excludedAttributes);
  if (only && except)
    throw scimError('invalidValue', 'attributes and excludedAttributes cannot be combined');
  return { ...(only ? { only } : {}), ...(except ? { except } : {}) };
}

const isAlways = (path: AttributePath): boolean => path.attribute?.returned === 'always';
const names = (path: AttributePath, name: string): boolean => path.attribute?.name === name;

/**
 * Whether an attribute of the core schema is returned. One that is returned on request must be
 * named.
 */
export function isReturned(
  { only, except }: Projection,
  name: string,
  returned: 'default' | 'request' = 'default',
): boolean {
  if (only) return only.some((path) => names(path, name));
  if (returned === 'request') return false;
  return !except?.some((path) => names(path, name) && !path.sub);
}

const pick = (value: unknown, sub: string): unknown => {
  if (Array.isArray(value)) return value.map((one) => pick(one, sub));
  return Object.hasOwn(value as object, sub) ? { [sub]: (value as Resource)[sub] } : {};
};
const omit = (value: unknown, sub: string): unknown => {
  if (Array.isArray(value)) return value.map((one) => omit(one, sub));
  const { [sub]: _gone, ...rest } = value as Resource;
  return rest;
};

const joined = (a: unknown, b: unknown): unknown => {
  if (a === undefined) return b;
  if (Array.isArray(a) && Array.isArray(b))
    return a.map((one, i) => ({ ...(one as Resource), ...(b[i] as Resource) }));
  return { ...(a as Resource), ...(b as Resource) };
};

function onlyOf(resource: Resource, paths: readonly AttributePath[]): Resource {
  const kept: Resource = { schemas: resource['schemas'], id: resource['id'] };
  for (const { extension, attribute, sub } of paths) {
    const from = extension === undefined ? resource : (resource[extension] as Resource | undefined);
    if (!from) continue;
    if (!attribute) {
      kept[extension as string] = from;
      continue;
    }
    const value = from[attribute.name];
    if (value === undefined) continue;
    const into = extension === undefined ? kept : ((kept[extension] ??= {}) as Resource);
    into[attribute.name] = sub ? joined(into[attribute.name], pick(value, sub.name)) : value;
  }
  return kept;
}

function exceptOf(resource: Resource, paths: readonly AttributePath[]): Resource {
  const kept: Resource = { ...resource };
  for (const path of paths) {
    const { extension, attribute, sub } = path;
    if (isAlways(path)) continue;
    if (!attribute) {
      delete kept[extension as string];
      continue;
    }
    const held = extension === undefined ? kept : (kept[extension] as Resource | undefined);
    if (!held || held[attribute.name] === undefined) continue;
    const { [attribute.name]: value, ...rest } = held;
    const left = sub ? { ...held, [attribute.name]: omit(value, sub.name) } : rest;
    if (extension === undefined) {
      delete kept[attribute.name];
      Object.assign(kept, left);
    } else kept[extension] = left;
  }
  return kept;
}

/** The part of a resource that is returned. */
export function projected(resource: Resource, { only, except }: Projection): Resource {
  if (only) return onlyOf(resource, only);
  return except ? exceptOf(resource, except) : resource;
}
