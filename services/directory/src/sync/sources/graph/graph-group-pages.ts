import { changesIn, graphId, linkIn, objectsById, objectsIn } from './graph-reading.ts';
import type { GraphObject, GraphPlace, GraphReading } from './graph-reading.ts';
import { graphUrl } from './graph-source.ts';
import { graphGroup } from './graph-users.ts';
import { emptyPage } from '../remote-records.ts';
import type { RemoteMembers, RemotePage } from '../remote-records.ts';
import { isNotFound } from '../source-fault.ts';

/** Small, because the members of each group are read with its page. */
const groupsPerPage = '20';
const membersPerPage = '999';
const fields = 'id,displayName';

/** The first page of all groups that the run reads. */
export const allGroupsUrl = ({ source }: GraphReading): string =>
  graphUrl(source, 'groups', {
    $top: groupsPerPage,
    $select: fields,
    ...(source.config.groupFilter === undefined ? {} : { $filter: source.config.groupFilter }),
  });

/** The users who are direct members, page by page. @throws if the group does not exist */
async function membersOf(
  { source, get }: GraphReading,
  groupExternalId: string,
  signal: AbortSignal,
): Promise<RemoteMembers> {
  const path = `groups/${encodeURIComponent(groupExternalId)}/members/microsoft.graph.user`;
  const all: string[] = [];
  let link: string | undefined = graphUrl(source, path, { $select: 'id', $top: membersPerPage });
  while (link !== undefined) {
    const page: GraphObject = await get(link, signal);
    all.push(...objectsIn(page).map(graphId));
    link = linkIn(page, 'nextLink');
  }
  return { groupExternalId, all };
}

interface GroupChanges {
  groups: GraphObject[];
  removed: string[];
}

/**
 * Groups of a page of changes. Change tracking supports no filter: a group that does not match it,
 * or has stopped matching, counts as gone.
 */
async function changedGroups(
  reading: GraphReading,
  page: GraphObject,
  signal: AbortSignal,
): Promise<GroupChanges> {
  const { changed, removed } = changesIn(page);
  const { groupFilter: filter } = reading.source.config;
  const given = { path: 'groups', ids: changed, fields, filter };
  const groups = await objectsById(reading, given, signal);
  const found = new Set(groups.map(graphId));
  return { groups, removed: [...removed, ...changed.filter((id) => !found.has(id))] };
}

/** Groups with their members, without those that were deleted in the meantime. */
async function withMembers(
  reading: GraphReading,
  { groups, removed }: GroupChanges,
  signal: AbortSignal,
): Promise<Pick<RemotePage, 'groups' | 'removedGroups' | 'members'>> {
  const members: RemoteMembers[] = [];
  const gone = new Set(removed);
  for (const group of groups) {
    try {
      members.push(await membersOf(reading, graphId(group), signal));
    } catch (error) {
      if (!isNotFound(error)) throw error;
      gone.add(graphId(group));
    }
  }
  const present = groups.filter((group) => !gone.has(graphId(group)));
  return { groups: present.map(graphGroup), removedGroups: [...gone], members };
}

/** A page of groups with their members, and where the next one begins. */
export async function readGraphGroups(
  reading: GraphReading,
  place: GraphPlace,
  signal: AbortSignal,
): Promise<RemotePage> {
  const page = await reading.get(place.link, signal);
  const changes = reading.since
    ? await changedGroups(reading, page, signal)
    : { groups: objectsIn(page), removed: [] };
  const groups = await withMembers(reading, changes, signal);
  const delta = reading.since ? linkIn(page, 'deltaLink') : undefined;
  const position =
    place.position && delta !== undefined ? { ...place.position, groups: delta } : place.position;
  const link = linkIn(page, 'nextLink');
  const next: GraphPlace | null = link === undefined ? null : { ...place, link, position };
  return { ...emptyPage, ...groups, next, position: position && { ...position } };
}
