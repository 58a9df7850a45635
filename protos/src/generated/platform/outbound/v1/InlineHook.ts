// Original file: protos/platform/outbound/v1/outbound.proto

import type { Long } from '@grpc/proto-loader';

export interface InlineHook {
  'id'?: (string);
  'url'?: (string);
  'headers'?: ({[key: string]: string});
  'secrets'?: (string)[];
  'position'?: (number);
  'clientIds'?: (string)[];
  'failureMode'?: (string);
  'timeoutMs'?: (number | string | Long);
}

export interface InlineHook__Output {
  'id': (string);
  'url': (string);
  'headers': ({[key: string]: string});
  'secrets': (string)[];
  'position': (number);
  'clientIds': (string)[];
  'failureMode': (string);
  'timeoutMs': (number);
}
