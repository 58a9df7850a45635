// Original file: protos/platform/fga/v1/fga.proto

import type { RelationTuple as _platform_fga_v1_RelationTuple, RelationTuple__Output as _platform_fga_v1_RelationTuple__Output } from '../../../platform/fga/v1/RelationTuple.ts';

export interface BatchCheckItem {
  'correlationId'?: (string);
  'subject'?: (string);
  'relation'?: (string);
  'object'?: (string);
  'contextJson'?: (string);
  'contextualTuples'?: (_platform_fga_v1_RelationTuple)[];
}

export interface BatchCheckItem__Output {
  'correlationId': (string);
  'subject': (string);
  'relation': (string);
  'object': (string);
  'contextJson': (string);
  'contextualTuples': (_platform_fga_v1_RelationTuple__Output)[];
}
