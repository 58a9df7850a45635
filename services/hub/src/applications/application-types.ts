import type { ApplicationResource, ApplicationTypeName } from '@platform/contracts';

type Grant = ApplicationResource['grantTypes'][number];
type AuthMethod = ApplicationResource['tokenEndpointAuthMethod'];

/** The grants and authentication methods that a client type allows. The first method is the default. */
export interface TypeRules {
  grants: readonly Grant[];
  usualGrants: readonly Grant[];
  authMethods: readonly [AuthMethod, ...AuthMethod[]];
}

const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
const device = 'urn:ietf:params:oauth:grant-type:device_code';
const confidential = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;

export const typeRules: Readonly<Record<ApplicationTypeName, TypeRules>> = {
  web: {
    grants: ['authorization_code', 'refresh_token', 'client_credentials', exchange],
    usualGrants: ['authorization_code', 'refresh_token'],
    authMethods: confidential,
  },
  spa: {
    grants: ['authorization_code', 'refresh_token'],
    usualGrants: ['authorization_code', 'refresh_token'],
    authMethods: ['none'],
  },
  native: {
    grants: ['authorization_code', 'refresh_token'],
    usualGrants: ['authorization_code', 'refresh_token'],
    authMethods: ['none'],
  },
  m2m: {
    grants: ['client_credentials', exchange],
    usualGrants: ['client_credentials'],
    authMethods: confidential,
  },
  device: {
    grants: [device, 'refresh_token'],
    usualGrants: [device, 'refresh_token'],
    authMethods: ['none'],
  },
};

/** Whether clients of the type can keep a secret (RFC 6749 §2.1). */
export const isConfidential = (type: ApplicationTypeName): boolean =>
  !typeRules[type].authMethods.includes('none');
