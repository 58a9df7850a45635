// Original file: protos/platform/fga/v1/fga.proto

import type { BatchCheckResult as _platform_fga_v1_BatchCheckResult, BatchCheckResult__Output as _platform_fga_v1_BatchCheckResult__Output } from '../../../platform/fga/v1/BatchCheckResult.ts';

export interface BatchCheckResponse {
  'results'?: (_platform_fga_v1_BatchCheckResult)[];
  'modelId'?: (string);
  'consistencyToken'?: (string);
}

export interface BatchCheckResponse__Output {
  'results': (_platform_fga_v1_BatchCheckResult__Output)[];
  'modelId': (string);
  'consistencyToken': (string);
}
