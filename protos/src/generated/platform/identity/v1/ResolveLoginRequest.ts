// Original file: protos/platform/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface ResolveLoginRequest {
  'tenantId'?: (string);
  'clientId'?: (string);
  'organizationId'?: (string);
  'host'?: (string);
  'uiLocales'?: (string)[];
  'acceptLanguage'?: (string);
  'pinnedVersion'?: (number | string | Long);
  'knownEtag'?: (string);
  '_pinnedVersion'?: "pinnedVersion";
}

export interface ResolveLoginRequest__Output {
  'tenantId': (string);
  'clientId': (string);
  'organizationId': (string);
  'host': (string);
  'uiLocales': (string)[];
  'acceptLanguage': (string);
  'pinnedVersion'?: (number);
  'knownEtag': (string);
  '_pinnedVersion'?: "pinnedVersion";
}
