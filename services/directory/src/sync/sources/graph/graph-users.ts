import { enterpriseUrn } from '../../../scim-urns.ts';
import { present, presentAny } from '../remote-records.ts';
import type { RemoteGroup, RemoteUser } from '../remote-records.ts';

/** Properties of a user whose changes every tenant tracks. */
export const basicUserFields = [
  'id',
  'userPrincipalName',
  'mail',
  'displayName',
  'givenName',
  'surname',
  'jobTitle',
  'preferredLanguage',
  'mobilePhone',
  'accountEnabled',
  'userType',
  'employeeId',
  'employeeType',
  'department',
  'companyName',
].join(',');

/** All properties that are read of a user. */
export const userFields = `${basicUserFields},employeeOrgData`;

interface GraphUser {
  id?: string;
  userPrincipalName?: string;
  mail?: string | null;
  displayName?: string | null;
  givenName?: string | null;
  surname?: string | null;
  jobTitle?: string | null;
  preferredLanguage?: string | null;
  mobilePhone?: string | null;
  employeeId?: string | null;
  employeeType?: string | null;
  department?: string | null;
  companyName?: string | null;
  employeeOrgData?: { division?: string | null; costCenter?: string | null } | null;
  accountEnabled?: boolean;
}

/** Maps a user of Microsoft Graph. */
export function graphUser(json: Record<string, unknown>): RemoteUser {
  const user = json as GraphUser;
  return {
    externalId: user.id ?? '',
    userName: user.userPrincipalName ?? user.mail ?? '',
    active: user.accountEnabled !== false,
    version: null,
    resource: present({
      name: present({
        givenName: user.givenName,
        familyName: user.surname,
        formatted: user.displayName,
      }),
      displayName: user.displayName,
      title: user.jobTitle,
      userType: user.employeeType,
      [enterpriseUrn]: presentAny({
        employeeNumber: user.employeeId,
        department: user.department,
        organization: user.companyName,
        division: user.employeeOrgData?.division,
        costCenter: user.employeeOrgData?.costCenter,
      }),
      preferredLanguage: user.preferredLanguage,
      emails: user.mail ? [{ value: user.mail, type: 'work', primary: true }] : undefined,
      phoneNumbers: user.mobilePhone ? [{ value: user.mobilePhone, type: 'mobile' }] : undefined,
    }),
  };
}

/** Maps a group of Microsoft Graph. */
export const graphGroup = (json: Record<string, unknown>): RemoteGroup => ({
  externalId: String(json['id'] ?? ''),
  displayName: String(json['displayName'] ?? ''),
  version: null,
});
