// Original file: protos/platform/deadletters/v1/deadletters.proto

import type { Long } from '@grpc/proto-loader';

export interface DeadLetterRequest {
  'id'?: (number | string | Long);
}

export interface DeadLetterRequest__Output {
  'id': (number);
}
