// Original file: protos/platform/outbound/v1/outbound.proto

import type { Long } from '@grpc/proto-loader';

export interface ClaimSourceCall {
  'endpointId'?: (string);
  'outcome'?: (string);
  'durationMs'?: (number | string | Long);
  'cached'?: (boolean);
}

export interface ClaimSourceCall__Output {
  'endpointId': (string);
  'outcome': (string);
  'durationMs': (number);
  'cached': (boolean);
}
