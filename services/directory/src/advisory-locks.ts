import { advisoryLocks } from '@platform/kit/database';

/** The advisory directoryLocks of this service. */
export const directoryLocks = advisoryLocks('directory', [
  'organizationSlugs',
  'provisionedLogin',
  'attributeSchema',
  'organizationInvitations',
  'organizationDomains',
  'organizationDirectories',
  'scimBearers',
  'groupRoleMappings',
]);
