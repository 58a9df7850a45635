// Original file: protos/platform/fga/v1/fga.proto

import type { BatchCheckReason as _platform_fga_v1_BatchCheckReason, BatchCheckReason__Output as _platform_fga_v1_BatchCheckReason__Output } from '../../../platform/fga/v1/BatchCheckReason.ts';

export interface BatchCheckError {
  'code'?: (string);
  'reason'?: (string);
  'detail'?: (string);
  'errors'?: (_platform_fga_v1_BatchCheckReason)[];
}

export interface BatchCheckError__Output {
  'code': (string);
  'reason': (string);
  'detail': (string);
  'errors': (_platform_fga_v1_BatchCheckReason__Output)[];
}
