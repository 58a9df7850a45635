// Original file: protos/platform/outbound/v1/outbound.proto

import type { Long } from '@grpc/proto-loader';

export interface DeliveryAttempt {
  'number'?: (number);
  'startedAt'?: (string);
  'trigger'?: (string);
  'url'?: (string);
  'durationMs'?: (number | string | Long);
  'outcome'?: (string);
  'error'?: (string);
  'responseStatus'?: (number);
}

export interface DeliveryAttempt__Output {
  'number': (number);
  'startedAt': (string);
  'trigger': (string);
  'url': (string);
  'durationMs': (number);
  'outcome': (string);
  'error': (string);
  'responseStatus': (number);
}
