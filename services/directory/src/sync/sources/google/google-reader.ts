import { keptToken } from '../access-token.ts';
import { googleAssertion, googleGet, googleToken } from './google-source.ts';
import type { GoogleSource } from './google-source.ts';
import { googleGroup, googleUser } from './google-users.ts';
import { emptyPage } from '../remote-records.ts';
import type { RemoteMembers, RemotePage, RemoteReader } from '../remote-records.ts';
import { isNotFound } from '../source-fault.ts';

type Json = Record<string, unknown>;

const listOf = (json: Json, member: string): Json[] =>
  Array.isArray(json[member]) ? (json[member] as Json[]) : [];
const nextOf = (json: Json): string | undefined =>
  typeof json['nextPageToken'] === 'string' ? json['nextPageToken'] : undefined;

const usersPerPage = '500';
/** Small, because the members of each group are read with its page. */
const groupsPerPage = '20';
const membersPerPage = '200';

interface Place {
  phase: 'users' | 'groups';
  pageToken?: string | undefined;
}

/** Reads a Google Workspace, always completely. ETags show what has not changed. */
export function googleReader(source: GoogleSource, withGroups: boolean): RemoteReader {
  const { config, clock } = source;
  const whose: Record<string, string> = config.domain
    ? { domain: config.domain }
    : { customer: config.customerId };
  const withToken = keptToken(
    async (signal) => googleToken(source, await googleAssertion(source), signal),
    clock,
  );
  const get = (path: string, query: Record<string, string>, signal: AbortSignal) =>
    withToken((token) => googleGet(source, { token, path, query }, signal), signal);

  const paged = (pageToken: string | undefined): Record<string, string> =>
    pageToken === undefined ? {} : { pageToken };

  async function allMembers(groupExternalId: string, signal: AbortSignal): Promise<string[]> {
    const path = `groups/${encodeURIComponent(groupExternalId)}/members`;
    const all: string[] = [];
    let pageToken: string | undefined;
    do {
      const json = await get(path, { maxResults: membersPerPage, ...paged(pageToken) }, signal);
      for (const member of listOf(json, 'members'))
        if (member['type'] === 'USER' && typeof member['id'] === 'string') all.push(member['id']);
      pageToken = nextOf(json);
    } while (pageToken !== undefined);
    return all;
  }

  /** Undefined for a group that was deleted after it was listed. */
  async function membersOf(
    groupExternalId: string,
    signal: AbortSignal,
  ): Promise<RemoteMembers | undefined> {
    try {
      return { groupExternalId, all: await allMembers(groupExternalId, signal) };
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async function readUsers({ pageToken }: Place, signal: AbortSignal): Promise<RemotePage> {
    const path: Record<string, string> =
      config.orgUnitPath === undefined
        ? {}
        : { query: `orgUnitPath='${config.orgUnitPath.replaceAll(/['\\]/g, '\\$&')}'` };
    const query = { ...whose, ...path, maxResults: usersPerPage, ...paged(pageToken) };
    const json = await get('users', query, signal);
    const token = nextOf(json);
    const groups: Place | null = withGroups ? { phase: 'groups' } : null;
    const next: Place | null =
      token === undefined ? groups : { phase: 'users' as const, pageToken: token };
    return { ...emptyPage, users: listOf(json, 'users').map(googleUser), next, position: null };
  }

  async function readGroups({ pageToken }: Place, signal: AbortSignal): Promise<RemotePage> {
    const query = { ...whose, maxResults: groupsPerPage, ...paged(pageToken) };
    const json = await get('groups', query, signal);
    const listed = listOf(json, 'groups').map(googleGroup);
    const members: RemoteMembers[] = [];
    for (const { externalId } of listed) {
      const all = await membersOf(externalId, signal);
      if (all) members.push(all);
    }
    const known = new Set(members.map(({ groupExternalId }) => groupExternalId));
    const groups = listed.filter(({ externalId }) => known.has(externalId));
    const token = nextOf(json);
    const next = token === undefined ? null : { phase: 'groups', pageToken: token };
    return { ...emptyPage, groups, members, next, position: null };
  }

  return {
    isFull: true,
    canResume: true,
    read(from, signal) {
      const place = (from ?? { phase: 'users' }) as Place;
      return place.phase === 'users' ? readUsers(place, signal) : readGroups(place, signal);
    },
    close: async () => undefined,
  };
}
