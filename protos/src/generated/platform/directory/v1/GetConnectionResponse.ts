// Original file: protos/platform/directory/v1/directory.proto

import type { Long } from '@grpc/proto-loader';

export interface GetConnectionResponse {
  'kind'?: (string);
  'configJson'?: (string);
  'secret'?: (string);
  'version'?: (number | string | Long);
}

export interface GetConnectionResponse__Output {
  'kind': (string);
  'configJson': (string);
  'secret': (string);
  'version': (number);
}
