import { sql } from '@platform/kit/database';
import { nameKey } from '../../directories/name-key.ts';
import { comparedName, negatedAsNeeded } from './condition-sql.ts';
import type { ResourceOwner, ResourceTable, SqlCondition } from './condition-sql.ts';
import { elementThatMatches } from './element-match.ts';
import { columnComparison, columnPresence } from './resource-columns.ts';
import type { ResourceColumn } from './resource-columns.ts';
import { scimError } from '../scim-error.ts';
import { groupUrn } from '../schemas/group-schema.ts';
import { servedCondition } from './served-attributes.ts';

const columns: Readonly<Record<string, ResourceColumn>> = {
  id: { column: sql`directory_groups.id`, type: 'text' },
  displayName: { column: sql`directory_groups.display_name_key`, type: 'text', key: nameKey },
  externalId: { column: sql`directory_groups.external_id`, type: 'text' },
  'meta.created': { column: sql`directory_groups.created_at`, type: 'timestamptz' },
  'meta.lastModified': { column: sql`directory_groups.updated_at`, type: 'timestamptz' },
};

const hasMember = ({ tenantId, directoryId }: ResourceOwner, id: unknown): SqlCondition =>
  sql`EXISTS (SELECT FROM directory_group_members m WHERE m.tenant_id = ${tenantId} AND m.directory_id = ${directoryId}
    AND m.group_id = directory_groups.id AND m.directory_user_id = ${id})`;
const hasMembers: SqlCondition = sql`directory_groups.member_count > 0`;

const byValueOnly = () => scimError('invalidFilter', 'Filter members with value eq "…"');

export const groupTable = (owner: ResourceOwner): ResourceTable => ({
  document: sql`directory_groups.resource`,
  hint: () => undefined,
  indexed(condition) {
    const served = servedCondition(condition, groupUrn);
    if (served !== undefined) return served;
    const { attribute } = condition.path;
    if (condition.kind === 'element') {
      const value = elementThatMatches(condition.of)?.['value'];
      if (value === undefined) throw byValueOnly();
      return hasMember(owner, value);
    }
    if (attribute.name === 'members') {
      if (condition.kind === 'present') return hasMembers;
      const { operator, value } = condition;
      if (condition.path.leaf.name !== 'value' || (operator !== 'eq' && operator !== 'ne'))
        throw byValueOnly();
      const held = value === null ? hasMembers : hasMember(owner, value);
      return negatedAsNeeded(condition, held);
    }
    const column = columns[comparedName(condition.path) ?? ''];
    if (!column) return undefined;
    return condition.kind === 'present'
      ? columnPresence(column)
      : columnComparison(column, condition);
  },
});
