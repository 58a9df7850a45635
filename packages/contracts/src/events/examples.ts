const at = '2026-11-20T05:41:00.123Z';

/** A user for examples. */
export const exampleUser = {
  id: 'usr_01m7vqhvjpfrhtg5g075cmmcw9',
  externalId: null,
  username: null,
  email: 'ada@example.com',
  emailVerified: true,
  additionalEmails: [],
  phoneNumber: null,
  phoneVerified: false,
  additionalPhoneNumbers: [],
  name: null,
  displayName: 'Ada Lovelace',
  nickname: null,
  title: null,
  pictureUrl: null,
  profileUrl: null,
  locale: 'en',
  timeZone: 'Europe/London',
  metadata: {},
  status: 'active',
  statusReason: null,
  statusChangedAt: at,
  managedBy: null,
  incompleteAttributes: [],
  identities: [],
  lastLoginAt: null,
  createdAt: at,
  updatedAt: at,
};

/** An organization for examples. */
export const exampleOrganization = {
  id: 'org_01m7vqhvjpfrhtg5g075cmmcw9',
  name: 'Initech',
  slug: 'initech',
  externalId: null,
  logoUrl: null,
  primaryDomain: null,
  metadata: {},
  status: 'active',
  membershipPolicy: 'invite_only',
  defaultRoles: [],
  memberCount: 1,
  createdAt: at,
  updatedAt: at,
};

/** A member for examples. */
export const exampleMember = {
  membershipId: 'mem_01m7vqhvjpfrhtg5g075cmmcw9',
  user: {
    id: exampleUser.id,
    status: 'active',
    email: exampleUser.email,
    displayName: exampleUser.displayName,
  },
  state: 'active',
  roles: [],
  roleSources: [],
  sources: ['direct'],
  joinedAt: at,
};

/** An application for examples. */
export const exampleApplication = {
  id: 'app_01m7vqhvjpfrhtg5g075cmmcw9',
  clientId: 'app_01m7vqhvjpfrhtg5g075cmmcw9',
  name: 'Invoices',
  type: 'web',
  description: null,
  logoUri: null,
  tosUri: null,
  policyUri: null,
  grantTypes: ['authorization_code', 'refresh_token'],
  redirectUris: ['https://invoices.example.com/callback'],
  postLogoutRedirectUris: [],
  tokenEndpointAuthMethod: 'client_secret_basic',
  jwks: null,
  jwksUri: null,
  allowedScopes: ['openid', 'profile', 'email'],
  accessTokenTtlSeconds: 600,
  refreshTokenIdleTtlSeconds: 1_209_600,
  allowedOrigins: [],
  requirePkce: true,
  requireNonce: true,
  requirePar: false,
  idTokenSignedResponseAlg: 'RS256',
  backchannelLogoutUri: null,
  firstParty: true,
  enabled: true,
  claimsWebhook: null,
  metadata: {},
  createdAt: at,
  updatedAt: at,
};

/** An IP rule for examples. */
export const exampleIpRule = {
  id: 'ipr_01m7vqhvjpfrhtg5g075cmmcw9',
  action: 'allow',
  cidr: '192.0.2.0/24',
  family: 'ipv4',
  description: 'Head office',
  expiresAt: null,
  createdBy: { type: 'user', id: exampleUser.id },
  createdAt: at,
};

/** An API of a tenant for examples. */
export const exampleApiResource = {
  id: 'apr_01m7vqhvjpfrhtg5g075cmmcw9',
  identifier: 'https://api.example.com',
  name: 'Invoices API',
  description: null,
  logoUri: null,
  documentationUri: null,
  tosUri: null,
  policyUri: null,
  tokenFormat: 'jwt',
  signingAlg: 'ES256',
  accessTokenTtlSeconds: 600,
  clientAccess: 'listed',
  userAccess: 'any',
  defaultScopes: [],
  claims: [],
  organization: 'optional',
  senderConstraint: 'none',
  offlineAccess: true,
  userinfoAudience: false,
  introspectionClients: [],
  publish: false,
  enabled: true,
  metadata: {},
  tokensLiveUntil: null,
  createdAt: at,
  updatedAt: at,
};

/** A scope of an API for examples. */
export const exampleApiScope = {
  name: 'invoices:read',
  displayName: { en: 'Read your invoices' },
  description: {},
  permission: null,
  requires: null,
  sensitive: false,
  createdAt: at,
  updatedAt: at,
};

/** A type of authorization details for examples. */
export const exampleApiDetailType = {
  type: 'payment',
  schema: { type: 'object', properties: { amount: { type: 'string' } }, required: ['amount'] },
  display: { en: 'Pay {/amount}' },
  maxInstances: 1,
  requires: null,
  createdAt: at,
  updatedAt: at,
};

/** An application's access to an API for examples. */
export const exampleApiClient = {
  clientId: exampleApplication.clientId,
  scopes: null,
  modes: ['user'],
  detailTypes: ['payment'],
  createdAt: at,
  updatedAt: at,
};
