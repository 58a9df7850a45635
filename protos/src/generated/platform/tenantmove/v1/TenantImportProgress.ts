// Original file: protos/platform/tenantmove/v1/tenantmove.proto

import type { Long } from '@grpc/proto-loader';

export interface TenantImportProgress {
  'archiveId'?: (string);
  'lines'?: (number | string | Long);
  'isComplete'?: (boolean);
  'isPublished'?: (boolean);
}

export interface TenantImportProgress__Output {
  'archiveId': (string);
  'lines': (number);
  'isComplete': (boolean);
  'isPublished': (boolean);
}
