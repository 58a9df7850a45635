// Original file: protos/platform/fga/v1/fga.proto

import type { TupleCondition as _platform_fga_v1_TupleCondition, TupleCondition__Output as _platform_fga_v1_TupleCondition__Output } from '../../../platform/fga/v1/TupleCondition.ts';

export interface RelationTuple {
  'subject'?: (string);
  'relation'?: (string);
  'object'?: (string);
  'condition'?: (_platform_fga_v1_TupleCondition | null);
  'expiresAt'?: (string);
}

export interface RelationTuple__Output {
  'subject': (string);
  'relation': (string);
  'object': (string);
  'condition': (_platform_fga_v1_TupleCondition__Output | null);
  'expiresAt': (string);
}
