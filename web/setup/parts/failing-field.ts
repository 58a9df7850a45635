import type { FieldKey } from '../field-names.ts';

/** The field at the product that a step of a test depends on. */
const fieldOfStep: Readonly<Record<string, FieldKey>> = {
  metadata: 'idpMetadata',
  xml: 'idpMetadata',
  entity_id: 'idpMetadata',
  idp_role: 'idpMetadata',
  sso_bindings: 'idpMetadata',
  certificates: 'certificate',
  metadata_signature: 'idpMetadata',
  valid_until: 'idpMetadata',
  discovery: 'issuer',
  issuer_match: 'issuer',
  endpoints: 'issuer',
  capabilities: 'issuer',
  jwks: 'issuer',
  signing_keys: 'issuer',
  client_authentication: 'clientSecret',
  bearer_present: 'scimToken',
  bearer_expiry: 'scimToken',
  inbound_traffic: 'provisioning',
  parse_key: 'serviceAccount',
  sign_assertion: 'serviceAccount',
  token_exchange: 'delegation',
  customer: 'permissions',
  list_users: 'permissions',
  list_groups: 'permissions',
  authority: 'tenantId',
  token_request: 'clientSecret',
  permissions: 'permissions',
  organization: 'permissions',
};

/** See {@link fieldOfStep}; undefined if only our own form has it. */
export const failingField = (step: string): FieldKey | undefined => fieldOfStep[step];

/** By what the platform says is wrong with a response. The first that matches applies. */
const fieldsOfDetail: readonly (readonly [RegExp, FieldKey])[] = [
  [/audience/i, 'entityId'],
  [/recipient|destination/i, 'acsUrl'],
  [/redirect_uri/i, 'redirectUri'],
  [/invalid_client|client authentication|unauthorized_client/i, 'clientSecret'],
  [/signature|certificate|sha-?1|digest/i, 'certificate'],
  [/another issuer|unknown issuer/i, 'idpMetadata'],
  [/subject|name ?id|transient/i, 'nameId'],
];

/** The field at the product that explains why a test sign-in failed; undefined if the cause is not one of the usual. */
export const failedSignInField = (detail: string | null): FieldKey | undefined =>
  fieldsOfDetail.find(([pattern]) => pattern.test(detail ?? ''))?.[1];
