import { advisoryLocks } from '@platform/kit/database';

export const directoryLocks = advisoryLocks('directory', [
  'organizationSlugs',
  'provisionedLogin',
  'attributeSchema',
  'organizationInvitations',
  'organizationDomains',
  'organizationDirectories',
  'scimBearers',
  'groupRoleMappings',
  'setupLinks',
  'userBulkJobs',
  'userExports',
]);
