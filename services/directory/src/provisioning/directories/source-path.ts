import { isJsonObject } from '@platform/kit/formats';
import { userUrn } from '../../scim-urns.ts';
import type { ProvisionedResource } from './provisioned-resource.ts';

/**
 * A path into a provisioned resource: `name.givenName`, `emails[type eq "work"].value`, or one
 * after a URN.
 */
export interface SourcePath {
  urn: string | undefined;
  attribute: string;
  /** The type that a value must have. */
  type: string | undefined;
  sub: string | undefined;
}

const form =
  /^(?:(urn:[^\s"[\]]+):)?([A-Za-z$][\w$-]*)(?:\[type eq "([^"\\]{1,64})"\])?(?:\.([A-Za-z$][\w$-]*))?$/i;

/** Parses the `source` of a mapping rule; undefined if it is not a path. */
export function sourcePath(source: string): SourcePath | undefined {
  const found = form.exec(source);
  if (!found) return undefined;
  const [, urn, attribute = '', type, sub] = found;
  return { urn, attribute, type, sub };
}

/** Attributes of the core schema of users are at the top of a resource. */
const coreUrn = userUrn.toLowerCase();

/** The value of a member, ignoring case. */
function member(object: unknown, name: string): unknown {
  if (!isJsonObject(object)) return undefined;
  const wanted = name.toLowerCase();
  const key = Object.keys(object).find((one) => one.toLowerCase() === wanted);
  return key === undefined ? undefined : object[key];
}

/** The preferred value: the primary one, else the first. */
function preferred(values: readonly unknown[], type: string | undefined): unknown {
  const fitting =
    type === undefined
      ? values
      : values.filter((one) => String(member(one, 'type')).toLowerCase() === type.toLowerCase());
  return fitting.find((one) => member(one, 'primary') === true) ?? fitting[0];
}

const hasForm = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every(isJsonObject);

/** The value of a resource at a path; undefined if there is none. */
export function sourceValueAt(
  resource: ProvisionedResource,
  { urn, attribute, type, sub }: SourcePath,
): unknown {
  const isCore = urn === undefined || urn.toLowerCase() === coreUrn;
  const value = member(isCore ? resource : member(resource, urn), attribute);
  if (value === undefined) return undefined;
  // A list of plain values is a single value; of a list of objects, one is preferred.
  const one = hasForm(value) ? preferred(value, type) : value;
  if (sub !== undefined) return member(one, sub);
  return isJsonObject(one) ? member(one, 'value') : one;
}
