import { builtInFamilies } from './entitlement-families.ts';
import { channel, serviceAccount } from '../configuration/channels.ts';
import { checks, property } from '../configuration/property.ts';

/** Properties of roles and entitlements. */
export const capabilityProperties = {
  'platform.capability.families': property(
    'Map<String, policy>',
    JSON.stringify(builtInFamilies),
    'Families of operations, each with `enable` (always, entitled, never), `areas` of scopes, `requires` and `displayName`. An entry replaces the built-in family of the same name.',
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
    'How long the active elevations and entitlements of a principal are cached. 0 turns the cache off.',
    { check: checks.between(0, 300) },
  ),
  'platform.access.max-permissions-per-tenant': property(
    'Int',
    '1000',
    'Maximum number of custom permissions per tenant.',
    { check: checks.positive },
  ),
  'platform.access.max-roles-per-tenant': property(
    'Int',
    '200',
    'Maximum number of custom roles per tenant.',
    {
      check: checks.positive,
    },
  ),
  'platform.access.max-assignments-per-principal': property(
    'Int',
    '100',
    'Maximum number of tenant-wide roles assigned to one principal.',
    { check: checks.positive },
  ),
};
