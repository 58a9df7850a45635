// Original file: protos/platform/deadletters/v1/deadletters.proto

import type { Long } from '@grpc/proto-loader';

export interface ListDeadLettersRequest {
  'reason'?: (string);
  'limit'?: (number);
  'after'?: (number | string | Long);
}

export interface ListDeadLettersRequest__Output {
  'reason': (string);
  'limit': (number);
  'after': (number);
}
