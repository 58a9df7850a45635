import type { MigrationMappingInput, MigrationSourceInput } from '@platform/contracts';
import { recordMapping, unmappedRecord } from './record-mapping.ts';
import type { MapRecord } from './record-mapping.ts';

const line = (
  source: string,
  target: string,
  more: Partial<MigrationMappingInput> = {},
): MigrationMappingInput => ({ source, target, required: false, ...more });

const auth0 = [
  line('/user_id', '/sourceId'),
  line('/email', '/email'),
  line('/email_verified', '/emailVerified'),
  line('/username', '/username'),
  line('/phone_number', '/phoneNumber'),
  line('/phone_verified', '/phoneVerified'),
  line('/name', '/displayName'),
  line('/given_name', '/name/givenName'),
  line('/family_name', '/name/familyName'),
  line('/nickname', '/nickname'),
  line('/picture', '/pictureUrl'),
  line('/user_metadata', '/metadata'),
  line('/blocked', '/status', {
    transform: [{ type: 'map', values: { true: 'suspended' } }],
  }),
];

const keycloak = [
  line('/id', '/sourceId'),
  line('/username', '/username'),
  line('/email', '/email'),
  line('/emailVerified', '/emailVerified'),
  line('/firstName', '/name/givenName'),
  line('/lastName', '/name/familyName'),
  line('/enabled', '/status', {
    transform: [{ type: 'map', values: { false: 'suspended' } }],
  }),
];

const ldap = [
  line('/uid', '/username'),
  line('/mail', '/email'),
  line('/cn', '/displayName'),
  line('/givenName', '/name/givenName'),
  line('/sn', '/name/familyName'),
  line('/title', '/title'),
  line('/preferredLanguage', '/locale'),
];

const defaults: Partial<Record<MigrationSourceInput['kind'], readonly MigrationMappingInput[]>> = {
  auth0,
  keycloak,
  ldap,
};

/** The mapping of a source: its own, or the default one of its kind. */
export function mappingOf(
  kind: MigrationSourceInput['kind'],
  mapping: readonly MigrationMappingInput[],
): MapRecord {
  if (mapping.length > 0) return recordMapping(mapping);
  const usual = defaults[kind];
  return usual ? recordMapping(usual) : unmappedRecord;
}
