import { graphGet, graphToken, graphUrl } from './graph-source.ts';
import type { GraphSource } from './graph-source.ts';
import { graphGroup, graphUser, userFields } from './graph-users.ts';
import { emptyPage } from './remote-records.ts';
import type { RemoteMembers, RemotePage, RemoteReader, RemoteUser } from './remote-records.ts';
import { SourceFault } from './source-fault.ts';

type Json = Record<string, unknown>;

/** Where the run is: a link of Graph, and where change tracking will go on once it has ended. */
interface Place {
  phase: 'users' | 'groups';
  link: string;
  position: Position | null;
}

/** The delta links that a run ended with. */
interface Position {
  users: string;
  groups?: string;
}

const usersPerPage = '500';
/** The members of each group are read with its page. */
const groupsPerPage = '20';
const membersPerPage = '999';
/** Values that Graph takes in one `in` of a filter. */
const idsPerFilter = 15;
/** Tokens last an hour or longer. */
const tokenMs = 30 * 60_000;

const values = (json: Json): Json[] =>
  Array.isArray(json['value']) ? (json['value'] as Json[]) : [];
const linkOf = (json: Json, name: 'nextLink' | 'deltaLink'): string | undefined => {
  const link = json[`@odata.${name}`];
  return typeof link === 'string' ? link : undefined;
};
const idOf = (json: Json): string => String(json['id'] ?? '');
const isRemoved = (json: Json): boolean => json['@removed'] !== undefined;

/**
 * Reads a tenant of Microsoft Entra ID: as a whole, or, from the delta links of the last run, what has changed. Change tracking
 * begins before the first page of a whole listing, so that nothing that changes meanwhile is missed.
 */
export function graphReader(
  source: GraphSource,
  { withGroups, position }: { withGroups: boolean; position: Record<string, unknown> | null },
): RemoteReader {
  const { clock, config } = source;
  const from = position as Position | null;
  const isDelta = from !== null && (!withGroups || from.groups !== undefined);
  let token = '';
  let issuedAt = -Infinity;

  async function get(url: string, signal: AbortSignal): Promise<Json> {
    if (clock() - issuedAt > tokenMs) {
      token = await graphToken(source, signal);
      issuedAt = clock();
    }
    return graphGet(source, { token, url }, signal);
  }

  const latest = async (what: 'users' | 'groups', signal: AbortSignal): Promise<string> => {
    const fields = what === 'users' ? userFields : 'id,displayName,members';
    const query = { $select: fields, $deltatoken: 'latest' };
    const link = linkOf(await get(graphUrl(source, `${what}/delta`, query), signal), 'deltaLink');
    if (link === undefined)
      throw new SourceFault('response_invalid', 'Microsoft Graph returned no delta link.');
    return link;
  };

  /** Null where the tenant does not track changes: it is listed as a whole each time. */
  async function newPosition(signal: AbortSignal): Promise<Position | null> {
    try {
      const users = await latest('users', signal);
      return withGroups ? { users, groups: await latest('groups', signal) } : { users };
    } catch (error) {
      if (error instanceof SourceFault && error.code === 'unexpected_status') return null;
      throw error;
    }
  }

  const usersUrl = (): string =>
    graphUrl(source, 'users', { $top: usersPerPage, $select: userFields });
  const groupsUrl = (): string =>
    graphUrl(source, 'groups', {
      $top: groupsPerPage,
      $select: 'id,displayName',
      ...(config.groupFilter === undefined ? {} : { $filter: config.groupFilter }),
    });

  const isWanted = (user: Json): boolean =>
    (config.includeGuests || user['userType'] !== 'Guest') && idOf(user) !== '';

  async function membersOf(groupExternalId: string, signal: AbortSignal): Promise<RemoteMembers> {
    const path = `groups/${encodeURIComponent(groupExternalId)}/members/microsoft.graph.user`;
    const all: string[] = [];
    let link: string | undefined = graphUrl(source, path, { $select: 'id', $top: membersPerPage });
    while (link !== undefined) {
      const json: Json = await get(link, signal);
      all.push(...values(json).map(idOf));
      link = linkOf(json, 'nextLink');
    }
    return { groupExternalId, all };
  }

  /** Delta pages hold only what has changed of a user: the users are read again as a whole. */
  async function wholeUsers(ids: readonly string[], signal: AbortSignal): Promise<RemoteUser[]> {
    const users: RemoteUser[] = [];
    for (let at = 0; at < ids.length; at += idsPerFilter) {
      const list = ids.slice(at, at + idsPerFilter).map((id) => `'${id.replace(/'/g, "''")}'`);
      const query = { $filter: `id in (${list.join(',')})`, $select: userFields };
      const json = await get(graphUrl(source, 'users', query), signal);
      users.push(...values(json).filter(isWanted).map(graphUser));
    }
    return users;
  }

  const afterUsers = (next: Place['position']): Place | null => {
    if (!withGroups) return null;
    return { phase: 'groups', link: (isDelta && from.groups) || groupsUrl(), position: next };
  };

  async function readUsers(place: Place, signal: AbortSignal): Promise<RemotePage> {
    const json = await get(place.link, signal);
    const rows = values(json).filter((row) => isDelta || isWanted(row));
    const changed = rows.filter((row) => !isRemoved(row));
    const users = isDelta ? await wholeUsers(changed.map(idOf), signal) : changed.map(graphUser);
    const delta = linkOf(json, 'deltaLink');
    const position =
      isDelta && delta !== undefined ? { ...place.position, users: delta } : place.position;
    const link = linkOf(json, 'nextLink');
    const next = link === undefined ? afterUsers(position) : { ...place, link };
    const removedUsers = rows.filter(isRemoved).map(idOf);
    return { ...emptyPage, users, removedUsers, next, position: kept(position) };
  }

  const kept = (position: Position | null): Record<string, unknown> | null =>
    position === null ? null : { ...position };

  async function readGroups(place: Place, signal: AbortSignal): Promise<RemotePage> {
    const json = await get(place.link, signal);
    const rows = values(json);
    const changed = rows.filter((row) => !isRemoved(row));
    const members: RemoteMembers[] = [];
    for (const row of changed) members.push(await membersOf(idOf(row), signal));
    const delta = linkOf(json, 'deltaLink');
    const position =
      isDelta && place.position && delta !== undefined
        ? { ...place.position, groups: delta }
        : place.position;
    const link = linkOf(json, 'nextLink');
    return {
      ...emptyPage,
      // A delta that changes the members alone does not repeat the name.
      groups: changed.filter((row) => row['displayName'] !== undefined).map(graphGroup),
      removedGroups: rows.filter(isRemoved).map(idOf),
      members,
      next: link === undefined ? null : { ...place, link, position },
      position: kept(position),
    };
  }

  const begin = async (signal: AbortSignal): Promise<Place> =>
    isDelta
      ? { phase: 'users', link: from.users, position: from }
      : { phase: 'users', link: usersUrl(), position: await newPosition(signal) };

  return {
    isFull: !isDelta,
    canResume: true,
    async read(at, signal) {
      const place = (at as Place | null | undefined) ?? (await begin(signal));
      return place.phase === 'users' ? readUsers(place, signal) : readGroups(place, signal);
    },
    close: async () => undefined,
  };
}
