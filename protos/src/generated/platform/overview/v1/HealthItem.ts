// Original file: protos/platform/overview/v1/overview.proto

import type { Long } from '@grpc/proto-loader';

export interface HealthItem {
  'kind'?: (string);
  'resourceType'?: (string);
  'resourceId'?: (string);
  'resourceName'?: (string);
  'organizationId'?: (string);
  'since'?: (string);
  'dueAt'?: (string);
  'severity'?: (string);
  'code'?: (string);
  'blocks'?: (string);
  'blocksCount'?: (number | string | Long);
  'operationId'?: (string);
  'params'?: ({[key: string]: string});
}

export interface HealthItem__Output {
  'kind': (string);
  'resourceType': (string);
  'resourceId': (string);
  'resourceName': (string);
  'organizationId': (string);
  'since': (string);
  'dueAt': (string);
  'severity': (string);
  'code': (string);
  'blocks': (string);
  'blocksCount': (number);
  'operationId': (string);
  'params': ({[key: string]: string});
}
