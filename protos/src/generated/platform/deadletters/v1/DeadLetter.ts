// Original file: protos/platform/deadletters/v1/deadletters.proto

import type { Long } from '@grpc/proto-loader';

export interface DeadLetter {
  'id'?: (number | string | Long);
  'service'?: (string);
  'reason'?: (string);
  'subject'?: (string);
  'tenantId'?: (string);
  'eventId'?: (string);
  'createdAt'?: (string);
  'sizeBytes'?: (number | string | Long);
  'body'?: (string);
}

export interface DeadLetter__Output {
  'id': (number);
  'service': (string);
  'reason': (string);
  'subject': (string);
  'tenantId': (string);
  'eventId': (string);
  'createdAt': (string);
  'sizeBytes': (number);
  'body': (string);
}
