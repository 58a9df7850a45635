/** The areas of the API in the help of `tenantctl`: under which heading, and what they hold. */
export const areas = {
  tenant: ['Tenant', 'Settings of the tenant, and what needs attention'],
  search: ['Tenant', 'Search for resources of all types'],

  users: ['Users', 'Users of the tenant'],
  me: ['Users', 'Your own account: sign-in methods, sessions, connected applications'],
  organizations: ['Users', 'Organizations with members, invitations and verified domains'],
  setup: ['Users', 'What a setup link is for, as the contact who opened it sees it'],
  attributeSchema: ['Users', 'Custom attributes of users and organizations'],
  migrationSources: ['Users', 'Migration of users from another system'],

  directories: [
    'Directories',
    'Directories: SCIM, LDAP, Google Workspace, Microsoft Entra, OIDC, SAML',
  ],
  connectionTests: ['Directories', 'Tests of a connection before its directory is created'],

  applications: ['Sign-in', 'Applications (OAuth clients) with secrets and legal documents'],
  apiResources: ['Sign-in', 'APIs of the tenant with their scopes and clients'],
  apiSigningKeys: ['Sign-in', 'Keys that sign tokens for the APIs of the tenant'],
  loginExperience: ['Sign-in', 'Branding, e-mail templates, login domains and social connectors'],
  loginFlows: ['Sign-in', 'Login flows: drafts, versions, templates'],
  ipRules: ['Sign-in', 'IP addresses that can or cannot use the tenant'],
  accessPolicies: ['Sign-in', 'Access policies that tokens are issued under'],

  roles: ['Access', 'Roles: named sets of permissions'],
  roleAssignments: ['Access', 'Roles that users and applications have'],
  permissions: ['Access', 'Permissions that roles grant'],
  pim: ['Access', 'Elevated roles for a limited time'],
  fga: ['Access', 'Fine-grained authorization: models, tuples, checks'],
  entitlements: ['Access', 'Capabilities that the tenant is entitled to'],

  events: ['Events', 'The event log'],
  eventTypes: ['Events', 'Types of events with their schemas'],
  webhookEndpoints: ['Events', 'Webhook endpoints with secrets, deliveries and recoveries'],
  webhookClaimSchemas: ['Events', 'Claims that webhook endpoints provide for tokens'],
  hooks: ['Events', 'Inline hooks'],
  siemSinks: ['Events', 'Sinks that send events to a SIEM'],
  ssf: ['Events', 'Receivers of shared signals (SSF, CAEP, RISC)'],

  consents: ['Privacy', 'Consents of users with their receipts'],
  consentPurposes: ['Privacy', 'Purposes that users can consent to'],
  complianceProfile: ['Privacy', 'Regulations that the tenant follows'],
  erasureRequests: ['Privacy', 'Erasures of users, with holds and certificates'],
  erasureVetoClients: ['Privacy', 'Applications that can object to an erasure'],
  accessRequests: ['Privacy', 'Exports of the data of a user'],
  auditRecords: ['Privacy', 'Records of the audit log'],
  auditLog: ['Privacy', 'Extent of the audit log, and verifications of its chain'],
  auditExports: ['Privacy', 'Exports of the audit log'],
};
