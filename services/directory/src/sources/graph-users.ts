import { present } from './remote-records.ts';
import type { RemoteGroup, RemoteUser } from './remote-records.ts';

/** What is read of a user. */
export const userFields =
  'id,userPrincipalName,mail,displayName,givenName,surname,jobTitle,preferredLanguage,mobilePhone,accountEnabled,userType';

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
  accountEnabled?: boolean;
}

/** A user of Microsoft Graph. */
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
      preferredLanguage: user.preferredLanguage,
      emails: user.mail ? [{ value: user.mail, type: 'work', primary: true }] : undefined,
      phoneNumbers: user.mobilePhone ? [{ value: user.mobilePhone, type: 'mobile' }] : undefined,
    }),
  };
}

/** A group of Microsoft Graph. */
export const graphGroup = (json: Record<string, unknown>): RemoteGroup => ({
  externalId: String(json['id'] ?? ''),
  displayName: String(json['displayName'] ?? ''),
  version: null,
});
