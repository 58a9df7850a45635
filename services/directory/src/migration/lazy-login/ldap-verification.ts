import { AndFilter, EqualityFilter, FilterParser, InvalidCredentialsError, OrFilter } from 'ldapts';
import type { Client, Filter } from 'ldapts';
import { bindAsService, withLdap } from '../readers/ldap-client.ts';
import type { LdapConnection, LdapOptions } from '../readers/ldap-client.ts';
import { searchOptions } from '../readers/ldap-reader.ts';
import { ldapRecordUser } from '../readers/ldap-records.ts';
import type { Verification } from './verification.ts';

/**
 * The search for one person. The identifier is a value of the filter and never part of its text, so
 * that it cannot change the filter (RFC 4515 §3).
 */
export function personFilter(
  { userFilter, loginAttributes }: Pick<LdapConnection, 'userFilter' | 'loginAttributes'>,
  identifier: string,
): Filter {
  const byAny = loginAttributes.map(
    (attribute) => new EqualityFilter({ attribute, value: identifier }),
  );
  const filters = [FilterParser.parseString(userFilter), new OrFilter({ filters: byAny })];
  return new AndFilter({ filters });
}

async function bindsAs(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (error instanceof InvalidCredentialsError) return false;
    throw error;
  }
}

/** Finds the entry as the service, then binds as the entry. */
export function verifyByLdap(
  options: LdapOptions,
  { identifier, password }: { identifier: string; password: string },
  signal: AbortSignal,
): Promise<Verification> {
  const { connection } = options;
  return withLdap(options, signal, async (client): Promise<Verification> => {
    await bindAsService(client, options);
    const { searchEntries } = await client.search(connection.baseDn, {
      ...searchOptions(connection, ''),
      filter: personFilter(connection, identifier),
      sizeLimit: 2,
    });
    const [entry] = searchEntries;
    // Two matching entries are ambiguous.
    if (!entry || searchEntries.length > 1) return { verdict: 'rejected' };
    if (!(await bindsAs(client, entry.dn, password))) return { verdict: 'rejected' };
    // The identity service hashes the password itself.
    const { passwordHash: _hash, ...row } = ldapRecordUser(entry, connection.idAttribute);
    return { verdict: 'verified', row: { ...row, row: 1 } };
  });
}
