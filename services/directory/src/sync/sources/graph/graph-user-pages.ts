import { graphUrl } from './graph-source.ts';
import { changesIn, graphId, linkIn, objectsById, objectsIn } from './graph-reading.ts';
import type { GraphObject, GraphPlace, GraphReading } from './graph-reading.ts';
import { graphUser, userFields } from './graph-users.ts';
import { emptyPage } from '../remote-records.ts';
import type { RemotePage } from '../remote-records.ts';
import { isNotFound } from '../source-fault.ts';

const usersPerPage = '500';

/** The first page of all users. */
export const allUsersUrl = ({ source }: GraphReading): string =>
  graphUrl(source, 'users', { $top: usersPerPage, $select: userFields });

const isWanted = ({ source: { config } }: GraphReading, user: GraphObject): boolean =>
  (config.includeGuests || user['userType'] !== 'Guest') && graphId(user) !== '';

/** A user; undefined if there is none. */
async function findUser(
  { source, get }: GraphReading,
  id: string,
  signal: AbortSignal,
): Promise<GraphObject | undefined> {
  const url = graphUrl(source, `users/${encodeURIComponent(id)}`, { $select: userFields });
  return get(url, signal).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
}

/**
 * Reads changed users completely: a page of changes contains only the changed properties. Filters
 * may lag behind changes, so a user that the filter does not find is read by id.
 */
async function readChanged(
  reading: GraphReading,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<GraphObject[]> {
  const users = await objectsById(reading, { path: 'users', ids, fields: userFields }, signal);
  const found = new Set(users.map(graphId));
  for (const id of ids.filter((one) => !found.has(one))) {
    const user = await findUser(reading, id, signal);
    if (user) users.push(user);
  }
  return users;
}

/** Users of a page of all users. */
function listedUsers(
  reading: GraphReading,
  page: GraphObject,
): Pick<RemotePage, 'users' | 'removedUsers'> {
  const users = objectsIn(page).filter((user) => isWanted(reading, user));
  return { users: users.map(graphUser), removedUsers: [] };
}

/** Users of a page of changes. Deleted users and those who have become guests are removed. */
async function changedUsers(
  reading: GraphReading,
  page: GraphObject,
  signal: AbortSignal,
): Promise<Pick<RemotePage, 'users' | 'removedUsers'>> {
  const { changed, removed } = changesIn(page);
  const users = (await readChanged(reading, changed, signal)).filter((u) => isWanted(reading, u));
  const present = new Set(users.map(graphId));
  const left = changed.filter((id) => !present.has(id));
  return { users: users.map(graphUser), removedUsers: [...removed, ...left] };
}

/** A page of users, and where the next one begins: `afterwards` after the last page. */
export async function readGraphUsers(
  reading: GraphReading,
  place: GraphPlace,
  afterwards: (position: GraphPlace['position']) => GraphPlace | null,
  signal: AbortSignal,
): Promise<RemotePage> {
  const page = await reading.get(place.link, signal);
  const users = reading.since
    ? await changedUsers(reading, page, signal)
    : listedUsers(reading, page);
  const delta = reading.since ? linkIn(page, 'deltaLink') : undefined;
  const position = delta === undefined ? place.position : { ...place.position, users: delta };
  const link = linkIn(page, 'nextLink');
  const next = link === undefined ? afterwards(position) : { ...place, link };
  return { ...emptyPage, ...users, next, position: position && { ...position } };
}
