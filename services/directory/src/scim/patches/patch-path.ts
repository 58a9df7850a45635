import type { ResourceSchema } from '../schemas/attribute.ts';
import { resolvePath, subAttribute } from '../schemas/attribute-path.ts';
import type { AttributePath } from '../schemas/attribute-path.ts';
import { elementCondition } from '../filters/filter-condition.ts';
import type { Condition } from '../filters/filter-condition.ts';
import { parseFilter } from '../filters/filter-grammar.ts';
import { scimError } from '../scim-error.ts';

/** The target of a PATCH path (RFC 7644 §3.5.2). */
export interface PatchTarget extends AttributePath {
  /** Selects values of a multi-valued attribute; undefined: all. */
  element: Condition | undefined;
}

// emails[type eq "work"].value; strings within the brackets may contain brackets.
const withFilter = /^([^[\]"]+)\[((?:[^"\]]|"(?:[^"\\]|\\.)*")*)\](?:\.([^.[\]"\s]+))?$/;

const maxPathLength = 4096;

/**
 * Resolves a PATCH path; undefined for an attribute that no schema lists. @throws 400
 * `invalidPath`, `invalidFilter`
 */
export function patchTarget(schema: ResourceSchema, path: string): PatchTarget | undefined {
  if (path.length > maxPathLength) throw scimError('invalidPath', 'The path is too long');
  const [, outer, filter, subName] = withFilter.exec(path) ?? [];
  if (outer === undefined || filter === undefined) {
    const found = resolvePath(schema, path);
    return found && { ...found, element: undefined };
  }
  const found = resolvePath(schema, outer);
  if (!found) return undefined;
  const { attribute, sub } = found;
  if (!attribute?.multiValued || !attribute.subAttributes || sub)
    throw scimError('invalidPath', `${outer} does not support a filter in brackets`);
  const named = subName === undefined ? undefined : subAttribute(attribute, subName);
  if (subName !== undefined && !named) return undefined;
  return { ...found, sub: named, element: elementCondition(attribute, parseFilter(filter)) };
}
