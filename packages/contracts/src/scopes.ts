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

/**
 * Scopes for the own account of the user of a token. They need no role; only first-party applications
 * can have them, and only for users.
 */
export const selfScopes = ['self.read', 'self.write'] as const;

/** Whether a scope is one of {@link selfScopes}. */
export const isSelfScope = (scope: string): boolean =>
  (selfScopes as readonly string[]).includes(scope);

/** Every `tenant:` scope, sorted: the scopes of a tenant's first administrator. */
export const allScopes: readonly string[] = [
  ...readAndWrite.flatMap((area) => [`tenant:${area}.read`, `tenant:${area}.write`]),
  'tenant:events.read',
  'tenant:fga.check',
  'tenant:pim.admin',
  'tenant:pim.approve',
  'tenant:pim.elevate',
].sort();
