/** What each area of the directory is about. */
export const directoryTags: Readonly<Record<string, string>> = {
  Users: 'People of the tenant.',
  Organizations: 'Organizations, their members, invitations and domains.',
  'Migration sources': 'Where existing users are imported from, and the jobs that import them.',
  Directories: 'Sources of users and groups: SCIM, directories that are read, identity providers.',
  'Federation members': 'Tests of connections to directories and identity providers.',
  'Attribute schema': 'Definitions of the properties of `metadata`.',
};
