// Original file: protos/platform/tenantmove/v1/tenantmove.proto

import type { Long } from '@grpc/proto-loader';

export interface AbandonResponse {
  'rows'?: (number | string | Long);
}

export interface AbandonResponse__Output {
  'rows': (number);
}
