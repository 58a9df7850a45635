import { maxGroupMembers } from '../../../provisioning/directories/provisioned.ts';
import type { RemoteGroup, RemoteGroupFault } from '../remote-records.ts';

/**
 * Maximum levels of nested groups. Real directories have a handful; more is a mistake that an
 * administrator should see.
 */
export const maxNestingDepth = 20;

/** The direct members of a group. */
export interface GroupNode {
  /** External ids of users. */
  users: readonly string[];
  /** Names of all other members, which may be other nodes. Unknown names are ignored. */
  others: readonly string[];
}

/** Groups by their names. */
export type GroupGraph = ReadonlyMap<string, GroupNode>;

/**
 * All users in a group and its nested groups, with the names of the groups on the way, or why they
 * cannot be determined.
 */
export type Expansion =
  | { members: readonly string[]; groups: ReadonlySet<string> }
  | { fault: Omit<RemoteGroupFault, 'externalId'> };

/** A group with all its direct and nested users. */
export interface ExpandedGroup {
  group: RemoteGroup;
  expansion: Expansion;
}

const tooDeep = {
  code: 'group_nesting_too_deep',
  detail: `The group contains more than ${maxNestingDepth} levels of groups`,
};
/** The fault of a group with more members than the platform stores. */
export const tooLarge = {
  code: 'limit_exceeded',
  detail: `A group can have at most ${maxGroupMembers} members, including those of the groups in it`,
};

/**
 * Expands a group level by level. Visits each group once, which handles cycles and groups with
 * several paths.
 */
export function expandGroup(graph: GroupGraph, name: string): Expansion {
  const members = new Set<string>();
  const groups = new Set([name]);
  let level = [name];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxNestingDepth) return { fault: tooDeep };
    const below: string[] = [];
    for (const node of level.flatMap((one) => graph.get(one) ?? [])) {
      for (const user of node.users) members.add(user);
      if (members.size > maxGroupMembers) return { fault: tooLarge };
      for (const other of node.others) {
        if (groups.has(other) || !graph.has(other)) continue;
        groups.add(other);
        below.push(other);
      }
    }
    level = below;
  }
  return { members: [...members], groups };
}
