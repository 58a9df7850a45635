import { AndFilter, ExtensibleFilter, FilterParser, OrFilter } from 'ldapts';
import type { Client, Entry, Filter } from 'ldapts';
import { maxGroupMembers } from '../../../provisioning/directories/provisioned.ts';
import { anyGroup, groupAttributes, groupNode } from './ldap-group-entries.ts';
import { tooLarge } from './ldap-nested-groups.ts';
import type { ExpandedGroup, Expansion } from './ldap-nested-groups.ts';
import { changedOnly, dnKey, noteChange, searchAll } from './ldap-reading.ts';
import type { LdapReading } from './ldap-reading.ts';
import { ldapGroup, ldapId, ldapIdAttribute } from './ldap-users.ts';

/**
 * LDAP_MATCHING_RULE_IN_CHAIN (MS-ADTS §3.1.1.3.4.4.3): follows links transitively. The server
 * handles cycles.
 */
const inChain = '1.2.840.113556.1.4.1941';

/** Maximum names in one filter. */
const namesPerFilter = 20;

const chained = (matchType: 'member' | 'memberOf', value: string): Filter =>
  new ExtensibleFilter({ rule: inChain, matchType, value });

const both = (filter: string, other: Filter): Filter =>
  new AndFilter({ filters: [FilterParser.parseString(filter), other] });

/** All users in a group and its nested groups, by one search. */
async function usersBelow(reading: LdapReading, client: Client, dn: string): Promise<Expansion> {
  const { config } = reading;
  const what = {
    base: config.baseDn,
    filter: both(config.userFilter, chained('memberOf', dn)),
    attributes: [ldapIdAttribute(config)],
  };
  const members = new Set<string>();
  for await (const entries of searchAll(reading, client, what)) {
    for (const entry of entries) members.add(ldapId(entry, config));
    if (members.size > maxGroupMembers) return { fault: tooLarge };
  }
  return { members: [...members], groups: new Set([dnKey(dn)]) };
}

/** A group with all its members. Without nested groups, its direct members are enough. */
async function expanded(
  reading: LdapReading,
  client: Client,
  entry: Entry,
): Promise<ExpandedGroup> {
  const group = ldapGroup(entry, reading.config);
  // The names of users are known only after all users were listed.
  const node = reading.since === null ? await groupNode(reading, client, entry) : undefined;
  const expansion =
    node?.others.length === 0
      ? { members: node.users, groups: new Set([dnKey(entry.dn)]) }
      : await usersBelow(reading, client, entry.dn);
  return { group, expansion };
}

/** Names of all changed groups, including those that the run does not return. */
async function changedGroups(
  reading: LdapReading,
  client: Client,
  base: string,
): Promise<string[]> {
  const names: string[] = [];
  const { tracked, config } = reading;
  const what = { filter: changedOnly(reading, anyGroup), attributes: [tracked] };
  for (const from of new Set([base, config.baseDn]))
    for await (const entries of searchAll(reading, client, { ...what, base: from }))
      for (const entry of entries) {
        noteChange(reading, entry);
        names.push(entry.dn);
      }
  return [...new Set(names)];
}

/** The groups to return that contain one of the changed groups at any depth. */
async function* groupsAround(
  reading: LdapReading,
  client: Client,
  { base, filter, changed }: { base: string; filter: string; changed: readonly string[] },
): AsyncGenerator<Entry[]> {
  const attributes = groupAttributes(reading);
  for (let at = 0; at < changed.length; at += namesPerFilter) {
    const around = changed.slice(at, at + namesPerFilter).map((dn) => chained('member', dn));
    const what = { base, filter: both(filter, new OrFilter({ filters: around })), attributes };
    yield* searchAll(reading, client, what);
  }
}

/**
 * Groups with all their members on Active Directory, which resolves nested members itself: one
 * search for each group with nested groups. With change tracking, only changed groups and those
 * that contain them.
 */
export async function* groupsByChain(
  reading: LdapReading,
  client: Client,
): AsyncGenerator<ExpandedGroup> {
  const { config, since } = reading;
  const base = config.groupBaseDn ?? config.baseDn;
  const filter = config.groupFilter ?? anyGroup;
  const attributes = groupAttributes(reading);
  const what = { base, filter: changedOnly(reading, filter), attributes };
  const done = new Set<string>();
  async function* fresh(pages: AsyncIterable<Entry[]>): AsyncGenerator<ExpandedGroup> {
    for await (const entries of pages)
      for (const entry of entries) {
        noteChange(reading, entry);
        if (done.has(dnKey(entry.dn))) continue;
        done.add(dnKey(entry.dn));
        yield await expanded(reading, client, entry);
      }
  }
  yield* fresh(searchAll(reading, client, what));
  if (since === null) return;
  const changed = await changedGroups(reading, client, base);
  yield* fresh(groupsAround(reading, client, { base, filter, changed }));
}
