/** What each area of the directory is about. */
export const directoryTags: Readonly<Record<string, string>> = {
  Users: 'People of the tenant.',
  Organizations: 'Organizations, their members, invitations and domains.',
  'Migration sources': 'Where existing users are imported from, and the jobs that import them.',
  'Attribute schema': 'Definitions of the properties of `metadata`.',
};
