import type { Client } from 'ldapts';
import { anyGroup, groupAttributes, groupNode } from './ldap-group-entries.ts';
import { expandGroup } from './ldap-nested-groups.ts';
import type { ExpandedGroup, GroupNode } from './ldap-nested-groups.ts';
import { changedOnly, dnKey, noteAllNames, noteChange, searchAll } from './ldap-reading.ts';
import type { LdapReading } from './ldap-reading.ts';
import { ldapGroup } from './ldap-users.ts';
import type { RemoteGroup } from '../remote-records.ts';

/** Where groups are: below both bases, of which one may contain the other. */
function groupBases({ config: { baseDn, groupBaseDn = baseDn } }: LdapReading): string[] {
  const contains = (outer: string, inner: string): boolean =>
    dnKey(inner) === dnKey(outer) || dnKey(inner).endsWith(`,${dnKey(outer)}`);
  if (contains(baseDn, groupBaseDn)) return [baseDn];
  return contains(groupBaseDn, baseDn) ? [groupBaseDn] : [groupBaseDn, baseDn];
}

/** Names of all groups that have changed, read or not: a change of a nested group changes the members of those around it. */
async function changedNames(reading: LdapReading, client: Client): Promise<Set<string>> {
  const names = new Set<string>();
  const { tracked, config } = reading;
  const filters = [anyGroup, config.groupFilter ?? anyGroup];
  for (const base of groupBases(reading))
    for (const filter of filters) {
      const what = { base, filter: changedOnly(reading, filter), attributes: [tracked] };
      for await (const entries of searchAll(reading, client, what))
        for (const entry of entries) {
          noteChange(reading, entry);
          names.add(dnKey(entry.dn));
        }
    }
  return names;
}

/** Groups with their direct members, and those among them that are wanted. */
interface ReadGroups {
  graph: Map<string, GroupNode>;
  wanted: Map<string, RemoteGroup>;
}

async function readWanted(reading: LdapReading, client: Client): Promise<ReadGroups> {
  const { config } = reading;
  const read: ReadGroups = { graph: new Map(), wanted: new Map() };
  const what = {
    base: config.groupBaseDn ?? config.baseDn,
    filter: config.groupFilter ?? anyGroup,
    attributes: groupAttributes(reading),
  };
  for await (const entries of searchAll(reading, client, what))
    for (const entry of entries) {
      noteChange(reading, entry);
      read.graph.set(dnKey(entry.dn), await groupNode(reading, client, entry));
      read.wanted.set(dnKey(entry.dn), ldapGroup(entry, config));
    }
  return read;
}

/** Adds the groups that are not wanted themselves and may be in one that is: one search, however many members are no users. */
async function addOthers(
  reading: LdapReading,
  client: Client,
  { graph }: ReadGroups,
): Promise<void> {
  const isComplete = [...graph.values()].every((node) => node.others.every((o) => graph.has(o)));
  if (isComplete) return;
  const attributes = groupAttributes(reading);
  for (const base of groupBases(reading))
    for await (const entries of searchAll(reading, client, { base, filter: anyGroup, attributes }))
      for (const entry of entries)
        if (!graph.has(dnKey(entry.dn)))
          graph.set(dnKey(entry.dn), await groupNode(reading, client, entry));
}

/** Groups with all their members, by a graph of the groups. When changes are tracked, only those that a change reaches. */
export async function* groupsByGraph(
  reading: LdapReading,
  client: Client,
): AsyncGenerator<ExpandedGroup> {
  const changed = reading.since === null ? undefined : await changedNames(reading, client);
  if (changed?.size === 0) return;
  if (changed) await noteAllNames(reading, client);
  const read = await readWanted(reading, client);
  await addOthers(reading, client, read);
  for (const [name, group] of read.wanted) {
    const expansion = expandGroup(read.graph, name);
    const isReached =
      !changed || 'fault' in expansion || [...expansion.groups].some((one) => changed.has(one));
    if (isReached) yield { group, expansion };
  }
}
