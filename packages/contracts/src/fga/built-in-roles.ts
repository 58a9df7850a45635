import { allScopes } from '../scopes.ts';

/** A role that every tenant has. */
export interface BuiltInRole {
  key: string;
  displayName: string;
  description: string;
  /** The scopes that it grants, sorted. */
  permissions: readonly string[];
}

const both = (...areas: string[]): string[] =>
  areas.flatMap((area) => [`tenant:${area}.read`, `tenant:${area}.write`]);
const read = (...areas: string[]): string[] => areas.map((area) => `tenant:${area}.read`);

const role = (
  key: string,
  displayName: string,
  description: string,
  permissions: readonly string[],
): BuiltInRole => ({
  key,
  displayName,
  description,
  permissions: [...permissions].sort(),
});

/** The roles of every tenant, sorted by key. */
export const builtInRoles: readonly BuiltInRole[] = [
  role('tenant_owner', 'Owner', 'Full access to the tenant.', allScopes),
  role(
    'tenant_admin',
    'Administrator',
    'Full access to the tenant except the administration and approval of elevations.',
    allScopes.filter((s) => s !== 'tenant:pim.admin' && s !== 'tenant:pim.approve'),
  ),
  role(
    'directory_admin',
    'Directory administrator',
    'Manages users, organizations, directories and imports.',
    [
      ...both('users', 'orgs', 'attribute-schema', 'federation', 'migration'),
      ...read('roles', 'events'),
    ],
  ),
  role(
    'application_admin',
    'Application administrator',
    'Manages applications, APIs, webhooks, hooks and events.',
    [
      ...both('applications', 'apis', 'clients', 'webhooks', 'webhook-schemas'),
      ...read('roles', 'events'),
    ],
  ),
  role(
    'security_admin',
    'Security administrator',
    'Manages sign-in, roles, access policies, elevations and SIEM sinks.',
    [
      ...both('settings', 'roles', 'idp', 'siem', 'fga'),
      'tenant:fga.check',
      'tenant:pim.admin',
      ...read('users', 'orgs', 'applications', 'clients', 'events'),
    ],
  ),
  role(
    'compliance_officer',
    'Compliance officer',
    'Manages consents, legal documents and requests of data subjects.',
    [...both('compliance'), ...read('users', 'orgs', 'events', 'siem')],
  ),
  role(
    'auditor',
    'Auditor',
    'Read-only access to the tenant.',
    allScopes.filter((s) => s.endsWith('.read')),
  ),
  role(
    'support',
    'Support',
    'Looks up users and applications.',
    read('users', 'orgs', 'applications', 'clients', 'federation', 'webhooks', 'events'),
  ),
].sort((a, b) => (a.key < b.key ? -1 : 1));
