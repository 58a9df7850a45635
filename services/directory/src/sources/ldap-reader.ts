import type { Client, Entry } from 'ldapts';
import type { Socket } from 'node:net';
import { searchPages } from '../ldap/paged-search.ts';
import type { PagedSearch } from '../ldap/paged-search.ts';
import {
  bindLdap,
  closeLdap,
  connectLdap,
  sourceClient,
  searchFault,
  secureLdap,
} from './ldap-source.ts';
import type { LdapSource } from './ldap-source.ts';
import { ldapAttributes, ldapGroup, ldapId, ldapIdAttribute, ldapUser } from './ldap-users.ts';
import { emptyPage } from './remote-records.ts';
import type { RemoteMembers, RemotePage, RemoteReader } from './remote-records.ts';

/** Where change tracking goes on: entries with at least this value have changed since. */
interface Position {
  attribute: 'uSNChanged' | 'modifyTimestamp';
  value: string;
}

const dnKey = (dn: string): string => dn.toLowerCase().replace(/\s*([,=+])\s*/g, '$1');

const texts = (entry: Entry, name: string): string[] =>
  [entry[name] ?? []].flat().map((value) => value.toString());

/** `member;range=0-1499`: Active Directory gives the members of a large group in ranges. */
const rangeOf = (entry: Entry): { name: string; next: number | null } | undefined => {
  for (const name of Object.keys(entry)) {
    const [, end] = /^member;range=\d+-(\d+|\*)$/i.exec(name) ?? [];
    if (end !== undefined) return { name, next: end === '*' ? null : Number(end) + 1 };
  }
  return undefined;
};

/**
 * Reads an LDAP directory by paged results, as a whole or what has changed. Pages belong to a connection: a run that is
 * interrupted begins again.
 */
export function ldapReader(
  source: LdapSource,
  { withGroups, position }: { withGroups: boolean; position: Record<string, unknown> | null },
): RemoteReader {
  const { config } = source;
  const idAttribute = ldapIdAttribute(config);
  const tracked = config.vendor === 'active_directory' ? 'uSNChanged' : 'modifyTimestamp';
  const from = position as Position | null;
  const isDelta = from?.attribute === tracked;
  const idByDn = new Map<string, string>();
  let opened: { client: Client; socket: Socket } | undefined;
  let pages: AsyncGenerator<RemotePage> | undefined;
  let greatest = from?.value ?? '';

  const changedOnly = (filter: string): string =>
    isDelta ? `(&${filter}(${tracked}>=${from.value}))` : filter;

  function note(entry: Entry): void {
    const [value] = texts(entry, tracked);
    if (value === undefined) return;
    const isGreater =
      tracked === 'uSNChanged' ? Number(value) > Number(greatest || 0) : value > greatest;
    if (isGreater) greatest = value;
  }

  const search = (client: Client, what: Omit<PagedSearch, 'pageSize'>) =>
    searchPages(client, { ...what, pageSize: config.pageSize });

  /** Who is behind the names of members: needed where a group has changed and its members have not. */
  async function readNames(client: Client): Promise<void> {
    const whole = { base: config.baseDn, filter: config.userFilter, attributes: [idAttribute] };
    for await (const entries of search(client, whole))
      for (const entry of entries) idByDn.set(dnKey(entry.dn), ldapId(entry, config));
  }

  async function memberNames(client: Client, entry: Entry): Promise<string[]> {
    const names = [...texts(entry, 'member'), ...texts(entry, 'uniqueMember')];
    let range = rangeOf(entry);
    let part = entry;
    while (range) {
      names.push(...texts(part, range.name));
      if (range.next === null) break;
      const { searchEntries } = await client.search(entry.dn, {
        scope: 'base',
        filter: '(objectClass=*)',
        attributes: [`member;range=${range.next}-*`],
      });
      [part = entry] = searchEntries;
      range = part === entry ? undefined : rangeOf(part);
    }
    return names;
  }

  async function membersOf(client: Client, entry: Entry): Promise<RemoteMembers> {
    const names = await memberNames(client, entry);
    // Members that are no users of the directory, such as nested groups, are left out.
    const all = names.flatMap((name) => idByDn.get(dnKey(name)) ?? []);
    return { groupExternalId: ldapId(entry, config), all };
  }

  async function* userPages(client: Client): AsyncGenerator<RemotePage> {
    const filter = changedOnly(config.userFilter);
    const attributes = ldapAttributes(config);
    for await (const entries of search(client, {
      base: config.baseDn,
      filter,
      attributes,
    })) {
      for (const entry of entries) {
        note(entry);
        idByDn.set(dnKey(entry.dn), ldapId(entry, config));
      }
      yield { ...emptyPage, users: entries.map((e) => ldapUser(e, config)), next: true };
    }
  }

  async function* groupPages(client: Client, groupFilter: string): AsyncGenerator<RemotePage> {
    const attributes = ['cn', 'member', 'uniqueMember', 'entryCSN', tracked, idAttribute];
    const base = config.groupBaseDn ?? config.baseDn;
    const filter = changedOnly(groupFilter);
    let hasNames = !isDelta;
    for await (const entries of search(client, { base, filter, attributes })) {
      if (!hasNames && entries.length > 0) await readNames(client);
      hasNames ||= entries.length > 0;
      const members: RemoteMembers[] = [];
      for (const entry of entries) {
        note(entry);
        members.push(await membersOf(client, entry));
      }
      const groups = entries.map((entry) => ldapGroup(entry, config));
      yield { ...emptyPage, groups, members, next: true };
    }
  }

  async function* allPages(signal: AbortSignal): AsyncGenerator<RemotePage> {
    const connected = await connectLdap(source, signal);
    const client = sourceClient(connected, source.timeoutMs);
    opened = { client, socket: connected.socket };
    await secureLdap(client, connected, source);
    await bindLdap(client, source);
    yield* userPages(client);
    if (withGroups && config.groupFilter !== undefined)
      yield* groupPages(client, config.groupFilter);
    const reached: Position | null =
      greatest === '' ? null : { attribute: tracked, value: greatest };
    yield { ...emptyPage, next: null, position: reached && { ...reached } };
  }

  return {
    isFull: !isDelta,
    canResume: false,
    async read(_from, signal) {
      pages ??= allPages(signal);
      const { value } = await pages.next().catch((error: unknown) => {
        throw error instanceof Error && error.name.endsWith('Error') && 'code' in error
          ? searchFault(error)
          : error;
      });
      return (value as RemotePage | undefined) ?? { ...emptyPage, next: null };
    },
    async close() {
      if (opened) await closeLdap(opened.client, opened.socket);
    },
  };
}
