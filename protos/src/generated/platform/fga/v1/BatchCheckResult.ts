// Original file: protos/platform/fga/v1/fga.proto

import type { BatchCheckError as _platform_fga_v1_BatchCheckError, BatchCheckError__Output as _platform_fga_v1_BatchCheckError__Output } from '../../../platform/fga/v1/BatchCheckError.ts';

export interface BatchCheckResult {
  'correlationId'?: (string);
  'allowed'?: (boolean);
  'error'?: (_platform_fga_v1_BatchCheckError | null);
}

export interface BatchCheckResult__Output {
  'correlationId': (string);
  'allowed': (boolean);
  'error': (_platform_fga_v1_BatchCheckError__Output | null);
}
