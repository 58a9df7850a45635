// Original file: protos/platform/identity/v1/identity.proto

import type { Authenticator as _platform_identity_v1_Authenticator, Authenticator__Output as _platform_identity_v1_Authenticator__Output } from '../../../platform/identity/v1/Authenticator.ts';
import type { LinkedIdentity as _platform_identity_v1_LinkedIdentity, LinkedIdentity__Output as _platform_identity_v1_LinkedIdentity__Output } from '../../../platform/identity/v1/LinkedIdentity.ts';
import type { Device as _platform_identity_v1_Device, Device__Output as _platform_identity_v1_Device__Output } from '../../../platform/identity/v1/Device.ts';

export interface DescribeCredentialsResponse {
  'hasPassword'?: (boolean);
  'passwordSetAt'?: (string);
  'mustChange'?: (boolean);
  'authenticators'?: (_platform_identity_v1_Authenticator)[];
  'identities'?: (_platform_identity_v1_LinkedIdentity)[];
  'recoveryCodes'?: (number);
  'devices'?: (_platform_identity_v1_Device)[];
  'deviceKnown'?: (boolean);
  'deviceTrusted'?: (boolean);
}

export interface DescribeCredentialsResponse__Output {
  'hasPassword': (boolean);
  'passwordSetAt': (string);
  'mustChange': (boolean);
  'authenticators': (_platform_identity_v1_Authenticator__Output)[];
  'identities': (_platform_identity_v1_LinkedIdentity__Output)[];
  'recoveryCodes': (number);
  'devices': (_platform_identity_v1_Device__Output)[];
  'deviceKnown': (boolean);
  'deviceTrusted': (boolean);
}
