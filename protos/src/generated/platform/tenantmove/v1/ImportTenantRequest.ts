// Original file: protos/platform/tenantmove/v1/tenantmove.proto

import type { Long } from '@grpc/proto-loader';

export interface ImportTenantRequest {
  'tenantId'?: (string);
  'transferKey'?: (string);
  'from'?: (number | string | Long);
  'lines'?: (string)[];
}

export interface ImportTenantRequest__Output {
  'tenantId': (string);
  'transferKey': (string);
  'from': (number);
  'lines': (string)[];
}
