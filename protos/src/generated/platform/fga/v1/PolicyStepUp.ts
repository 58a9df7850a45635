// Original file: protos/platform/fga/v1/fga.proto

import type { Long } from '@grpc/proto-loader';

export interface PolicyStepUp {
  'acr'?: (string);
  'methods'?: (string)[];
  'maxAgeSeconds'?: (number | string | Long);
}

export interface PolicyStepUp__Output {
  'acr': (string);
  'methods': (string)[];
  'maxAgeSeconds': (number);
}
