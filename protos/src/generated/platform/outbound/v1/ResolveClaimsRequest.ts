// Original file: protos/platform/outbound/v1/outbound.proto

import type { ClaimSubject as _platform_outbound_v1_ClaimSubject, ClaimSubject__Output as _platform_outbound_v1_ClaimSubject__Output } from '../../../platform/outbound/v1/ClaimSubject.ts';

export interface ResolveClaimsRequest {
  'tenantId'?: (string);
  'clientId'?: (string);
  'subject'?: (_platform_outbound_v1_ClaimSubject | null);
  'organizationId'?: (string);
  'scopes'?: (string)[];
  'tokens'?: (string)[];
  'resource'?: (string);
}

export interface ResolveClaimsRequest__Output {
  'tenantId': (string);
  'clientId': (string);
  'subject': (_platform_outbound_v1_ClaimSubject__Output | null);
  'organizationId': (string);
  'scopes': (string)[];
  'tokens': (string)[];
  'resource': (string);
}
