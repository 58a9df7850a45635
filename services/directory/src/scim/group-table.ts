import { nameKey } from '../provisioned/provisioned.ts';
import { comparedName, negatedAsNeeded } from './condition-sql.ts';
import type { ResourceTable } from './condition-sql.ts';
import { elementThatMatches } from './element-match.ts';
import { columnComparison, columnPresence } from './resource-columns.ts';
import type { ResourceColumn } from './resource-columns.ts';
import { scimError } from './scim-error.ts';
import { groupUrn } from './group-schema.ts';
import { servedCondition } from './served-attributes.ts';

const columns: Readonly<Record<string, ResourceColumn>> = {
  id: { sql: 'g.id', type: 'text' },
  displayName: { sql: 'g.display_name_key', type: 'text', key: nameKey },
  externalId: { sql: 'g.external_id', type: 'text' },
  'meta.created': { sql: 'g.created_at', type: 'timestamptz' },
  'meta.lastModified': { sql: 'g.updated_at', type: 'timestamptz' },
};

const hasMember = (id: string): string =>
  `EXISTS (SELECT FROM directory_group_members m WHERE m.tenant_id = $1 AND m.directory_id = $2 AND m.group_id = g.id AND m.directory_user_id = ${id})`;

const byValueOnly = () => scimError('invalidFilter', 'Filter members with value eq "…"');

/** Groups of a directory: `$1` is the tenant, `$2` the directory. */
export const groupTable: ResourceTable = {
  document: 'g.resource',
  hint: () => undefined,
  indexed(condition, bind) {
    const served = servedCondition(condition, groupUrn, bind);
    if (served !== undefined) return served;
    const { attribute } = condition.path;
    if (condition.kind === 'element') {
      const value = elementThatMatches(condition.of)?.['value'];
      if (value === undefined) throw byValueOnly();
      return hasMember(bind(value));
    }
    if (attribute.name === 'members') {
      if (condition.kind === 'present') return 'g.member_count > 0';
      const { operator, value } = condition;
      if (condition.path.leaf.name !== 'value' || (operator !== 'eq' && operator !== 'ne'))
        throw byValueOnly();
      const held = value === null ? 'g.member_count > 0' : hasMember(bind(value));
      return negatedAsNeeded(condition, held);
    }
    const column = columns[comparedName(condition.path) ?? ''];
    if (!column) return undefined;
    return condition.kind === 'present'
      ? columnPresence(column)
      : columnComparison(column, condition, bind);
  },
};
