import { nameKey, termAttributes, termKey } from '../provisioned/provisioned.ts';
import { comparedName, negatedAsNeeded } from './condition-sql.ts';
import type { Bind, ResourceTable, TableCondition } from './condition-sql.ts';
import { columnComparison, columnPresence } from './resource-columns.ts';
import type { ResourceColumn } from './resource-columns.ts';
import { elementThatMatches } from './element-match.ts';
import { scimError } from './scim-error.ts';
import { servedCondition } from './served-attributes.ts';
import { userUrn } from '../scim-urns.ts';

const columns: Readonly<Record<string, ResourceColumn>> = {
  id: { sql: 'd.id', type: 'text' },
  userName: { sql: 'd.user_name_key', type: 'text', key: nameKey },
  externalId: { sql: 'd.external_id', type: 'text' },
  active: { sql: 'd.active', type: 'boolean' },
  'meta.created': { sql: 'd.created_at', type: 'timestamptz' },
  'meta.lastModified': { sql: 'd.updated_at', type: 'timestamptz' },
};

/** Users with a term. An array, so that the look-up comes first whatever the planner thinks of it. */
const usersWithTerm = (where: string): string =>
  `d.id = ANY (ARRAY(SELECT t.directory_user_id FROM directory_user_terms t WHERE t.tenant_id = $1 AND t.directory_id = $2 AND ${where}))`;

function termLookup(
  attribute: string,
  operator: string,
  value: unknown,
  bind: Bind,
): string | undefined {
  const key = typeof value === 'string' ? termKey(value) : undefined;
  if (key === undefined || key === '' || !termAttributes.has(attribute)) return undefined;
  // A parameter that the statement does not use is an error: bind none before the operator is known.
  const named = (): string => `t.attribute = ${bind(attribute)}`;
  if (operator === 'eq' || operator === 'ne')
    return usersWithTerm(`${named()} AND t.value = ${bind(key)}`);
  if (operator !== 'sw') return undefined;
  return usersWithTerm(
    `${named()} AND t.value >= ${bind(key)} AND t.value < ${bind(`${key}\u{10FFFF}`)}`,
  );
}

const ofGroup = (where: string): string =>
  `EXISTS (SELECT FROM directory_group_members m WHERE m.tenant_id = $1 AND m.directory_id = $2 AND m.directory_user_id = d.id${where})`;

const byGroupValue = () => scimError('invalidFilter', 'Filter groups with value eq "…"');

/** Groups are rows, found by the id of one. */
function groupCondition(condition: TableCondition, bind: Bind): string {
  if (condition.kind === 'present') return ofGroup('');
  if (condition.kind === 'element') {
    const value = elementThatMatches(condition.of)?.['value'];
    if (value === undefined) throw byGroupValue();
    return ofGroup(` AND m.group_id = ${bind(value)}`);
  }
  const { operator, value, path } = condition;
  if (path.leaf.name !== 'value' || (operator !== 'eq' && operator !== 'ne')) throw byGroupValue();
  const held = ofGroup(value === null ? '' : ` AND m.group_id = ${bind(value)}`);
  return negatedAsNeeded(condition, held);
}

/** Users of a directory: `$1` is the tenant, `$2` the directory. */
export const userTable: ResourceTable = {
  document: 'd.resource',
  hint({ path, of }, bind) {
    const value = elementThatMatches(of)?.['value'];
    return termLookup(`${path.attribute.name}.value`, 'eq', value, bind);
  },
  indexed(condition, bind) {
    const served = servedCondition(condition, userUrn, bind);
    if (served !== undefined) return served;
    if (condition.path.extension === undefined && condition.path.attribute.name === 'groups')
      return groupCondition(condition, bind);
    if (condition.kind === 'element') return undefined;
    const name = comparedName(condition.path);
    if (name === undefined) return undefined;
    const column = columns[name];
    if (condition.kind === 'present') return column && columnPresence(column);
    if (column) return columnComparison(column, condition, bind);
    if (condition.value === null) return undefined;
    const found = termLookup(name, condition.operator, condition.value, bind);
    return found && negatedAsNeeded(condition, found);
  },
};
