import { commonAttributes } from './attribute.ts';
import type { Attribute, ResourceSchema } from './attribute.ts';

/** The target of a path: an attribute, a sub-attribute of it, or an extension as a whole. */
export interface AttributePath {
  /** URN of the extension that contains it; undefined for the core schema. */
  extension: string | undefined;
  /** Undefined if the path names the extension itself. */
  attribute: Attribute | undefined;
  sub: Attribute | undefined;
}

const named = (attributes: readonly Attribute[], name: string): Attribute | undefined => {
  const wanted = name.toLowerCase();
  return attributes.find((one) => one.name.toLowerCase() === wanted);
};

/**
 * The part of a path after the URN of a schema; empty for the URN itself, undefined for a path of
 * another schema.
 */
function behindUrn(path: string, urn: string): string | undefined {
  const start = path.slice(0, urn.length).toLowerCase();
  if (start !== urn.toLowerCase()) return undefined;
  if (path.length === urn.length) return '';
  return path[urn.length] === ':' ? path.slice(urn.length + 1) : undefined;
}

function within(
  attributes: readonly Attribute[],
  path: string,
  extension: string | undefined,
): AttributePath | undefined {
  const [first = '', second, ...more] = path.split('.');
  const attribute = named(attributes, first);
  if (!attribute || more.length > 0) return undefined;
  if (second === undefined) return { extension, attribute, sub: undefined };
  const sub = named(attribute.subAttributes ?? [], second);
  return sub && { extension, attribute, sub };
}

/**
 * Resolves `name.givenName` or a path qualified by a URN, ignoring case (RFC 7643 §2.1). Only
 * attributes that the schema lists are found, so no path reaches a prototype.
 */
export function resolvePath(schema: ResourceSchema, path: string): AttributePath | undefined {
  for (const { id, attributes } of schema.extensions) {
    const rest = behindUrn(path, id);
    if (rest === '') return { extension: id, attribute: undefined, sub: undefined };
    if (rest !== undefined) return within(attributes, rest, id);
  }
  const core = [...commonAttributes, ...schema.core.attributes];
  return within(core, behindUrn(path, schema.core.id) || path, undefined);
}

/** The sub-attribute of a complex attribute, ignoring case. */
export const subAttribute = (attribute: Attribute, name: string): Attribute | undefined =>
  named(attribute.subAttributes ?? [], name);

/** The path as the schema spells it: `emails.value`. */
export const pathName = ({ attribute, sub }: Pick<AttributePath, 'attribute' | 'sub'>): string =>
  [attribute?.name, sub?.name].filter((name) => name !== undefined).join('.');
