const readAndWrite = [
  'applications',
  'apis',
  'clients',
  'idp',
  'orgs',
  'users',
  'compliance',
  'attribute-schema',
  'roles',
  'federation',
  'settings',
  'siem',
  'webhooks',
  'webhook-schemas',
  'migration',
  'fga',
];

/**
 * Scopes of receivers of security events (CAEP Interoperability Profile 1.0 §2.7), for operations
 * on the issuer's host.
 */
export const ssfScopes = ['ssf.read', 'ssf.manage'] as const;

/** Every `tenant:` scope, sorted: the scopes of a tenant's first administrator. */
export const allScopes: readonly string[] = [
  ...readAndWrite.flatMap((area) => [`tenant:${area}.read`, `tenant:${area}.write`]),
  'tenant:events.read',
  'tenant:fga.check',
  'tenant:pim.admin',
  'tenant:pim.approve',
  'tenant:pim.elevate',
].sort();
