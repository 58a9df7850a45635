/** Prefixes of the ids that the directory mints. */
export const directoryIds = {
  user: 'usr',
  organization: 'org',
  membership: 'mem',
  directory: 'dir',
} as const;
