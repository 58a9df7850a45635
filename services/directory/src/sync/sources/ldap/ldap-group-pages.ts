import type { Client } from 'ldapts';
import { groupsByChain } from './ldap-group-chain.ts';
import { groupsByGraph } from './ldap-group-graph.ts';
import type { ExpandedGroup } from './ldap-nested-groups.ts';
import type { LdapReading } from './ldap-reading.ts';
import { emptyPage } from '../remote-records.ts';
import type { RemoteGroup, RemotePage } from '../remote-records.ts';

/** Limits of a page, which is in memory as a whole. */
const groupsPerPage = 100;
const membersPerPage = 50_000;

function pageOf(expanded: readonly ExpandedGroup[]): RemotePage {
  const groups: RemoteGroup[] = [];
  const members: RemotePage['members'][number][] = [];
  const groupFaults: RemotePage['groupFaults'][number][] = [];
  for (const { group, expansion } of expanded) {
    const { externalId } = group;
    if ('fault' in expansion) {
      groupFaults.push({ externalId, ...expansion.fault });
      continue;
    }
    groups.push(group);
    members.push({ groupExternalId: externalId, all: expansion.members });
  }
  return { ...emptyPage, groups, members, groupFaults, next: true };
}

/** Groups with their members, page by page. */
export async function* ldapGroupPages(
  reading: LdapReading,
  client: Client,
): AsyncGenerator<RemotePage> {
  const { groupFilter, vendor } = reading.config;
  if (groupFilter === undefined) return;
  const all = vendor === 'active_directory' ? groupsByChain : groupsByGraph;
  let page: ExpandedGroup[] = [];
  let members = 0;
  for await (const expanded of all(reading, client)) {
    page.push(expanded);
    members += 'fault' in expanded.expansion ? 0 : expanded.expansion.members.length;
    if (page.length < groupsPerPage && members < membersPerPage) continue;
    yield pageOf(page);
    page = [];
    members = 0;
  }
  if (page.length > 0) yield pageOf(page);
}
