import type { DirectoryConfigOf } from '@platform/contracts';
import type { Entry } from 'ldapts';
import { guidText } from '../../../ldap/guid.ts';
import { enterpriseUrn } from '../../../scim-urns.ts';
import { present, presentAny } from '../remote-records.ts';
import type { RemoteGroup, RemoteUser } from '../remote-records.ts';

type LdapConfig = DirectoryConfigOf<'ldap'>;

/** The `userAccountControl` flag of a disabled account. */
const accountDisabled = 0x2;

/** The attribute that identifies an entry across renames. */
export const ldapIdAttribute = ({ idAttribute, vendor }: LdapConfig): string =>
  idAttribute ?? (vendor === 'active_directory' ? 'objectGUID' : 'entryUUID');

const userAttributes = [
  'uid',
  'cn',
  'givenName',
  'sn',
  'displayName',
  'mail',
  'title',
  'mobile',
  'telephoneNumber',
  'preferredLanguage',
  'employeeNumber',
  'employeeType',
  'department',
  'departmentNumber',
  'division',
  'company',
  'o',
  'sAMAccountName',
  'userPrincipalName',
  'userAccountControl',
  'pwdAccountLockedTime',
  'modifyTimestamp',
  'entryCSN',
  'uSNChanged',
];

/** The attributes that are read of a user. */
export const ldapAttributes = (config: LdapConfig): string[] => [
  ...new Set([...userAttributes, ldapIdAttribute(config)]),
];

const first = (entry: Entry, name: string): string | undefined => {
  const [value] = [entry[name]].flat();
  return value === undefined || value.length === 0 ? undefined : value.toString();
};

/**
 * A value that changes with every change of an entry. modifyTimestamp has a resolution of seconds,
 * so a change in the second of a sync would be missed: OpenLDAP's entryCSN distinguishes the two.
 */
const versionOf = (entry: Entry): string | null =>
  first(entry, 'uSNChanged') ?? first(entry, 'entryCSN') ?? first(entry, 'modifyTimestamp') ?? null;

/** The id of an entry. */
export function ldapId(entry: Entry, config: LdapConfig): string {
  const [value] = [entry[ldapIdAttribute(config)]].flat();
  if (Buffer.isBuffer(value)) return guidText(value) ?? value.toString('hex');
  return value ?? '';
}

function isActive(entry: Entry): boolean {
  const control = Number(first(entry, 'userAccountControl') ?? 0);
  const isDisabled = Math.floor(control / accountDisabled) % 2 === 1;
  return !isDisabled && first(entry, 'pwdAccountLockedTime') === undefined;
}

/** Maps a user of an LDAP directory (inetOrgPerson, or a user of Active Directory). */
export function ldapUser(entry: Entry, config: LdapConfig): RemoteUser {
  const mail = first(entry, 'mail');
  const phone = first(entry, 'mobile') ?? first(entry, 'telephoneNumber');
  const displayName = first(entry, 'displayName') ?? first(entry, 'cn');
  return {
    externalId: ldapId(entry, config),
    userName:
      first(entry, 'userPrincipalName') ??
      first(entry, 'sAMAccountName') ??
      first(entry, 'uid') ??
      mail ??
      '',
    active: isActive(entry),
    version: versionOf(entry),
    resource: present({
      name: present({
        givenName: first(entry, 'givenName'),
        familyName: first(entry, 'sn'),
        formatted: displayName,
      }),
      displayName,
      title: first(entry, 'title'),
      userType: first(entry, 'employeeType'),
      [enterpriseUrn]: presentAny({
        employeeNumber: first(entry, 'employeeNumber'),
        department: first(entry, 'department') ?? first(entry, 'departmentNumber'),
        division: first(entry, 'division'),
        organization: first(entry, 'company') ?? first(entry, 'o'),
      }),
      preferredLanguage: first(entry, 'preferredLanguage'),
      emails: mail === undefined ? undefined : [{ value: mail, type: 'work', primary: true }],
      phoneNumbers: phone === undefined ? undefined : [{ value: phone, type: 'work' }],
    }),
  };
}

/** Maps a group of an LDAP directory. */
export const ldapGroup = (entry: Entry, config: LdapConfig): RemoteGroup => ({
  externalId: ldapId(entry, config),
  displayName: first(entry, 'cn') ?? '',
  version: versionOf(entry),
});
