const services: Readonly<Record<string, string>> = {
  hub: 'Sign-in and sessions',
  'identity-service': 'Passwords, sign-in methods and messages',
  'product-api': 'Account, permissions, consents and records',
};

const sections: Readonly<Record<string, string>> = {
  sessions: 'Sessions in which you are or were signed in.',
  signIns: 'Times at which you signed in.',
  grants: 'Applications that have access on your behalf.',
  deviceGrants: 'Devices that have access on your behalf.',
  consents: 'Consents that you gave, refused or withdrew.',
  linkIntents: 'Invitations that you began to accept.',
  password: 'Facts about your password. The password itself is not stored.',
  authenticators: 'Authenticator apps, passkeys and other ways in which you confirm a sign-in.',
  identities: 'Accounts of other providers with which you sign in.',
  trustedDevices: 'Devices that you trust.',
  emails: 'E-mails that were sent to you.',
  securityEvents: 'Events that concern the security of your account.',
  profile: 'Your profile.',
  identifiers: 'Addresses and names by which your account is found.',
  metadata: 'Data that the organization that runs this service keeps with your account.',
  memberships: 'Organizations that you belong to.',
  invitations: 'Invitations that were sent to you.',
  pending_emails: 'Addresses that you have added and not verified yet.',
  preferences: 'What the applications remember for you.',
  import_origin: 'The system from which your account was imported.',
  activations: 'Roles that you activated for a limited time.',
  eligibilities: 'Roles that you can activate.',
  roleAssignments: 'Roles that you have.',
  auditRecords: 'Records of actions by you or about you.',
  accessRequests: 'Requests for a copy of your data.',
  erasureRequests: 'Requests to erase your data.',
  events: 'Messages about your account that were sent to other systems.',
  audit_events: 'Records about your account that were sent to other systems.',
};

/** Turns a member name into words: `createdAt` becomes `Created at`. */
export function words(name: string): string {
  const spaced = name
    .replace(
      /([\p{Ll}\d])(\p{Lu})/gu,
      (_, before: string, upper: string) => `${before} ${upper.toLowerCase()}`,
    )
    .replace(/[_.-]+/g, ' ')
    .trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Returns the heading of a service. */
export const serviceTitle = (peer: string): string => services[peer] ?? words(peer);

/** Describes a section in one sentence. Names from the product API have their owner before a dot. */
export function sectionSentence(section: string): string {
  const name = section.slice(section.indexOf('.') + 1);
  return Object.hasOwn(sections, name) ? (sections[name] as string) : `${words(name)}.`;
}
