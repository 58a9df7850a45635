/** What each area of the directory is about. */
export const directoryTags: Readonly<Record<string, string>> = {
  Users: 'User accounts of the tenant: create, search, update, suspend and delete them.',
  Organizations: 'Organizations, their members, invitations and domains.',
  'Migration sources': 'Where existing users are imported from, and the jobs that import them.',
  Directories:
    'External sources of users and groups: SCIM, LDAP, Google Workspace, Microsoft Entra, OIDC and SAML.',
  'Connection tests': 'Tests of connections to directories and identity providers.',
  'Attribute schema': 'Definitions of the properties of `metadata`.',
};
