import { sql } from '@platform/kit/database';
import { nameKey } from '../../directories/name-key.ts';
import { termAttributes, termKey } from '../../provisioning/directories/provisioned.ts';
import { comparedName, negatedAsNeeded } from './condition-sql.ts';
import type {
  ResourceOwner,
  ResourceTable,
  SqlCondition,
  TableCondition,
} from './condition-sql.ts';
import { beginningWith, columnComparison, columnPresence } from './resource-columns.ts';
import type { ResourceColumn } from './resource-columns.ts';
import { elementThatMatches } from './element-match.ts';
import { scimError } from '../scim-error.ts';
import { servedCondition } from './served-attributes.ts';
import { userUrn } from '../../scim-urns.ts';

const columns: Readonly<Record<string, ResourceColumn>> = {
  id: { column: sql`directory_users.id`, type: 'text' },
  userName: { column: sql`directory_users.user_name_key`, type: 'text', key: nameKey },
  externalId: { column: sql`directory_users.external_id`, type: 'text' },
  active: { column: sql`directory_users.active`, type: 'boolean' },
  'meta.created': { column: sql`directory_users.created_at`, type: 'timestamptz' },
  'meta.lastModified': { column: sql`directory_users.updated_at`, type: 'timestamptz' },
};

/** Users with a term. An array, so that the planner always evaluates the look-up first. */
const usersWithTerm = (
  { tenantId, directoryId }: ResourceOwner,
  attribute: string,
  isWanted: SqlCondition,
): SqlCondition =>
  sql`directory_users.id = ANY (ARRAY(SELECT t.directory_user_id FROM directory_user_terms t
    WHERE t.tenant_id = ${tenantId} AND t.directory_id = ${directoryId} AND t.attribute = ${attribute} AND ${isWanted}))`;

function termLookup(
  owner: ResourceOwner,
  attribute: string,
  operator: string,
  value: unknown,
): SqlCondition | undefined {
  const key = typeof value === 'string' ? termKey(value) : undefined;
  if (key === undefined || key === '' || !termAttributes.has(attribute)) return undefined;
  if (operator === 'eq' || operator === 'ne')
    return usersWithTerm(owner, attribute, sql`t.value = ${key}`);
  return operator === 'sw'
    ? usersWithTerm(owner, attribute, beginningWith(sql`t.value`, key))
    : undefined;
}

/** Whether the user is in the group with this id, or in any. */
const isMember = ({ tenantId, directoryId }: ResourceOwner, groupId?: unknown): SqlCondition =>
  sql`EXISTS (SELECT FROM directory_group_members m WHERE m.tenant_id = ${tenantId} AND m.directory_id = ${directoryId}
    AND m.directory_user_id = directory_users.id AND ${groupId === undefined ? sql`true` : sql`m.group_id = ${groupId}`})`;

const byGroupValue = () => scimError('invalidFilter', 'Filter groups with value eq "…"');

/** Groups are rows, found by the id of one. */
function groupCondition(owner: ResourceOwner, condition: TableCondition): SqlCondition {
  if (condition.kind === 'present') return isMember(owner);
  if (condition.kind === 'element') {
    const value = elementThatMatches(condition.of)?.['value'];
    if (value === undefined) throw byGroupValue();
    return isMember(owner, value);
  }
  const { operator, value, path } = condition;
  if (path.leaf.name !== 'value' || (operator !== 'eq' && operator !== 'ne')) throw byGroupValue();
  const held = isMember(owner, value ?? undefined);
  return negatedAsNeeded(condition, held);
}

export const userTable = (owner: ResourceOwner): ResourceTable => ({
  document: sql`directory_users.resource`,
  hint({ path, of }) {
    const value = elementThatMatches(of)?.['value'];
    return termLookup(owner, `${path.attribute.name}.value`, 'eq', value);
  },
  indexed(condition) {
    const served = servedCondition(condition, userUrn);
    if (served !== undefined) return served;
    if (condition.path.extension === undefined && condition.path.attribute.name === 'groups')
      return groupCondition(owner, condition);
    if (condition.kind === 'element') return undefined;
    const name = comparedName(condition.path);
    if (name === undefined) return undefined;
    const column = columns[name];
    if (condition.kind === 'present') return column && columnPresence(column);
    if (column) return columnComparison(column, condition);
    if (condition.value === null) return undefined;
    const found = termLookup(owner, name, condition.operator, condition.value);
    return found && negatedAsNeeded(condition, found);
  },
});
