// Original file: protos/platform/fga/v1/fga.proto

import type { BatchCheckItem as _platform_fga_v1_BatchCheckItem, BatchCheckItem__Output as _platform_fga_v1_BatchCheckItem__Output } from '../../../platform/fga/v1/BatchCheckItem.ts';

export interface BatchCheckRequest {
  'tenantId'?: (string);
  'items'?: (_platform_fga_v1_BatchCheckItem)[];
  'modelId'?: (string);
  'atLeastAsFresh'?: (string);
  'fullyConsistent'?: (boolean);
}

export interface BatchCheckRequest__Output {
  'tenantId': (string);
  'items': (_platform_fga_v1_BatchCheckItem__Output)[];
  'modelId': (string);
  'atLeastAsFresh': (string);
  'fullyConsistent': (boolean);
}
