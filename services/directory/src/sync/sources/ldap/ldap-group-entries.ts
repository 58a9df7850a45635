import type { Client, Entry } from 'ldapts';
import { dnKey, textsOf } from './ldap-reading.ts';
import type { LdapReading } from './ldap-reading.ts';
import type { GroupNode } from './ldap-nested-groups.ts';
import { ldapIdAttribute } from './ldap-users.ts';

export const groupAttributes = ({ config, tracked }: LdapReading): string[] => [
  'cn',
  'member',
  'uniqueMember',
  'entryCSN',
  tracked,
  ldapIdAttribute(config),
];

/** Matches every group of a directory, even an empty one. */
export const anyGroup =
  '(|(objectClass=group)(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(member=*)(uniqueMember=*))';

/** `member;range=0-1499`: Active Directory returns the members of a large group in ranges. */
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

/** The direct members of a group: users by their ids, everything else by name. */
export async function groupNode(
  { idByDn }: LdapReading,
  client: Client,
  entry: Entry,
): Promise<GroupNode> {
  const users: string[] = [];
  const others: string[] = [];
  for (const name of await memberNames(client, entry)) {
    const key = dnKey(name);
    const id = idByDn.get(key);
    if (id === undefined) others.push(key);
    else users.push(id);
  }
  return { users, others };
}
