import type { Client } from 'ldapts';
import { anyGroup, groupAttributes, groupNode } from './ldap-group-entries.ts';
import { expandGroup } from './ldap-nested-groups.ts';
import type { ExpandedGroup, GroupNode } from './ldap-nested-groups.ts';
import { changedOnly, dnKey, noteAllNames, noteChange, searchAll } from './ldap-reading.ts';
import type { LdapReading } from './ldap-reading.ts';
import { ldapGroup } from './ldap-users.ts';
import type { RemoteGroup } from '../remote-records.ts';

/** The bases of groups, without one that the other contains. */
function groupBases({ config: { baseDn, groupBaseDn = baseDn } }: LdapReading): string[] {
  const contains = (outer: string, inner: string): boolean =>
    dnKey(inner) === dnKey(outer) || dnKey(inner).endsWith(`,${dnKey(outer)}`);
  if (contains(baseDn, groupBaseDn)) return [baseDn];
  return contains(groupBaseDn, baseDn) ? [groupBaseDn] : [groupBaseDn, baseDn];
}

/**
 * Names of all changed groups, including those that are not read: a change of a nested group
 * changes the members of the groups that contain it.
 */
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

/** Groups with their direct members, and which of them to return. */
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

/**
 * Adds groups that are only read because a returned group may contain them: one search, regardless
 * of how many members are not users.
 */
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

/**
 * Groups with all their members, from a graph of the groups. With change tracking, only those that
 * a change affects.
 */
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
