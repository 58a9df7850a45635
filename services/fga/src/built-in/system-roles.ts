import { allScopes } from '@platform/contracts';
import { systemId } from './system-ids.ts';

/** A role that is code. */
export interface SystemRole {
  id: string;
  key: string;
  displayName: string;
  description: string;
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
): SystemRole => ({
  id: systemId('role', key),
  key,
  displayName,
  description,
  permissions: [...permissions].sort(),
});

/** The roles that every tenant has, sorted by key. */
export const systemRoles: readonly SystemRole[] = [
  role('tenant_owner', 'Owner', 'Everything in the tenant.', allScopes),
  role(
    'tenant_admin',
    'Administrator',
    'Everything but the administration and approval of elevation.',
    allScopes.filter((s) => s !== 'tenant:pim.admin' && s !== 'tenant:pim.approve'),
  ),
  role(
    'directory_admin',
    'Directory administrator',
    'People, organizations and where they come from.',
    [
      ...both('users', 'orgs', 'attribute-schema', 'federation', 'migration'),
      ...read('roles', 'events'),
    ],
  ),
  role(
    'application_admin',
    'Application administrator',
    'Applications, their clients, and what they are told.',
    [...both('applications', 'clients', 'webhooks', 'webhook-schemas'), ...read('roles', 'events')],
  ),
  role(
    'security_admin',
    'Security administrator',
    'Sign-in, roles, policies, elevation and the audit stream.',
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
    'Consents, legal documents and requests of data subjects.',
    [...both('compliance'), ...read('users', 'orgs', 'events', 'siem')],
  ),
  role(
    'auditor',
    'Auditor',
    'Reads everything, changes nothing.',
    allScopes.filter((s) => s.endsWith('.read')),
  ),
  role(
    'support',
    'Support',
    'Looks people and applications up.',
    read('users', 'orgs', 'applications', 'clients', 'federation', 'webhooks', 'events'),
  ),
].sort((a, b) => (a.key < b.key ? -1 : 1));

const byKey = new Map(systemRoles.map((r) => [r.key, r]));
const byId = new Map(systemRoles.map((r) => [r.id, r]));

export const findSystemRole = (key: string): SystemRole | undefined => byKey.get(key);
export const findSystemRoleById = (id: string): SystemRole | undefined => byId.get(id);
