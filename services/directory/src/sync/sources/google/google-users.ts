import { enterpriseUrn } from '../../../scim-urns.ts';
import { present, presentAny } from '../remote-records.ts';
import type { RemoteGroup, RemoteUser } from '../remote-records.ts';

interface GoogleUser {
  id?: string;
  primaryEmail?: string;
  etag?: string;
  suspended?: boolean;
  archived?: boolean;
  name?: { givenName?: string; familyName?: string; fullName?: string };
  emails?: { address?: string; type?: string; primary?: boolean }[];
  phones?: { value?: string; type?: string; primary?: boolean }[];
  organizations?: {
    name?: string;
    title?: string;
    department?: string;
    costCenter?: string;
    description?: string;
    primary?: boolean;
  }[];
  externalIds?: { value?: string; type?: string }[];
  languages?: { languageCode?: string }[];
}

/** Maps a user of Google's Admin SDK. */
export function googleUser(json: Record<string, unknown>): RemoteUser {
  const user = json as GoogleUser;
  const name = present({
    givenName: user.name?.givenName,
    familyName: user.name?.familyName,
    formatted: user.name?.fullName,
  });
  const work = user.organizations?.find(({ primary }) => primary) ?? user.organizations?.[0];
  const { primaryEmail = '' } = user;
  return {
    externalId: user.id ?? '',
    userName: primaryEmail,
    active: !user.suspended && !user.archived,
    version: user.etag ?? null,
    resource: present({
      name,
      displayName: user.name?.fullName,
      title: work?.title,
      userType: work?.description,
      [enterpriseUrn]: presentAny({
        // The field that the Admin console calls the employee ID.
        employeeNumber: user.externalIds?.find(({ type }) => type === 'organization')?.value,
        department: work?.department,
        costCenter: work?.costCenter,
        organization: work?.name,
      }),
      preferredLanguage: user.languages?.[0]?.languageCode,
      emails:
        primaryEmail === '' ? undefined : [{ value: primaryEmail, type: 'work', primary: true }],
      phoneNumbers: user.phones?.flatMap(({ value, type }) => (value ? [{ value, type }] : [])),
    }),
  };
}

/** Maps a group of Google's Admin SDK. */
export const googleGroup = (json: Record<string, unknown>): RemoteGroup => ({
  externalId: String(json['id'] ?? ''),
  displayName: String(json['name'] ?? json['email'] ?? ''),
  version: typeof json['etag'] === 'string' ? json['etag'] : null,
});
