import { builtInFamilies } from './entitlement-families.ts';
import { channel, serviceAccount } from '../configuration/channels.ts';
import { checks, property } from '../configuration/property.ts';

/** Properties of roles and entitlements. */
export const capabilityProperties = {
  'platform.capability.families': property(
    'Map<String, policy>',
    JSON.stringify(builtInFamilies),
    'Families of operations: `enable` (always, entitled, never), `areas` of scopes, `requires`, `displayName`. Replaces the built-in map family by family.',
  ),
  'platform.capability.default-new-tenant-families': property(
    'Set<String>',
    Object.keys(builtInFamilies).join(','),
    'Families that a new tenant is entitled to.',
  ),
  ...channel('platform.capability.operator.service-identity.cluster', {
    audience: 'entitlements-operator',
    allowedSub: serviceAccount('entitlements-operator'),
  }),
  'platform.token-claims.elevated-scope-cache-ttl-seconds': property(
    'Long',
    '10',
    'How long the active elevation and entitlement of a principal is kept; 0 = not at all.',
    { check: checks.between(0, 300) },
  ),
  'platform.access.max-permissions-per-tenant': property(
    'Int',
    '1000',
    'Custom permissions of a tenant.',
    { check: checks.positive },
  ),
  'platform.access.max-roles-per-tenant': property('Int', '200', 'Custom roles of a tenant.', {
    check: checks.positive,
  }),
  'platform.access.max-assignments-per-principal': property(
    'Int',
    '100',
    'Roles assigned to one principal in the whole tenant.',
    { check: checks.positive },
  ),
};
