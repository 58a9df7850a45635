/** Descriptions of the areas of the directory. */
export const directoryTags: Readonly<Record<string, string>> = {
  Users: "The tenant's user accounts.",
  Organizations: 'Organizations, their members, invitations and domains.',
  'Migration sources': 'The source that existing users are imported from, and import jobs.',
  Directories:
    'External sources of users and groups: SCIM, LDAP, Google Workspace, Microsoft Entra, OIDC and SAML.',
  'Connection tests': 'Tests of connections to directories and identity providers.',
  Setup:
    'What an IT contact of an organization sets up with a setup link: domains, identity providers, directories and log streams. Callers have a session of the link, not a token of a client.',
  'Attribute schema': 'Definitions of the properties of `metadata`.',
};
