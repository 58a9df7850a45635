import type { Client } from 'ldapts';
import type { Socket } from 'node:net';
import { isLdapFilter } from '../../../ldap/filter-syntax.ts';
import { ldapGroupPages } from './ldap-group-pages.ts';
import { changedOnly, ldapReading, noteChange, noteName, searchAll } from './ldap-reading.ts';
import type { LdapPosition, LdapReading } from './ldap-reading.ts';
import {
  bindLdap,
  closeLdap,
  connectLdap,
  sourceClient,
  searchFault,
  secureLdap,
} from './ldap-source.ts';
import type { LdapSource } from './ldap-source.ts';
import { SourceFault } from '../source-fault.ts';
import { ldapAttributes, ldapUser } from './ldap-users.ts';
import { emptyPage } from '../remote-records.ts';
import type { RemotePage, RemoteReader } from '../remote-records.ts';

async function* userPages(reading: LdapReading, client: Client): AsyncGenerator<RemotePage> {
  const { config } = reading;
  const what = {
    base: config.baseDn,
    filter: changedOnly(reading, config.userFilter),
    attributes: ldapAttributes(config),
  };
  for await (const entries of searchAll(reading, client, what)) {
    for (const entry of entries) {
      noteChange(reading, entry);
      noteName(reading, entry);
    }
    yield { ...emptyPage, users: entries.map((e) => ldapUser(e, config)), next: true };
  }
}

function lastPage({ tracked, greatest }: LdapReading): RemotePage {
  const position: LdapPosition | null =
    greatest === '' ? null : { attribute: tracked, value: greatest };
  return { ...emptyPage, next: null, position: position && { ...position } };
}

const asSearchFault = (error: unknown): unknown =>
  error instanceof Error && error.name.endsWith('Error') && 'code' in error
    ? searchFault(error)
    : error;

/** Rejects invalid filters that were saved before filters were checked. @throws SourceFault */
function requireFilters({ config: { userFilter, groupFilter } }: LdapSource): void {
  if (isLdapFilter(userFilter) && (groupFilter === undefined || isLdapFilter(groupFilter))) return;
  throw new SourceFault('filter_invalid', 'The userFilter or groupFilter is not an LDAP filter.');
}

/**
 * Reads an LDAP directory by paged results: everything, or what has changed. Pages are bound to a
 * connection, so an interrupted run starts again.
 */
export function ldapReader(
  source: LdapSource,
  { withGroups, position }: { withGroups: boolean; position: Record<string, unknown> | null },
): RemoteReader {
  const reading = ldapReading(source, position);
  let opened: { client: Client; socket: Socket } | undefined;
  let pages: AsyncGenerator<RemotePage> | undefined;

  async function* allPages(signal: AbortSignal): AsyncGenerator<RemotePage> {
    requireFilters(source);
    const connected = await connectLdap(source, signal);
    const client = sourceClient(connected, source.timeoutMs);
    opened = { client, socket: connected.socket };
    await secureLdap(client, connected, source);
    await bindLdap(client, source);
    yield* userPages(reading, client);
    if (withGroups) yield* ldapGroupPages(reading, client);
    yield lastPage(reading);
  }

  return {
    isFull: reading.since === null,
    canResume: false,
    async read(_from, signal) {
      pages ??= allPages(signal);
      const { value } = await pages.next().catch((error: unknown) => {
        throw asSearchFault(error);
      });
      return (value as RemotePage | undefined) ?? { ...emptyPage, next: null };
    },
    async close() {
      if (opened) await closeLdap(opened.client, opened.socket);
    },
  };
}
