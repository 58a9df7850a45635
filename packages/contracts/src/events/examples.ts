const at = '2026-11-20T05:41:00.123Z';

/** A user for examples. */
export const exampleUser = {
  id: 'usr_01m7vqhvjpfrhtg5g075cmmcw9', externalId: null, username: null, email: 'ada@example.com', emailVerified: true, additionalEmails: [],
  phoneNumber: null, phoneVerified: false, additionalPhoneNumbers: [], name: null, displayName: 'Ada Lovelace', nickname: null, title: null,
  pictureUrl: null, profileUrl: null, locale: 'en', timeZone: 'Europe/London', metadata: {}, status: 'active', statusReason: null, statusChangedAt: at,
  managedBy: null, incompleteAttributes: [], identities: [], lastLoginAt: null, createdAt: at, updatedAt: at,
};

/** An organization for examples. */
export const exampleOrganization = {
  id: 'org_01m7vqhvjpfrhtg5g075cmmcw9', name: 'Initech', slug: 'initech', externalId: null, logoUrl: null, primaryDomain: null, metadata: {},
  status: 'active', membershipPolicy: 'invite_only', defaultRoles: [], memberCount: 1, createdAt: at, updatedAt: at,
};

/** A member for examples. */
export const exampleMember = {
  membershipId: 'mem_01m7vqhvjpfrhtg5g075cmmcw9', user: { id: exampleUser.id, status: 'active', email: exampleUser.email, displayName: exampleUser.displayName },
  state: 'active', roles: [], roleSources: [], sources: ['direct'], joinedAt: at,
};
