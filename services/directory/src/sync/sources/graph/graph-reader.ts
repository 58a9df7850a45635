import { allGroupsUrl, readGraphGroups } from './graph-group-pages.ts';
import { graphReading, linkIn } from './graph-reading.ts';
import type { GraphPlace, GraphPosition, GraphReading } from './graph-reading.ts';
import { graphUrl } from './graph-source.ts';
import type { GraphSource } from './graph-source.ts';
import { allUsersUrl, readGraphUsers } from './graph-user-pages.ts';
import { basicUserFields, userFields } from './graph-users.ts';
import type { RemoteReader } from '../remote-records.ts';
import { SourceFault, isNotFound } from '../source-fault.ts';

async function latestLink(
  { source, get }: GraphReading,
  { what, fields }: { what: 'users' | 'groups'; fields: string },
  signal: AbortSignal,
): Promise<string> {
  const query = { $select: fields, $deltatoken: 'latest' };
  const link = linkIn(await get(graphUrl(source, `${what}/delta`, query), signal), 'deltaLink');
  if (link === undefined)
    throw new SourceFault('response_invalid', 'Microsoft Graph returned no delta link.');
  return link;
}

const isUntracked = (error: unknown): boolean =>
  isNotFound(error) ||
  (error instanceof SourceFault && error.code === 'unexpected_status' && !error.isPassing);

/**
 * Graph may not track employeeOrgData everywhere. Where it does not, other changes are still
 * tracked.
 */
async function latestUsers(reading: GraphReading, signal: AbortSignal): Promise<string> {
  try {
    return await latestLink(reading, { what: 'users', fields: userFields }, signal);
  } catch (error) {
    if (!isUntracked(error)) throw error;
    return latestLink(reading, { what: 'users', fields: basicUserFields }, signal);
  }
}

const groupFields = 'id,displayName,members';

/**
 * The start of change tracking. Null if the tenant does not track changes: each run lists
 * everything.
 */
async function newPosition(
  reading: GraphReading,
  signal: AbortSignal,
): Promise<GraphPosition | null> {
  try {
    const users = await latestUsers(reading, signal);
    if (!reading.withGroups) return { users };
    const groups = { what: 'groups', fields: groupFields } as const;
    return { users, groups: await latestLink(reading, groups, signal) };
  } catch (error) {
    if (isUntracked(error)) return null;
    throw error;
  }
}

/**
 * Change tracking starts before the first page of a complete listing, so that changes in the
 * meantime are not missed.
 */
async function firstPlace(reading: GraphReading, signal: AbortSignal): Promise<GraphPlace> {
  const { since } = reading;
  return since
    ? { phase: 'users', link: since.users, position: since }
    : {
        phase: 'users',
        link: allUsersUrl(reading),
        position: await newPosition(reading, signal),
      };
}

const placeOfGroups = (
  reading: GraphReading,
  position: GraphPlace['position'],
): GraphPlace | null =>
  reading.withGroups
    ? { phase: 'groups', link: reading.since?.groups ?? allGroupsUrl(reading), position }
    : null;

/**
 * Reads a tenant of Microsoft Entra ID: everything or, from the delta links of the last run, what
 * has changed.
 */
export function graphReader(
  source: GraphSource,
  given: { withGroups: boolean; position: Record<string, unknown> | null },
): RemoteReader {
  const reading = graphReading(source, given);
  return {
    isFull: reading.since === null,
    canResume: true,
    async read(at, signal) {
      const place = (at as GraphPlace | null | undefined) ?? (await firstPlace(reading, signal));
      return place.phase === 'users'
        ? readGraphUsers(reading, place, (position) => placeOfGroups(reading, position), signal)
        : readGraphGroups(reading, place, signal);
    },
    close: async () => undefined,
  };
}
