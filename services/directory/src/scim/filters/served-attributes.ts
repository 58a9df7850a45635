import { sql } from '@platform/kit/database';
import { comparedName, comparedValue, negatedAsNeeded } from './condition-sql.ts';
import type { SqlCondition, TableCondition } from './condition-sql.ts';

const always: SqlCondition = sql`true`;

/** The resource type of a core schema: `…:core:2.0:User`. */
const typeOf = (coreUrn: string): string => coreUrn.slice(coreUrn.lastIndexOf(':') + 1);

/**
 * A condition on attributes that the server adds to every resource: `schemas`, and the type in
 * `meta`. Undefined for any other. A resource matches the schema of its type; the extensions that
 * it uses are queried by their attributes.
 */
export function servedCondition(
  condition: TableCondition,
  coreUrn: string,
): SqlCondition | undefined {
  const { extension, attribute, sub } = condition.path;
  if (extension !== undefined || condition.kind === 'element') return undefined;
  if (condition.kind === 'present')
    return attribute.name === 'schemas' || (attribute.name === 'meta' && !sub) ? always : undefined;
  const served = { schemas: coreUrn, 'meta.resourceType': typeOf(coreUrn) };
  const held = Object.entries(served).find(([name]) => name === comparedName(condition.path))?.[1];
  if (held === undefined) return undefined;
  const text = { type: 'string', caseExact: false } as const;
  const compared =
    condition.value === null ? always : comparedValue(text, condition, sql`${held}::text`);
  return negatedAsNeeded(condition, compared);
}
