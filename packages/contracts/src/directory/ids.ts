/** Prefixes of the ids that the directory generates. */
export const directoryIds = {
  user: 'usr',
  organization: 'org',
  membership: 'mem',
  directory: 'dir',
  invitation: 'inv',
  organizationDomain: 'dom',
  attributeDefinition: 'atd',
  migrationSource: 'mgs',
  migrationUpload: 'upl',
  importJob: 'imj',
  directoryUser: 'dusr',
  directoryGroup: 'dgrp',
  scimBearer: 'sbr',
  groupRoleMapping: 'grm',
  syncRun: 'syn',
  setupLink: 'sul',
} as const;
