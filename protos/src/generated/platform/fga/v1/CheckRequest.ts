// Original file: protos/platform/fga/v1/fga.proto

import type { RelationTuple as _platform_fga_v1_RelationTuple, RelationTuple__Output as _platform_fga_v1_RelationTuple__Output } from '../../../platform/fga/v1/RelationTuple.ts';

export interface CheckRequest {
  'tenantId'?: (string);
  'subject'?: (string);
  'relation'?: (string);
  'object'?: (string);
  'contextJson'?: (string);
  'contextualTuples'?: (_platform_fga_v1_RelationTuple)[];
  'modelId'?: (string);
  'atLeastAsFresh'?: (string);
  'fullyConsistent'?: (boolean);
}

export interface CheckRequest__Output {
  'tenantId': (string);
  'subject': (string);
  'relation': (string);
  'object': (string);
  'contextJson': (string);
  'contextualTuples': (_platform_fga_v1_RelationTuple__Output)[];
  'modelId': (string);
  'atLeastAsFresh': (string);
  'fullyConsistent': (boolean);
}
