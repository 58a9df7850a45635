// Original file: protos/platform/fga/v1/fga.proto

import type { TupleKey as _platform_fga_v1_TupleKey, TupleKey__Output as _platform_fga_v1_TupleKey__Output } from '../../../platform/fga/v1/TupleKey.ts';

export interface TuplePrecondition {
  'tuple'?: (_platform_fga_v1_TupleKey | null);
  'exists'?: (boolean);
}

export interface TuplePrecondition__Output {
  'tuple': (_platform_fga_v1_TupleKey__Output | null);
  'exists': (boolean);
}
