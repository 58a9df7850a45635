import type { Client, Entry } from 'ldapts';
import { searchPages } from '../../../ldap/paged-search.ts';
import type { PagedSearch } from '../../../ldap/paged-search.ts';
import type { LdapSource } from './ldap-source.ts';
import { ldapId, ldapIdAttribute } from './ldap-users.ts';

/** Where change tracking goes on: entries with at least this value have changed since. */
export interface LdapPosition {
  attribute: 'uSNChanged' | 'modifyTimestamp';
  value: string;
}

/** One run that reads an LDAP directory, and what it has learned so far. */
export interface LdapReading {
  config: LdapSource['config'];
  tracked: LdapPosition['attribute'];
  /** Only what has changed since is read; null: everything. */
  since: LdapPosition | null;
  /** The greatest value of the tracked attribute that was seen. */
  greatest: string;
  /** Who is behind the names of members, by {@link dnKey}. */
  idByDn: Map<string, string>;
}

/** Begins to read; with a position of another attribute than the present vendor's, everything is read. */
export function ldapReading(
  { config }: Pick<LdapSource, 'config'>,
  position: Record<string, unknown> | null,
): LdapReading {
  const tracked = config.vendor === 'active_directory' ? 'uSNChanged' : 'modifyTimestamp';
  const from = position as LdapPosition | null;
  return {
    config,
    tracked,
    since: from?.attribute === tracked ? from : null,
    greatest: from?.attribute === tracked ? from.value : '',
    idByDn: new Map(),
  };
}

/** The key by which distinguished names compare. */
export const dnKey = (dn: string): string => dn.toLowerCase().replace(/\s*([,=+])\s*/g, '$1');

/** The values of an attribute as texts. */
export const textsOf = (entry: Entry, name: string): string[] =>
  [entry[name] ?? []].flat().map((value) => value.toString());

/** The filter, of what has changed where changes are tracked. */
export const changedOnly = ({ since }: LdapReading, filter: string): string =>
  since ? `(&${filter}(${since.attribute}>=${since.value}))` : filter;

/** Searches by pages. */
export const searchAll = (
  { config }: LdapReading,
  client: Client,
  what: Omit<PagedSearch, 'pageSize'>,
): AsyncGenerator<Entry[]> => searchPages(client, { ...what, pageSize: config.pageSize });

/** Notes how far change tracking has come with an entry. */
export function noteChange(reading: LdapReading, entry: Entry): void {
  const { tracked, greatest } = reading;
  const [value] = textsOf(entry, tracked);
  if (value === undefined) return;
  const isGreater =
    tracked === 'uSNChanged' ? Number(value) > Number(greatest || 0) : value > greatest;
  if (isGreater) reading.greatest = value;
}

/** Notes who is behind the name of a user. */
export function noteName({ config, idByDn }: LdapReading, entry: Entry): void {
  idByDn.set(dnKey(entry.dn), ldapId(entry, config));
}

/** Notes who is behind all names: needed where a group has changed and its members have not. */
export async function noteAllNames(reading: LdapReading, client: Client): Promise<void> {
  const { baseDn: base, userFilter: filter } = reading.config;
  const attributes = [ldapIdAttribute(reading.config)];
  for await (const entries of searchAll(reading, client, { base, filter, attributes }))
    for (const entry of entries) noteName(reading, entry);
}
