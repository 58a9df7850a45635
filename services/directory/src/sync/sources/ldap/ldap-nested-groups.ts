import { maxGroupMembers } from '../../../provisioning/directories/provisioned.ts';
import type { RemoteGroup, RemoteGroupFault } from '../remote-records.ts';

/** Levels of groups below a group. Real directories have a handful; more is a mistake that an administrator should see. */
export const maxNestingDepth = 20;

/** The members of a group itself. */
export interface GroupNode {
  /** External ids of users. */
  users: readonly string[];
  /** Names of everything else, by which other nodes are looked up; those of no node are ignored. */
  others: readonly string[];
}

/** Groups by their names. */
export type GroupGraph = ReadonlyMap<string, GroupNode>;

/** All users below a group and the groups that lead to them, or why they cannot be determined. */
export type Expansion =
  | { members: readonly string[]; groups: ReadonlySet<string> }
  | { fault: Omit<RemoteGroupFault, 'externalId'> };

/** A group with all the users in it and in the groups in it. */
export interface ExpandedGroup {
  group: RemoteGroup;
  expansion: Expansion;
}

const tooDeep = {
  code: 'group_nesting_too_deep',
  detail: `The group contains more than ${maxNestingDepth} levels of groups`,
};
/** The fault of a group that has more members than the platform keeps. */
export const tooLarge = {
  code: 'limit_exceeded',
  detail: `A group can have at most ${maxGroupMembers} members, including those of the groups in it`,
};

/** Expands a group level by level. Each group counts once, so cycles and groups with several ways to them are no trouble. */
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
