import { isId } from '@platform/contracts';
import { isJsonObject } from '@platform/kit/formats';
import type { Attribute } from '../schemas/attribute.ts';
import { attributeValue } from '../schemas/attribute-value.ts';
import type { Condition } from '../filters/filter-condition.ts';
import { groupResourceSchema as schema } from '../schemas/group-schema.ts';
import { patchTarget } from './patch-path.ts';
import type { PatchTarget } from './patch-path.ts';
import type { PatchOperation } from './patch-request.ts';
import { patchedResource } from './resource-patch.ts';
import type { Resource } from './resource-patch.ts';
import { scimError } from '../scim-error.ts';

/**
 * One step on the members of a group, which are rows that the step does not read. `replace` with no
 * ids removes all.
 */
export interface MemberChange {
  kind: 'add' | 'remove' | 'replace';
  ids: string[];
}

/** The result of a PATCH of a group. */
export interface GroupPatch {
  resource: Resource;
  members: MemberChange[];
}

const members = schema.core.attributes.find(({ name }) => name === 'members') as Attribute;

const isMembers = (target: PatchTarget | undefined): boolean => target?.attribute === members;

/** Ids of directory users in a value of `members`. */
export function memberIds(value: unknown): string[] {
  const given: unknown[] = Array.isArray(value) ? value : [value];
  const ids = given.map((one) => {
    const [member] = (attributeValue(members, [one]) ?? []) as { value?: string }[];
    return member?.value ?? '';
  });
  const stranger = ids.find((id) => !isId('directoryUser', id));
  if (stranger !== undefined)
    throw scimError('invalidValue', `members: "${stranger}" is not a user of this directory`);
  return [...new Set(ids)];
}

/** Ids that `members[value eq "…"]` names. */
function namedIds(condition: Condition): string[] {
  if (condition.kind === 'or') return [...namedIds(condition.left), ...namedIds(condition.right)];
  if (
    condition.kind === 'compare' &&
    condition.operator === 'eq' &&
    condition.path.attribute.name === 'value' &&
    typeof condition.value === 'string'
  )
    return [condition.value];
  throw scimError('invalidFilter', 'Select members with value eq "…"');
}

function memberChange(
  { op, value }: Pick<PatchOperation, 'op' | 'value'>,
  element?: Condition,
): MemberChange {
  if (element) return { kind: op === 'remove' ? 'remove' : 'add', ids: namedIds(element) };
  if (op === 'remove' && (value === undefined || value === null))
    return { kind: 'replace', ids: [] };
  return { kind: op, ids: memberIds(value) };
}

/** Splits an operation without a path into its change of members and the rest. */
function splitMembers(operation: PatchOperation): { change?: MemberChange; rest: PatchOperation } {
  const { value } = operation;
  if (!isJsonObject(value)) return { rest: operation };
  const key = Object.keys(value).find((name) => isMembers(patchTarget(schema, name)));
  if (key === undefined) return { rest: operation };
  const { [key]: given, ...rest } = value;
  return {
    change: memberChange({ op: operation.op, value: given }),
    rest: { ...operation, value: rest },
  };
}

/** The group after a PATCH, and the steps on its members in order. */
export function patchedGroup(
  resource: Resource,
  operations: readonly PatchOperation[],
): GroupPatch {
  let after = resource;
  const changes: MemberChange[] = [];
  for (const operation of operations) {
    const target = operation.path === undefined ? undefined : patchTarget(schema, operation.path);
    if (target && isMembers(target)) {
      changes.push(memberChange(operation, target.element));
      continue;
    }
    const { change, rest } =
      operation.path === undefined
        ? splitMembers(operation)
        : { rest: operation, change: undefined };
    if (change) changes.push(change);
    after = patchedResource(schema, after, [rest]);
  }
  return { resource: after, members: changes };
}
