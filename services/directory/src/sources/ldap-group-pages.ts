import type { Client, Entry } from 'ldapts';
import {
  changedOnly,
  dnKey,
  noteAllNames,
  noteChange,
  searchAll,
  textsOf,
} from './ldap-reading.ts';
import type { LdapReading } from './ldap-reading.ts';
import { ldapGroup, ldapId, ldapIdAttribute } from './ldap-users.ts';
import { emptyPage } from './remote-records.ts';
import type { RemoteMembers, RemotePage } from './remote-records.ts';

/** `member;range=0-1499`: Active Directory gives the members of a large group in ranges. */
const rangeOf = (entry: Entry): { name: string; next: number | null } | undefined => {
  for (const name of Object.keys(entry)) {
    const [, end] = /^member;range=\d+-(\d+|\*)$/i.exec(name) ?? [];
    if (end !== undefined) return { name, next: end === '*' ? null : Number(end) + 1 };
  }
  return undefined;
};

async function memberNames(client: Client, entry: Entry): Promise<string[]> {
  const names = [...textsOf(entry, 'member'), ...textsOf(entry, 'uniqueMember')];
  let range = rangeOf(entry);
  let part = entry;
  while (range) {
    names.push(...textsOf(part, range.name));
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

/** Members that are no users of the directory, such as nested groups, are left out. */
async function membersOf(
  { config, idByDn }: LdapReading,
  client: Client,
  entry: Entry,
): Promise<RemoteMembers> {
  const names = await memberNames(client, entry);
  const all = names.flatMap((name) => idByDn.get(dnKey(name)) ?? []);
  return { groupExternalId: ldapId(entry, config), all };
}

/** Groups with their members, page by page. */
export async function* ldapGroupPages(
  reading: LdapReading,
  client: Client,
): AsyncGenerator<RemotePage> {
  const { config, tracked, since } = reading;
  if (config.groupFilter === undefined) return;
  const attributes = ['cn', 'member', 'uniqueMember', 'entryCSN', tracked, ldapIdAttribute(config)];
  const base = config.groupBaseDn ?? config.baseDn;
  const filter = changedOnly(reading, config.groupFilter);
  let hasNames = since === null;
  for await (const entries of searchAll(reading, client, { base, filter, attributes })) {
    if (!hasNames && entries.length > 0) await noteAllNames(reading, client);
    hasNames ||= entries.length > 0;
    const members: RemoteMembers[] = [];
    for (const entry of entries) {
      noteChange(reading, entry);
      members.push(await membersOf(reading, client, entry));
    }
    const groups = entries.map((entry) => ldapGroup(entry, config));
    yield { ...emptyPage, groups, members, next: true };
  }
}
