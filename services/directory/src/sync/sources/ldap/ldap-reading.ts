import type { Client, Entry } from 'ldapts';
import { searchPages } from '../../../ldap/paged-search.ts';
import type { PagedSearch } from '../../../ldap/paged-search.ts';
import type { LdapSource } from './ldap-source.ts';
import { ldapId, ldapIdAttribute } from './ldap-users.ts';

/** Where change tracking continues: entries with at least this value have changed since. */
export interface LdapPosition {
  attribute: 'uSNChanged' | 'modifyTimestamp';
  value: string;
}

/** One run that reads an LDAP directory, with its state. */
export interface LdapReading {
  config: LdapSource['config'];
  tracked: LdapPosition['attribute'];
  /** Reads only what has changed since; null: everything. */
  since: LdapPosition | null;
  /** The greatest value of the tracked attribute so far. */
  greatest: string;
  /** User ids by the {@link dnKey} of their names. */
  idByDn: Map<string, string>;
}

/**
 * Starts a run. A position of another attribute than the current vendor's is ignored, and
 * everything is read.
 */
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

/** A comparison key for distinguished names. */
export const dnKey = (dn: string): string => dn.toLowerCase().replace(/\s*([,=+])\s*/g, '$1');

/** The values of an attribute as texts. */
export const textsOf = (entry: Entry, name: string): string[] =>
  [entry[name] ?? []].flat().map((value) => value.toString());

/** Restricts a filter to changed entries if changes are tracked. */
export const changedOnly = ({ since }: LdapReading, filter: string): string =>
  since ? `(&${filter}(${since.attribute}>=${since.value}))` : filter;

export const searchAll = (
  { config }: LdapReading,
  client: Client,
  what: Omit<PagedSearch, 'pageSize'>,
): AsyncGenerator<Entry[]> => searchPages(client, { ...what, pageSize: config.pageSize });

/** Records the change tracking value of an entry. */
export function noteChange(reading: LdapReading, entry: Entry): void {
  const { tracked, greatest } = reading;
  const [value] = textsOf(entry, tracked);
  if (value === undefined) return;
  const isGreater =
    tracked === 'uSNChanged' ? Number(value) > Number(greatest || 0) : value > greatest;
  if (isGreater) reading.greatest = value;
}

/** Records the id of a user by name. */
export function noteName({ config, idByDn }: LdapReading, entry: Entry): void {
  idByDn.set(dnKey(entry.dn), ldapId(entry, config));
}

/** Records the ids of all users by name: a group may have changed when its members have not. */
export async function noteAllNames(reading: LdapReading, client: Client): Promise<void> {
  const { baseDn: base, userFilter: filter } = reading.config;
  const attributes = [ldapIdAttribute(reading.config)];
  for await (const entries of searchAll(reading, client, { base, filter, attributes }))
    for (const entry of entries) noteName(reading, entry);
}
